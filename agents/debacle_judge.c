/* Débâcle judged by its engine: each choice by a search of its own, short for all of them and
 * longer for those that may be the best. The error is how far the value moved in the last part of
 * it.
 *
 * A state is worth what its best choice is worth, by the same searches: they are remembered, so
 * that what a state and its choices are said to be worth cannot disagree. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/debacle_search.h"
#include "agents/judge.h"
#include "base/lang.h"
#include "base/memory.h"

extern const struct judge debacle_judge;

enum {
    FIRST_NODES = 100,
    NODES = 1500,
    PAIR_NODES = 12000,
    LEADERS = 5,
    TABLE_BITS = 11,
    PLAYERS = 2
};

struct memory {
    struct debacle_searcher *searcher;
    struct game_history side;
    struct debacle s; /* whose actions were judged last, */
    size_t count;     /* so many; 0: none yet */
    size_t past;      /* after a trail of so many positions */
    game_action action[GAME_ACTIONS_MAX];
    struct judgement word[GAME_ACTIONS_MAX];
};

static bool ready(const struct game_settings *settings, struct text *why)
{
    (void)settings;
    (void)why;
    return true;
}

static void *open_memory(const struct game_settings *settings)
{
    struct memory *m = memory_new(1, sizeof *m);
    (void)settings;
    m->searcher = debacle_searcher_new(TABLE_BITS, 1);
    return m;
}

static void close_memory(void *memory)
{
    struct memory *m = memory;
    debacle_searcher_free(m->searcher);
    game_history_free(&m->side);
    free(m);
}

static void set_past(struct memory *m, const struct game_history *side)
{
    m->side.trail_count = 0;
    for (size_t i = 0; side && i < side->trail_count; i++)
        game_trail_add(&m->side, side->trail[i]);
}

/* The side to move's share by a search of so many nodes. */
static double search(struct memory *m, const struct debacle *s, uint64_t nodes)
{
    const struct debacle_limits limits = {.depth = DEBACLE_PLY_MAX / 2, .nodes = nodes};
    struct debacle_answer answer;
    debacle_search(m->searcher, s, &m->side, &limits, &answer);
    return 0.5 + answer.value / (2.0 * DEBACLE_WON);
}

/* What the action leads to, by a quarter of so many nodes and then by all of them. */
static void judge_after(struct memory *m, const struct debacle *at, const struct game_history *side,
                        game_action action, uint64_t nodes, struct rng *rng, struct judgement *word)
{
    struct debacle s = *at;
    set_past(m, side);
    debacle_game.apply(&s, action, &m->side);
    while (debacle_game.mover(&s) == GAME_CHANCE) /* a new round's dice */
        debacle_game.apply(&s, debacle_game.sample(&s, rng), &m->side);
    if (debacle_game.mover(&s) == GAME_OVER) {
        judge_result(&debacle_game, &s, PLAYERS, word);
        return;
    }
    const double quarter = search(m, &s, nodes / 4), all = search(m, &s, nodes);
    const int mover = debacle_game.mover(&s) - 1;
    memset(word, 0, sizeof *word);
    word->share[mover] = all;
    word->share[1 - mover] = 1 - all;
    word->error = fabs(all - quarter);
}

static size_t find_best(const struct memory *m, int seat)
{
    size_t best = 0;
    for (size_t i = 1; i < m->count; i++) {
        if (m->word[i].share[seat - 1] > m->word[best].share[seat - 1])
            best = i;
    }
    return best;
}

/* What the last of the LEADERS best is worth. */
static double share_of_last_leader(const struct memory *m, int seat)
{
    double leader[LEADERS] = {0};
    for (size_t i = 0; i < m->count; i++) {
        double share = m->word[i].share[seat - 1];
        for (int j = 0; j < LEADERS; j++) {
            if (share > leader[j]) {
                const double less = leader[j];
                leader[j] = share;
                share = less;
            }
        }
    }
    return leader[LEADERS - 1];
}

/* Judges the actions, unless they are those that were judged last. */
static void ask(struct memory *m, const struct debacle *s, const struct game_history *side,
                const game_action actions[], size_t count, struct rng *rng)
{
    const int seat = debacle_game.mover(s);
    const size_t past = side ? side->trail_count : 0;
    if (m->count == count && m->past == past && memcmp(&m->s, s, sizeof *s) == 0 &&
        memcmp(m->action, actions, count * sizeof *actions) == 0)
        return;
    m->s = *s;
    m->count = count;
    m->past = past;
    memcpy(m->action, actions, count * sizeof *actions);
    for (size_t i = 0; i < count && count > 2; i++)
        judge_after(m, s, side, actions[i], FIRST_NODES, rng, &m->word[i]);
    const double good = count > LEADERS ? share_of_last_leader(m, seat) : 0;
    for (size_t i = 0; i < count; i++) {
        if (count <= LEADERS || m->word[i].share[seat - 1] >= good)
            judge_after(m, s, side, actions[i], count > 2 ? NODES : PAIR_NODES, rng, &m->word[i]);
    }
    const size_t best = find_best(m, seat);
    for (size_t i = 0; i < count; i++)
        m->word[i].apart = fmax(m->word[i].error, m->word[best].error);
}

static void judge_state(void *memory, const void *state, const struct game_history *side,
                        struct rng *rng, struct judgement *word)
{
    struct memory *m = memory;
    game_action actions[GAME_ACTIONS_MAX];
    struct debacle s;
    struct game_history past = {0};
    memcpy(&s, state, sizeof s);
    for (size_t i = 0; side && i < side->trail_count; i++)
        game_trail_add(&past, side->trail[i]);
    while (debacle_game.mover(&s) == GAME_CHANCE) /* who starts, and with which dice */
        debacle_game.apply(&s, debacle_game.sample(&s, rng), &past);
    const int seat = debacle_game.mover(&s);
    const size_t count = debacle_game.actions(&s, seat, actions);
    ask(m, &s, &past, actions, count, rng);
    *word = m->word[find_best(m, seat)];
    game_history_free(&past);
}

static void judge_actions(void *memory, const void *view, const struct game_history *side, int seat,
                          const game_action actions[], size_t count, struct rng *rng,
                          struct judgement word[])
{
    struct memory *m = memory;
    struct debacle s;
    (void)seat;
    memcpy(&s, view, sizeof s);
    ask(m, &s, side, actions, count, rng);
    memcpy(word, m->word, count * sizeof *word);
}

const struct judge debacle_judge = {
    .game = &debacle_game,
    .how = mark("estimated by the engine; ± is what the last part of its search changed"),
    .rest = mark("what the engine did not see coming"),
    .verdict = {0.004, 0.03, 0.06, 0.11, 0.2, 1},
    .ready = ready,
    .looks_longer = true,
    .open = open_memory,
    .close = close_memory,
    .state = judge_state,
    .actions = judge_actions,
};
