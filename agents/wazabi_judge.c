/* Wazabi judged by playing on for some turns with what the network likes best, many times, and then
 * by the network.
 *
 * A choice is judged in worlds that its seat's view allows. A state is judged as it is; where it is
 * a seat's decision, as if the best choices were made up to the next dice or card. Every estimate
 * draws the same random numbers, and one that was just made is remembered, so that playing the best
 * choice changes nothing. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/judge.h"
#include "agents/wazabi_search.h"
#include "agents/wazabi_value.h"
#include "base/lang.h"
#include "base/memory.h"

extern const struct judge wazabi_judge;

enum { HORIZON = 5 };                 /* turns to play on */
enum { FIRST = 250, SAMPLES = 1000 }; /* for each choice; for those that may be the best */
enum { KNOWN = 8 };

struct known {
    struct wazabi s;
    struct judgement word;
};

/* A decision, and what each of its choices is worth. */
struct asked {
    struct wazabi view;
    int seat; /* 0: none yet */
    size_t count, best;
    game_action action[GAME_ACTIONS_MAX];
    struct judgement word[GAME_ACTIONS_MAX];
};

/* What was judged last. */
struct memory {
    struct known known[KNOWN];
    struct asked asked[KNOWN];
    int known_count, asked_count; /* ever */
};

/* ---- playing on ---- */

/* What everybody may expect; `since` says which game of a tournament counts. */
static void play_on(const struct wazabi *since, struct wazabi *s, struct rng *rng, double share[])
{
    game_action actions[GAME_ACTIONS_MAX];
    double total = 0;
    for (int turns = 0; !wazabi_is_decided(since, s);) {
        const int mover = wazabi_game.mover(s);
        if (mover == GAME_CHANCE) {
            if (s->phase == WAZABI_ROLL && turns++ >= HORIZON)
                break;
            wazabi_game.apply(s, wazabi_game.sample(s, rng), NULL);
        } else {
            const size_t count = wazabi_game.actions(s, mover, actions);
            wazabi_game.apply(s, count > 1 ? wazabi_best(s, mover - 1, actions, count) : actions[0],
                              NULL);
        }
    }
    wazabi_expect(since, s, share);
    for (int seat = 0; seat < s->players; seat++)
        total += share[seat];
    for (int seat = 0; seat < s->players; seat++)
        share[seat] /= total;
}

struct sums {
    double share[WAZABI_SEATS], square[WAZABI_SEATS];
    int count;
};

static void add_sample(struct sums *sums, const double share[], int players)
{
    for (int seat = 0; seat < players; seat++) {
        sums->share[seat] += share[seat];
        sums->square[seat] += share[seat] * share[seat];
    }
    sums->count++;
}

/* Means, and the largest of their standard errors. */
static void conclude(const struct sums *sums, int players, struct judgement *word)
{
    const double n = sums->count;
    memset(word, 0, sizeof *word);
    for (int seat = 0; seat < players; seat++) {
        const double mean = sums->share[seat] / n;
        word->share[seat] = mean;
        word->error = fmax(word->error, sqrt(fmax(sums->square[seat] / n - mean * mean, 0) / n));
    }
}

/* ---- choices ---- */

/* Some more samples of a choice; the seat's own are kept one by one. */
static void try_action(const struct wazabi *view, int seat, game_action action, int until,
                       struct sums *sums, float sample[])
{
    while (sums->count < until) {
        struct wazabi s = *view;
        struct rng rng;
        double share[WAZABI_SEATS];
        rng_seed(&rng, (uint64_t)sums->count);
        wazabi_game.guess(&s, &rng);
        wazabi_game.apply(&s, action, NULL);
        play_on(view, &s, &rng, share);
        sample[sums->count] = (float)share[seat - 1];
        add_sample(sums, share, view->players);
    }
}

static size_t find_best(const struct judgement word[], size_t count, int seat)
{
    size_t best = 0;
    for (size_t i = 1; i < count; i++) {
        if (word[i].share[seat - 1] > word[best].share[seat - 1])
            best = i;
    }
    return best;
}

