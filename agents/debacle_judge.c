/* Débâcle judged by its engine: each choice by a search of its own. The error is how far the value
 * moved between a quarter of the search and all of it. */
#include <stdlib.h>
#include <string.h>

#include "agents/debacle_search.h"
#include "agents/judge.h"
#include "base/lang.h"
#include "base/memory.h"

extern const struct judge debacle_judge;

enum { STATE_NODES = 4000, ACTION_NODES = 800, TABLE_BITS = 16, PLAYERS = 2 };

struct memory {
    struct debacle_searcher *searcher;
    struct game_side side;
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
    game_side_free(&m->side);
    free(m);
}

static void set_past(struct memory *m, const struct game_side *side)
{
    m->side.trail_count = 0;
    for (size_t i = 0; side && i < side->trail_count; i++)
        game_trail_add(&m->side, side->trail[i]);
}

/* The side to move's share by a search of so many nodes. */
static double search(struct memory *m, const struct debacle *s, uint64_t nodes)
{
    const struct debacle_limits limits = {.depth = DEBACLE_PLY_MOST / 2, .nodes = nodes};
    struct debacle_answer answer;
    debacle_search(m->searcher, s, &m->side, &limits, &answer);
    return 0.5 + answer.value / (2.0 * DEBACLE_WON);
}

/* At the memory's past. A new round's dice are drawn: the search starts at its first turn. */
static void judge_here(struct memory *m, const struct debacle *at, uint64_t nodes, struct rng *rng,
                       struct judge_word *word)
{
    struct debacle s = *at;
    while (debacle_game.mover(&s) == GAME_CHANCE)
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
    word->error = all > quarter ? all - quarter : quarter - all;
}

static void judge_state(void *memory, const void *state, const struct game_side *side,
                        struct rng *rng, struct judge_word *word)
{
    set_past(memory, side);
    judge_here(memory, state, STATE_NODES, rng, word);
}

static void judge_actions(void *memory, const void *view, const struct game_side *side, int seat,
                          const game_action actions[], size_t count, struct rng *rng,
                          struct judge_word word[])
{
    struct memory *m = memory;
    (void)seat;
    for (size_t i = 0; i < count; i++) {
        struct debacle next;
        memcpy(&next, view, sizeof next);
        set_past(m, side);
        debacle_game.apply(&next, actions[i], &m->side);
        judge_here(m, &next, ACTION_NODES, rng, &word[i]);
    }
}

const struct judge debacle_judge = {
    .game = &debacle_game,
    .how = mark("estimated by the engine; ± is what the last part of its search changed"),
    .ready = ready,
    .open = open_memory,
    .close = close_memory,
    .state = judge_state,
    .actions = judge_actions,
};
