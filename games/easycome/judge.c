/* The judge of Easy Come Easy Go uses its solution: exact for two players, an equilibrium for more.
 */
#include <string.h>

#include "agents/judge.h"
#include "base/lang.h"
#include "games/easycome/solve/solution.h"

static const struct easycome_solution *solution_for(const struct game_settings *settings,
                                                    struct text *why)
{
    struct easycome state;
    if (!easycome_game.start(&state, settings, why))
        return NULL;
    return easycome_solution_shared(easycome_rules_of(&state), why);
}

static bool ready(const struct game_settings *settings, struct text *why)
{
    return solution_for(settings, why) != NULL;
}

static void *open_memory(const struct game_settings *settings, int depth)
{
    (void)depth;
    return (void *)solution_for(settings, TEXT_UNREAD); /* shared, and never freed */
}

static void close_memory(void *memory)
{
    (void)memory;
}

/* With two players only rounding; with more, what a player could still gain in the equilibrium. */
static double error_of(const struct easycome_solution *solution)
{
    return solution->noise > 0 ? solution->gain : 0;
}

static void judge_state(void *memory, const void *state, const struct game_history *history,
                        struct rng *rng, struct judgement *judged)
{
    (void)history;
    (void)rng;
    memset(judged, 0, sizeof *judged);
    easycome_solution_chances(memory, state, judged->share);
    judged->error = error_of(memory);
}

static void judge_actions(void *memory, const void *view, const struct game_history *history,
                          int seat, const game_action actions[], size_t count, struct rng *rng,
                          struct judgement judged[])
{
    struct easycome_plan plan;
    (void)history;
    (void)seat;
    (void)rng;
    easycome_plan_make(memory, view, &plan);
    for (size_t i = 0; i < count; i++) {
        memset(&judged[i], 0, sizeof judged[i]);
        easycome_plan_action(&plan, view, actions[i], judged[i].share);
        judged[i].error = error_of(memory);
    }
}

const struct judge easycome_judge = {
    .game = &easycome_game,
    .how = mark("from the solved game: exact for two players, an equilibrium for more"),
    .rest = mark("rounding"),
    .verdict = {0.005, 0.1, 0.25, 0.5, 0.9, 2},
    .ready = ready,
    .depths = 1,
    .usual = 1,
    .open = open_memory,
    .close = close_memory,
    .state = judge_state,
    .actions = judge_actions,
};
