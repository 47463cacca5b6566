/* playout.h: the inner loop of games between random agents, compiled together with a game's rules.
 *
 * A rules.c includes this file last and passes its own `struct game`, a constant: the compiler then
 * calls the game's functions directly, and inlines them. The moves, the order of the random numbers
 * and the counts are those of sim_play. */
#ifndef CORNET_GAME_PLAYOUT_H
#define CORNET_GAME_PLAYOUT_H

#include "game/game.h"

/* An action of the mover, all equally likely; draws no number if there is only one. Sets whether
 * there was a choice. */
typedef game_action playout_pick(const struct game *game, const void *state, int seat,
                                 struct rng *rng, bool *choice);

/* By listing the actions. */
static inline __attribute__((always_inline)) game_action
playout_pick_listed(const struct game *game, const void *state, int seat, struct rng *rng,
                    bool *choice)
{
    game_action list[GAME_ACTIONS_MAX];
    const size_t count = game->actions(state, seat, list);
    *choice = count > 1;
    return list[*choice ? rng_below(rng, (uint32_t)count) : 0];
}

/* `game` is a constant where this is called; see play_out in game.h. */
static inline __attribute__((always_inline)) void
playout_loop(const struct game *game, playout_pick *pick, void *state, uint64_t most,
             struct game_history *history, struct rng *shared_rng, struct game_tally *tally)
{
    struct rng own = *shared_rng, *rng = &own;
    uint64_t moves = 0, turns = 0, decisions = 0, forced = 0;
    for (int mover; moves < most && (mover = game->mover(state)) >= GAME_CHANCE; moves++) {
        game_action action;
        if (mover == GAME_CHANCE) {
            action = game->sample(state, rng);
        } else {
            bool choice;
            action = pick(game, state, mover, rng, &choice);
            decisions += choice;
            forced += !choice;
        }
        turns += game->apply(state, action, history);
    }
    *shared_rng = own;
    tally->moves += moves;
    tally->turns += turns;
    tally->decisions += decisions;
    tally->forced += forced;
}

#endif
