#include "tools/train/wazabi/tally.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tools/train/wazabi/worker.h"

enum { PARTS = 64 }; /* parts of the games, each counted separately */

struct tally {
    double held[WAZABI_KINDS], fair[WAZABI_KINDS];
};

typedef struct tally tallies[2][2][WAZABI_HANDS_DICE][WAZABI_HANDS_CARDS];

/* A game that one player watches; whether all others are greedy. */
struct watch {
    tallies *tally;
    int watcher;
    bool greedy;
};

/* Called before each choice: before the watcher's, counts all other hands. */
static void count(void *context, const struct wazabi *s, int seat)
{
    const struct watch *watch = context;
    uint8_t pool[WAZABI_KINDS];
    if (seat != watch->watcher)
        return;
    const double size = wazabi_out_of_sight(s, seat, pool);
    for (int other = 0; other < s->players; other++) {
        if (other == seat || s->cards[other] == 0)
            continue;
        struct tally *t =
            &(*watch->tally)[watch->greedy][s->players > 2][wazabi_hands_dice(s, other)]
                            [wazabi_hands_cards(s, other)];
        for (int card = 0; card < WAZABI_KINDS; card++) {
            t->held[card] += s->hand[other][card];
            t->fair[card] += s->cards[other] * pool[card] / size;
        }
    }
}

static void play_game(tallies *tally, const struct wazabi_net *net, int players, bool greedy,
                      int watcher, struct rng *rng)
{
    struct watch watch = {tally, watcher, greedy};
    const struct wazabi_net *nets[WAZABI_SEATS];
    struct wazabi s;
    for (int seat = 0; seat < players; seat++)
        nets[seat] = greedy && seat != watcher ? NULL : net;
    wazabi_worker_start(players, false, 1, &s);
    wazabi_worker_finish(&s, nets, rng, count, &watch);
}

static void set_weights(const struct tally *t, uint8_t weight[WAZABI_KINDS])
{
    for (int card = 0; card < WAZABI_KINDS; card++) {
        /* With a hundred more fair cards as a prior; never 0. */
        const double ratio = (t->held[card] + 100) / (t->fair[card] + 100);
        const double whole = ratio * WAZABI_HANDS_FAIR + 0.5;
        weight[card] = (uint8_t)(whole < 1 ? 1 : whole > 255 ? 255 : whole);
    }
}

static void add(struct tally *sum, const struct tally *part)
{
    for (int card = 0; card < WAZABI_KINDS; card++) {
        sum->held[card] += part->held[card];
        sum->fair[card] += part->fair[card];
    }
}

void wazabi_tally_hands(struct train_run *run, const struct wazabi_net *const nets[2],
                        uint64_t games, uint64_t seed, struct wazabi_hands_table *out)
{
    enum { CLASSES = sizeof(tallies) / sizeof(struct tally) };
    tallies *part = memory_new(PARTS, sizeof *part);
#pragma omp parallel for num_threads(run->threads) schedule(dynamic)
    for (int i = 0; i < PARTS; i++) {
        struct rng rng;
        rng_seed(&rng, seed + (uint64_t)i);
        for (uint64_t game = (uint64_t)i; game < games; game += PARTS) {
            for (int greedy = 0; greedy < 2; greedy++) {
                play_game(&part[i], nets[0], 2, greedy, (int)(game / PARTS % 2), &rng);
                play_game(&part[i], nets[1], 4, greedy, (int)(game / PARTS % 4), &rng);
            }
        }
    }
    *out = (struct wazabi_hands_table){.header = {.length = sizeof *out, .rows = CLASSES}};
    memcpy(out->header.magic, WAZABI_HANDS_MAGIC, sizeof out->header.magic);
    for (int i = 1; i < PARTS; i++) {
        for (int k = 0; k < CLASSES; k++)
            add((struct tally *)part[0] + k, (const struct tally *)part[i] + k);
    }
    for (int k = 0; k < CLASSES; k++)
        set_weights((const struct tally *)part[0] + k, (uint8_t *)out->weight + k * WAZABI_KINDS);
    free(part);
}