/* Few samples for all; many for those that may be the best. */
static void judge_choices_anew(struct asked *a)
{
    struct sums *sums = memory_new(a->count, sizeof *sums);
    float *sample = memory_new(a->count * SAMPLES, sizeof *sample);
    for (int until = FIRST; until <= SAMPLES; until *= 2) {
        for (size_t i = 0; i < a->count; i++) {
            const double behind =
                a->word[a->best].share[a->seat - 1] - a->word[i].share[a->seat - 1];
            if (until > FIRST && behind > 3 * a->word[i].apart)
                continue;
            try_action(&a->view, a->seat, a->action[i], until, &sums[i], sample + i * SAMPLES);
            conclude(&sums[i], a->view.players, &a->word[i]);
        }
        a->best = find_best(a->word, a->count, a->seat);
        for (size_t i = 0; i < a->count; i++)
            a->word[i].apart = judge_distance_error(sample + a->best * SAMPLES,
                                                    sample + i * SAMPLES, sums[i].count);
    }
    free(sample);
    free(sums);
}

static const struct asked *ask_choices(struct memory *m, const struct wazabi *view, int seat,
                                       const game_action actions[], size_t count)
{
    for (int i = 0; i < KNOWN; i++) {
        const struct asked *a = &m->asked[i];
        if (a->seat == seat && a->count == count && memcmp(&a->view, view, sizeof *view) == 0 &&
            memcmp(a->action, actions, count * sizeof *actions) == 0)
            return a;
    }
    struct asked *a = &m->asked[m->asked_count++ % KNOWN];
    *a = (struct asked){.view = *view, .seat = seat, .count = count};
    memcpy(a->action, actions, count * sizeof *actions);
    judge_choices_anew(a);
    return a;
}

/* ---- states ---- */

static void judge_as_it_is(struct memory *m, const struct wazabi *s, struct judgement *word)
{
    struct sums sums = {{0}, {0}, 0};
    for (int i = 0; i < KNOWN; i++) {
        if (m->known[i].s.players && memcmp(&m->known[i].s, s, sizeof *s) == 0) {
            *word = m->known[i].word;
            return;
        }
    }
    while (sums.count < SAMPLES) {
        struct wazabi at = *s;
        struct rng rng;
        double share[WAZABI_SEATS];
        rng_seed(&rng, (uint64_t)sums.count);
        play_on(s, &at, &rng, share);
        add_sample(&sums, share, s->players);
    }
    conclude(&sums, s->players, word);
    m->known[m->known_count++ % KNOWN] = (struct known){*s, *word};
}

static bool ready(const struct game_settings *settings, struct text *why)
{
    (void)settings;
    (void)why;
    return true;
}

static void *open_memory(const struct game_settings *settings)
{
    (void)settings;
    return memory_new(1, sizeof(struct memory));
}

static void close_memory(void *memory)
{
    free(memory);
}

static void judge_state(void *memory, const void *state, const struct game_history *history,
                        struct rng *rng, struct judgement *word)
{
    struct memory *m = memory;
    struct wazabi s;
    game_action actions[GAME_ACTIONS_MAX];
    (void)history;
    (void)rng;
    memcpy(&s, state, sizeof s);
    for (int seat; (seat = wazabi_game.mover(&s)) > 0;) {
        struct wazabi view = s;
        wazabi_game.hide(&view, seat);
        const size_t count = wazabi_game.actions(&view, seat, actions);
        const size_t best = count > 1 ? ask_choices(m, &view, seat, actions, count)->best : 0;
        wazabi_game.apply(&s, actions[best], NULL);
    }
    if (wazabi_game.mover(&s) == GAME_OVER)
        judge_result(&wazabi_game, &s, s.players, word);
    else
        judge_as_it_is(m, &s, word);
}

static void judge_actions(void *memory, const void *view, const struct game_history *history,
                          int seat, const game_action actions[], size_t count, struct rng *rng,
                          struct judgement word[])
{
    struct wazabi seen;
    (void)history;
    (void)rng;
    memcpy(&seen, view, sizeof seen);
    memcpy(word, ask_choices(memory, &seen, seat, actions, count)->word, count * sizeof *word);
}

const struct judge wazabi_judge = {
    .game = &wazabi_game,
    .how =
        mark("estimated by playing on for some turns, up to 1000 times, with what a network likes "
             "best, and then by the network; ± is one standard error"),
    .rest = mark("the noise of the estimates"),
    .verdict = {0.02, 0.25, 0.6, 1.2, 2.1, 3.4},
    .ready = ready,
    .open = open_memory,
    .close = close_memory,
    .state = judge_state,
    .actions = judge_actions,
};
