/* sim.h: many games between bots, as fast as the rules go.
 *
 * Games are played in blocks; block k draws from "the seed, then k jumps", and everything that is
 * counted is an integer, so the result is the same whatever the number of threads. */
#ifndef CORNET_MATCH_SIM_H
#define CORNET_MATCH_SIM_H

#include <stdbool.h>
#include <stdint.h>

#include "agents/agent.h"
#include "games/game.h"
#include "match/driver.h"

struct sim_job {
    const struct game *game;
    struct game_settings settings;
    struct span agent[GAME_SEATS_MAX]; /* `name` or `name:key=value:…`, one for each seat */
    uint64_t games;
    uint64_t seed;
    int threads;
    void (*progress)(uint64_t games_done,
                     void *context); /* may be NULL; from one thread at a time */
    void *context;
};

struct sim_counts {
    uint64_t games;
    uint64_t moves;                         /* player actions and chance outcomes */
    uint64_t turns;                         /* as the game counts them */
    uint64_t decisions;                     /* a seat had more than one legal action */
    uint64_t forced;                        /* a seat had exactly one */
    uint64_t share[GAME_SEATS_MAX];         /* sums, in sixtieths */
    uint64_t share_squared[GAME_SEATS_MAX]; /* sums of squares of those */
};

struct sim_result {
    struct sim_counts counts;
    double seconds;
    bool reproducible; /* no agent plays on a time budget */
};

/* False with a reason where the settings or the agents are not possible. */
bool sim_run(const struct sim_job *job, struct sim_result *result, struct text *why);

/* Plays one game after another: a thread's own, with nothing allocated while playing. Whoever makes
 * one sets the first two, opens the driver's bots, and frees the history. */
struct sim_player {
    const struct sim_job *job;
    const union game_state *start;
    struct driver driver;
    bool by_turns;       /* the dice of a turn do not depend on how many fell before it ... */
    uint64_t turns_seed; /* ... but on this and on how many turns had dice */
    struct game_history history;
    struct sim_counts counts;
};

/* One game, with the generator of the dice and that of the bots, which may be the same. Adds to the
 * counts and gives each seat's share in sixtieths. */
void sim_play(struct sim_player *player, struct rng *dice, struct rng *rng, uint8_t share[]);

/* A seat's mean share and its standard error. */
double sim_mean(const struct sim_counts *counts, int seat);
double sim_standard_error(const struct sim_counts *counts, int seat);

#endif
