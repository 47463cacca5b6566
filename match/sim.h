/* sim.h: plays many games between bots, as fast as possible.
 *
 * Games are played in blocks. Block k uses the generator of the seed after k jumps, and all counts
 * are integers, so the result does not depend on the number of threads. */
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
    struct span agent[GAME_SEATS_MAX]; /* of each seat: `name` or `name:key=value:…` */
    const struct agent_opener *opener; /* who makes the bots; NULL: bot_open */
    uint64_t games;
    uint64_t seed;
    int threads;
    void (*progress)(uint64_t games_done,
                     void *context); /* NULL, or called by one thread at a time */
    void *context;
};

struct sim_counts {
    uint64_t games;
    uint64_t moves;                         /* player actions and chance outcomes */
    uint64_t turns;                         /* as the game counts them */
    uint64_t decisions;                     /* of seats with more than one legal action */
    uint64_t forced;                        /* moves of seats with exactly one */
    uint64_t share[GAME_SEATS_MAX];         /* sums, in units of 1/GAME_WHOLE */
    uint64_t share_squared[GAME_SEATS_MAX]; /* sums of their squares */
    uint64_t forfeits[GAME_SEATS_MAX];      /* games that the seat's bot could not end */
};

struct sim_result {
    struct sim_counts counts;
    double seconds;
    bool reproducible; /* no agent has a time budget */
};

/* False with a reason if the settings or the agents are not possible. */
bool sim_run(const struct sim_job *job, struct sim_result *result, struct text *why);

/* Plays one game after another on one thread, without allocating memory. The caller sets `job` and
 * `start`, opens the driver's bots, and frees the history. */
struct sim_player {
    const struct sim_job *job;
    const union game_state *start;
    struct driver driver;
    /* The dice of a turn are seeded from `turns_seed` and the number of turns with dice before it,
     * not by how many dice fell in those. */
    bool by_turns;
    uint64_t turns_seed;
    struct game_history history;
    struct sim_counts counts;
};

/* Plays one game with the generator of the dice and that of the bots, which may be the same. Adds
 * to the counts; `share` gets each seat's share in units of 1/GAME_WHOLE. */
void sim_play(struct sim_player *player, struct rng *dice, struct rng *rng, uint8_t share[]);

/* The mean share of a seat (from 0), and its standard error. */
double sim_mean(const struct sim_counts *counts, int seat);
double sim_standard_error(const struct sim_counts *counts, int seat);

#endif
