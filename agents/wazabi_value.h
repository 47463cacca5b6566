/* wazabi_value: what a position of Wazabi is worth to a seat that sees only its view, and the
 * action that leads to the best one.
 *
 * A position is judged between two turns: what everybody has, and who rolls next. A small network,
 * taught by play (tools/wazabi_train.c), gives the log-odds that the seat's side wins this game.
 * Everything is whole numbers, the same on every machine. Nothing here looks at another hand or at
 * the pile, so that a view and the whole state give the same answer. */
#ifndef CORNET_AGENTS_WAZABI_VALUE_H
#define CORNET_AGENTS_WAZABI_VALUE_H

#include "games/wazabi.h"

enum {
    WAZABI_NET_HIDDEN = 64,
    WAZABI_NET_ROWS_TWO = 454, /* inputs of the network for two players */
    WAZABI_NET_ROWS = 689,     /* and of the one for more */
    WAZABI_NET_INPUTS = 96,    /* set in one position, at the most */
    WAZABI_NET_OUT_ONE = 2048, /* what stands for 1 in the output's weights */
    WAZABI_ODDS_ONE = 1024,    /* what stands for 1 in log-odds */
    WAZABI_ODDS_WON = 1000000,
};

/* The position that an action leads to, as its seat may foresee it. */
struct wazabi_after {
    struct wazabi s;
    int next;    /* who rolls next, skips or not */
    int unknown; /* cards that the seat is about to draw or to take unseen */
    int played;  /* 1 + the card just played; then: none was, cards were kept; 0: a turn begins */
    bool won;    /* by the seat that acts */
};

void wazabi_look_ahead(const struct wazabi *s, int seat, game_action action,
                       struct wazabi_after *after);

/* The rows of the network's inputs that are set, as `seat` sees the position. */
size_t wazabi_net_inputs(const struct wazabi_after *after, int seat,
                         uint16_t out[WAZABI_NET_INPUTS]);

/* The log-odds that the seat's side wins the game, where the others play as well as it does, and
 * where they are `greedy`. */
int wazabi_odds(const struct wazabi_after *after, int seat);
int wazabi_odds_among_greedy(const struct wazabi_after *after, int seat);

/* The first of these for a state in which `s->seat` is about to roll. */
int wazabi_odds_at_roll(const struct wazabi *s, int seat);

/* The log-odds after each action; a won game is WAZABI_ODDS_WON. A die that is given is judged by
 * the best card that can follow it. */
void wazabi_judge_actions(const struct wazabi *s, int seat, const game_action actions[],
                          size_t count, int odds[]);
void wazabi_judge_among_greedy(const struct wazabi *s, int seat, const game_action actions[],
                               size_t count, int odds[]);

/* The same by somebody else's log-odds: for teaching. */
typedef int wazabi_odds_of(const void *judge, const struct wazabi_after *after, int seat);

void wazabi_judge_actions_by(wazabi_odds_of *judged, const void *judge, const struct wazabi *s,
                             int seat, const game_action actions[], size_t count, int odds[]);

/* Where the highest odds stand. */
size_t wazabi_highest(const int odds[], size_t count);

/* The action with the best odds, among equals. */
game_action wazabi_best(const struct wazabi *s, int seat, const game_action actions[],
                        size_t count);

#endif
