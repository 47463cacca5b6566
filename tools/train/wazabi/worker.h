/* wazabi_worker: training games of Wazabi.
 *
 * A worker plays games with its own network and learns after each. A worker depends only on its
 * table, its network and its random numbers, so any number of threads may run workers.
 *
 * This is TD(lambda): each position of a game is moved towards a mixture of the result and the
 * network's values of the positions in between. Every learning seat plays the action with the
 * best-rated position, and sometimes a random one. Positions before a random action do not learn
 * from the positions after it. */
#ifndef CORNET_TOOLS_TRAIN_WAZABI_WORKER_H
#define CORNET_TOOLS_TRAIN_WAZABI_WORKER_H

#include "agents/agent.h"
#include "tools/train/wazabi/weights.h"

/* The kind of games to play. */
struct wazabi_table {
    int players; /* 0: three to six, sometimes in teams; with teams: four or six */
    bool teams;  /* always */
    int games;   /* of a tournament; 1: single games; 0: two to five */
    int greedy;  /* percentage of games in which all seats but one are `greedy` */
    bool varied; /* sometimes starts with unusual numbers of dice */
    /* the network sees the standing in a tournament; with any number of players, two of three begin
     * with the last game */
    bool standing;
};

struct wazabi_sample {
    struct wazabi_inputs at;
    float value;
    bool random; /* a random action followed */
};

enum { WAZABI_WORKER_SAMPLES = 2000 };

/* A worker owns its network, and the positions of a game as each seat saw them. */
struct wazabi_worker {
    struct wazabi_weights weights;
    struct wazabi_table table;
    struct rng rng;
    unsigned greedy; /* a bitmask of seats, in this game */
    struct wazabi_sample sample[WAZABI_SEATS][WAZABI_WORKER_SAMPLES];
    size_t samples[WAZABI_SEATS];
};

/* Starts a game; `games`: of a tournament, or 1. */
void wazabi_worker_start(int players, bool teams, int games, struct wazabi *s);

/* Plays to the end. Each seat uses its network; NULL means `greedy`. Calls `watch`, unless it is
 * NULL, before each decision; seats count from 0. */
typedef void wazabi_worker_watch(void *context, const struct wazabi *s, int seat);
void wazabi_worker_finish(struct wazabi *s, const struct wazabi_net *const net[], struct rng *rng,
                          wazabi_worker_watch *watch, void *context);

/* Plays a game and learns from it. `seat` (from 0, modulo the number of players) is the seat that
 * is never greedy. */
void wazabi_worker_play(struct wazabi_worker *worker, int seat, float rate);

#endif
