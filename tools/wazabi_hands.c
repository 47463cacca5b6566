/* wazabi_hands: counts what players of Wazabi hold, for agents/wazabi_hands.c.
 *
 *     wazabi_hands GAMES SEED >data/wazabi-hands.table
 *
 * Good players keep some cards and play others at once, so that a hand is not a fair sample of the
 * cards that are out of sight. For players like `judging` and for `greedy`, with two seats and with
 * four, by dice and by the number of cards: how many cards of each kind a hand holds, divided by
 * what a fair sample would hold. The output is a struct wazabi_hands_table. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/wazabi_greedy.h"
#include "agents/wazabi_hands.h"
#include "agents/wazabi_value.h"

struct tally {
    double held[WAZABI_KINDS], fair[WAZABI_KINDS];
};

static struct tally tally[2][2][WAZABI_HANDS_DICE][WAZABI_HANDS_CARDS];

/* Counts all hands but that of the seat that is about to choose. */
static void count(const struct wazabi *s, int seat, bool greedy)
{
    uint8_t pool[WAZABI_KINDS];
    const double size = wazabi_out_of_sight(s, seat, pool);
    for (int other = 0; other < s->players; other++) {
        if (other == seat || s->cards[other] == 0)
            continue;
        struct tally *t = &tally[greedy][s->players > 2][wazabi_hands_dice(s, other)]
                                [wazabi_hands_cards(s, other)];
        for (int card = 0; card < WAZABI_KINDS; card++) {
            t->held[card] += s->hand[other][card];
            t->fair[card] += s->cards[other] * pool[card] / size;
        }
    }
}

static void play_game(int players, bool greedy, int watcher, struct rng *rng)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct game_settings settings;
    struct wazabi s;
    game_defaults(&wazabi_game, &settings);
    settings.players = players;
    if (!wazabi_game.start(&s, &settings, &reason))
        exit(1);
    for (int mover; (mover = wazabi_game.mover(&s)) != GAME_OVER;) {
        game_action actions[GAME_ACTIONS_MAX];
        if (mover == GAME_CHANCE) {
            wazabi_game.apply(&s, wazabi_game.sample(&s, rng), NULL);
            continue;
        }
        const size_t n = wazabi_game.actions(&s, mover, actions);
        if (mover - 1 == watcher)
            count(&s, watcher, greedy);
        wazabi_game.apply(&s,
                          greedy && mover - 1 != watcher
                              ? wazabi_greedy_choice(&s, mover - 1, actions, n)
                              : wazabi_best(&s, mover - 1, actions, n),
                          NULL);
    }
}

static void set_weights(const struct tally *t, uint8_t weight[WAZABI_KINDS])
{
    for (int card = 0; card < WAZABI_KINDS; card++) {
        /* With a hundred fair cards more as a prior; never 0. */
        const double ratio = (t->held[card] + 100) / (t->fair[card] + 100);
        weight[card] = (uint8_t)lrint(fmax(1, fmin(255, ratio * WAZABI_HANDS_FAIR)));
    }
}

static bool write_table(FILE *out)
{
    struct wazabi_hands_table table = {
        .header = {.length = sizeof table, .rows = sizeof tally / sizeof(struct tally)}};
    memcpy(table.header.magic, WAZABI_HANDS_MAGIC, sizeof table.header.magic);
    for (int greedy = 0; greedy < 2; greedy++) {
        for (int more = 0; more < 2; more++) {
            for (int dice = 0; dice < WAZABI_HANDS_DICE; dice++) {
                for (int cards = 0; cards < WAZABI_HANDS_CARDS; cards++)
                    set_weights(&tally[greedy][more][dice][cards],
                                table.weight[greedy][more][dice][cards]);
            }
        }
    }
    return fwrite(&table, sizeof table, 1, out) == 1 && fflush(out) == 0;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: wazabi_hands GAMES SEED >data/wazabi-hands.table\n");
        return 2;
    }
    const int games = atoi(argv[1]);
    struct rng rng;
    rng_seed(&rng, strtoull(argv[2], NULL, 10));
    for (int game = 0; game < games; game++) {
        for (int greedy = 0; greedy < 2; greedy++) {
            play_game(2, greedy, game % 2, &rng);
            play_game(4, greedy, game % 4, &rng);
        }
    }
    if (!write_table(stdout)) {
        perror("wazabi_hands");
        return 1;
    }
    return 0;
}
