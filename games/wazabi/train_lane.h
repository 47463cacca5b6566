/* wazabi_lane: games of Wazabi from which a network learns.
 *
 * A lane plays game after game with a network of its own and learns after each. It depends on
 * nothing but its table, its network and its random numbers, so that lanes may be played by any
 * number of threads.
 *
 * This is TD(lambda): each position of a game is moved towards a mixture of the result and the
 * network's values of the positions in between. Every seat that learns plays the action whose
 * position its network evaluates best, and now and then a random one; the positions before a
 * random action do not learn from what came after it. */
#ifndef CORNET_GAMES_WAZABI_TRAIN_LANE_H
#define CORNET_GAMES_WAZABI_TRAIN_LANE_H

#include "agents/agent.h"
#include "games/wazabi/train_weights.h"

/* The games that are played. */
struct wazabi_table {
    int players;   /* 0: three to six, sometimes in teams; in teams: four or six */
    bool teams;    /* always */
    int games;     /* of a tournament; 1: none; 0: two to five */
    int greedy;    /* per cent of the games in which all seats but one are `greedy` */
    bool varied;   /* now and then others than the usual numbers of dice */
    bool standing; /* the network sees the standing in a tournament; with any number of players, two
                      of three begin with the last game */
    bool open;     /* the network sees all hands */
};

struct wazabi_sample {
    struct wazabi_inputs at;
    float value;
    bool random; /* the action after it was random */
};

enum { WAZABI_LANE_SAMPLES = 2000 };

/* A lane owns its network, and the positions of a game as each seat saw them. */
struct wazabi_lane {
    struct wazabi_weights weights;
    struct wazabi_table table;
    struct bot *rival; /* plays all seats but one (in teams: two); NULL: nobody */
    struct rng rng;
    struct game_history history; /* of the game, for the rival */
    bool learns;                 /* otherwise it plays its best, and nothing changes */
    unsigned greedy, rivals;     /* bitmasks of seats, in this game */
    struct wazabi_sample sample[WAZABI_SEATS][WAZABI_LANE_SAMPLES];
    size_t samples[WAZABI_SEATS];
};

/* A new table; `games`: of a tournament, or 1. */
void wazabi_lane_start(int players, bool teams, int games, struct wazabi *s);

/* Plays on to the end, each seat by its network, NULL being `greedy`. `watch`, unless NULL, is
 * called before each decision; seats count from 0. */
typedef void wazabi_lane_watch(void *context, const struct wazabi *s, int seat);
void wazabi_lane_finish(struct wazabi *s, const struct wazabi_net *const net[], struct rng *rng,
                        wazabi_lane_watch *watch, void *context);

/* Plays a game and learns from it. Returns the share of the seats that learn, where others sit
 * too: from 0 to 1. `seat` (from 0, modulo the number of players) is theirs. */
double wazabi_lane_play(struct wazabi_lane *lane, int seat, float rate);

#endif
