/* wazabi_search: information-set Monte Carlo tree search for Wazabi.
 *
 * Each iteration samples a world that the seat's view allows (wazabi_hands.h), and whether the
 * others in it are greedy or play as this agent does. It descends a tree of what the seat can see
 * (choices, throws, its own draws), adds one node, plays on until everybody has had a turn, and
 * evaluates with the network. A node's choices are those that are legal in this world; a choice
 * counts how often it was available and how often it was taken. The network gives the prior value
 * of every choice. */
#ifndef CORNET_AGENTS_WAZABI_SEARCH_H
#define CORNET_AGENTS_WAZABI_SEARCH_H

#include "games/wazabi.h"

struct wazabi_searcher; /* the tree's memory; one for each thread */

struct wazabi_limits {
    uint64_t iterations; /* per action, shared among the actions; 0: no limit; if neither limit is
                            set, one per action */
    int time_ms;         /* 0: no limit */
    const volatile int *stop; /* may be NULL; once it is set, the search ends */
    int greedy; /* per cent of the worlds in which the others are `greedy`, as long as none
                   of them has done what `greedy` never does */
};

/* For each action, the estimated chance that the seat's side wins, and its visits. */
struct wazabi_answer {
    double value[GAME_ACTIONS_MAX];
    uint64_t visits[GAME_ACTIONS_MAX];
    uint64_t iterations;
    size_t best;
};

/* Whether the game that was being played at `since` is over. */
bool wazabi_is_decided(const struct wazabi *since, const struct wazabi *s);

/* The expected result of that game for each seat's side, from 0 to 1: its result if it is over, or
 * the network's value before a roll. In a tournament with games left, the value of the standing
 * that the points of this game lead to. */
void wazabi_expect(const struct wazabi *since, const struct wazabi *s, double out[]);

struct wazabi_searcher *wazabi_searcher_new(void);
void wazabi_searcher_free(struct wazabi_searcher *searcher);

/* From the view of the seat (from 1), whose legal actions these are; `history` has the trail and
 * may be NULL. */
void wazabi_search(struct wazabi_searcher *searcher, const struct wazabi *view,
                   const struct game_history *history, int seat, const game_action actions[],
                   size_t count, const struct wazabi_limits *limits, struct rng *rng,
                   struct wazabi_answer *answer);

#endif
