/* Wazabi judged by playing on: its greedy bots from here to the end, many times. */
#include <stdlib.h>

#include "agents/rollout.h"
#include "base/lang.h"
#include "base/memory.h"
#include "games/wazabi.h"

extern const struct judge wazabi_judge;

enum { GAMES = 4000 };

static bool ready(const struct game_settings *settings, struct text *why)
{
    (void)settings;
    (void)why;
    return true;
}

static void *open_memory(const struct game_settings *settings)
{
    struct rollout *rollout = memory_new(1, sizeof *rollout);
    rollout_open(rollout, &wazabi_game, settings, "greedy", GAMES);
    return rollout;
}

static void close_memory(void *memory)
{
    rollout_close(memory);
    free(memory);
}

static void judge_state(void *memory, const void *state, const struct game_side *side,
                        struct rng *rng, struct judge_word *word)
{
    rollout_state(memory, state, side, rng, word);
}

static void judge_actions(void *memory, const void *view, const struct game_side *side, int seat,
                          const game_action actions[], size_t count, struct rng *rng,
                          struct judge_word word[])
{
    (void)seat;
    rollout_actions(memory, view, side, actions, count, rng, word);
}

const struct judge wazabi_judge = {
    .game = &wazabi_game,
    .how = mark("estimated by playing on 4000 times with greedy bots; ± is one standard error"),
    .ready = ready,
    .open = open_memory,
    .close = close_memory,
    .state = judge_state,
    .actions = judge_actions,
};
