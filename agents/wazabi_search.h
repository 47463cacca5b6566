/* wazabi_search: information-set Monte Carlo tree search for Wazabi.
 *
 * Each iteration guesses a world that the seat's view allows (wazabi_hands.h) and whether the
 * others are greedy players in it or players like itself. It goes down a tree of what everybody can
 * see (choices, throws, the seat's own draws), adds one node to it, plays on from there until
 * everybody has had a turn, and asks the network who is ahead. A node's choices are those that are
 * legal in this world; how often a choice was there is counted apart from how often it was taken.
 * What nobody has tried yet is judged by the network. */
#ifndef CORNET_AGENTS_WAZABI_SEARCH_H
#define CORNET_AGENTS_WAZABI_SEARCH_H

#include "games/wazabi.h"

struct wazabi_searcher; /* the tree's memory; one for each thread */

struct wazabi_limits {
    uint64_t iterations; /* for each action, shared among them; 0: no limit; where neither limit is
                            set, one for each action */
    int time_ms;         /* 0: no limit */
    int greedy;          /* worlds of a hundred in which the others are `greedy`, as long as none of
                            them has done what no greedy player does */
};

/* What the search thinks of each action: the chance that the seat's side wins, and its visits. */
struct wazabi_answer {
    double value[GAME_ACTIONS_MAX];
    uint64_t visits[GAME_ACTIONS_MAX];
    uint64_t iterations;
    size_t best;
};

/* Whether the game that was under way at `since` is over. */
bool wazabi_is_decided(const struct wazabi *since, const struct wazabi *s);

/* What each seat's side may expect of that game, from 0 to 1: its result, or what the network
 * thinks before a roll. In a tournament with games left, what the points of this game make of its
 * standing.
 */
void wazabi_expect(const struct wazabi *since, const struct wazabi *s, double out[]);

struct wazabi_searcher *wazabi_searcher_new(void);
void wazabi_searcher_free(struct wazabi_searcher *searcher);

/* From the view of the seat (from 1), whose legal actions these are; `side` has the trail, NULL for
 * none. */
void wazabi_search(struct wazabi_searcher *searcher, const struct wazabi *view,
                   const struct game_history *history, int seat, const game_action actions[],
                   size_t count, const struct wazabi_limits *limits, struct rng *rng,
                   struct wazabi_answer *answer);

#endif
