/* wazabi_value: evaluates positions of Wazabi for a seat that sees only its view, and finds the
 * action that leads to the best one.
 *
 * A position is evaluated between two turns: what everybody has, and who rolls next. A small
 * network, trained by self-play (train/wazabi.c), gives the log-odds that the seat's side
 * wins this game. All arithmetic is in integers, with the same result on every machine. Nothing
 * here reads another hand or the pile, so that a view and the whole state give the same result. */
#ifndef CORNET_AGENTS_WAZABI_VALUE_H
#define CORNET_AGENTS_WAZABI_VALUE_H

#include "games/wazabi.h"

enum {
    WAZABI_NET_HIDDEN = 64,
    WAZABI_NET_ROWS_TWO = 454, /* inputs of the network for two players */
    WAZABI_NET_ROWS = 689,     /* and of the one for more */
    WAZABI_NET_INPUTS = 96,    /* the most that can be set in one position */
    WAZABI_NET_OUT_ONE = 2048, /* 1 in the output's weights */
    WAZABI_ODDS_ONE = 1024,    /* 1 in log-odds */
    WAZABI_ODDS_WON = 1000000, /* instead of log-odds: the game is won */
};

/* The position after an action, as far as its seat can predict it. */
struct wazabi_after {
    struct wazabi s;
    int next;    /* the seat that rolls next */
    int unknown; /* cards that the seat will draw or steal */
    int played;  /* 1 + the card just played; WAZABI_KINDS + 1: none; WAZABI_KINDS + 2: cards were
                    kept; 0: a turn begins */
    bool won;    /* by the seat that acts */
};

void wazabi_look_ahead(const struct wazabi *s, int seat, game_action action,
                       struct wazabi_after *after);

/* The indices of the network's inputs that are set, as `seat` sees the position. Returns how many.
 */
size_t wazabi_net_inputs(const struct wazabi_after *after, int seat,
                         uint16_t out[WAZABI_NET_INPUTS]);

/* The log-odds that the seat's side wins the game, if the others play as it does, and if they are
 * `greedy`. */
int wazabi_odds(const struct wazabi_after *after, int seat);
int wazabi_odds_among_greedy(const struct wazabi_after *after, int seat);

/* The networks of the program, and the same by any network of that size: for training. */
struct wazabi_net;
const struct wazabi_net *wazabi_net_shipped(bool two, bool greedy);
int wazabi_odds_by(const struct wazabi_net *net, const struct wazabi_after *after, int seat);

/* wazabi_odds for a state in which `s->seat` is about to roll. */
int wazabi_odds_at_roll(const struct wazabi *s, int seat);

/* The log-odds after each action, or WAZABI_ODDS_WON. Giving a die is evaluated with the best card
 * that can be played after it. */
void wazabi_evaluate_actions(const struct wazabi *s, int seat, const game_action actions[],
                             size_t count, int odds[]);
void wazabi_evaluate_among_greedy(const struct wazabi *s, int seat, const game_action actions[],
                                  size_t count, int odds[]);

/* The same with another evaluation function, for training. */
typedef int wazabi_evaluation(const void *context, const struct wazabi_after *after, int seat);

void wazabi_evaluate_actions_with(wazabi_evaluation *evaluate, const void *context,
                                  const struct wazabi *s, int seat, const game_action actions[],
                                  size_t count, int odds[]);

/* The index of the highest odds, the first among equals. */
size_t wazabi_highest(const int odds[], size_t count);

/* The action with the best odds, if the others play as the seat does. */
game_action wazabi_best(const struct wazabi *s, int seat, const game_action actions[],
                        size_t count);

#endif
