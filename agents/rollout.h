/* rollout: estimates by playing on, many times, with a bot in every seat. */
#ifndef CORNET_AGENTS_ROLLOUT_H
#define CORNET_AGENTS_ROLLOUT_H

#include "agents/agent.h"
#include "agents/judge.h"

struct rollout {
    const struct game *game;
    int players;
    int games; /* to play for each estimate */
    struct bot bot[GAME_SEATS_MAX];
    struct game_side side;
};

/* The agent plays the game with these settings, as the caller knows. */
void rollout_open(struct rollout *rollout, const struct game *game,
                  const struct game_settings *settings, const char *agent, int games);
void rollout_close(struct rollout *rollout);

/* From a state with everything in it. */
void rollout_state(struct rollout *rollout, const void *state, const struct game_side *side,
                   struct rng *rng, struct judge_word *word);

/* After each of the seat's actions, from worlds that its view allows: the same worlds for each. */
void rollout_actions(struct rollout *rollout, const void *view, const struct game_side *side,
                     const game_action actions[], size_t count, struct rng *rng,
                     struct judge_word word[]);

#endif
