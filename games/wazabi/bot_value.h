/* wazabi_value: evaluates positions of Wazabi for a seat that sees only its view, and finds the
 * action that leads to the best one.
 *
 * A position is evaluated between two turns: everybody's dice and cards, and who rolls next. A
 * small network, trained by self-play (tools/train/wazabi), gives the log-odds that the seat's
 * side wins this game, or if it sees the standing, the tournament. All arithmetic is in integers,
 * with the same result on every machine. Nothing here reads another hand or the pile, so that a
 * view and the whole state give the same result. */
#ifndef CORNET_GAMES_WAZABI_BOT_VALUE_H
#define CORNET_GAMES_WAZABI_BOT_VALUE_H

#include "games/wazabi/rules.h"

enum {
    WAZABI_NET_HIDDEN = 64,
    WAZABI_NET_ROWS_TWO = 454, /* inputs of the network for two players */
    WAZABI_NET_ROWS = 689,     /* inputs of the network for more players */
    WAZABI_NET_STANDING = 225, /* further inputs of the networks for tournaments */
    WAZABI_NET_LEADS = 125,    /* more inputs of the tournament network for more than two players */
    WAZABI_NET_INPUTS = 104,   /* maximum number set in one position */
    WAZABI_NET_OUT_ONE = 2048, /* 1 in the output's weights */
    WAZABI_ODDS_ONE = 1024,    /* 1 in log-odds */
    WAZABI_ODDS_WON = 1000000, /* instead of log-odds: certainly won */
};

/* The shipped networks: for two players and for more, against opponents like the seat itself and
 * against `greedy`; for teams; and those that see the standing of a tournament. */
enum wazabi_net_kind {
    WAZABI_NET_TWO,
    WAZABI_NET_MORE,
    WAZABI_NET_TWO_GREEDY,
    WAZABI_NET_MORE_GREEDY,
    WAZABI_NET_TEAMS,
    WAZABI_NET_TWO_TOURNAMENT,
    WAZABI_NET_MORE_TOURNAMENT,
    WAZABI_NET_KINDS
};

/* The position after an action, as far as its seat can predict it. */
struct wazabi_after {
    struct wazabi s;
    int next;    /* the seat that rolls next; -1: unknown, a tournament's next game begins */
    int unknown; /* cards that the seat will draw or steal */
    int played;  /* 1 + the card just played; WAZABI_KINDS + 1: none; WAZABI_KINDS + 2: cards were
                    kept; 0: a turn begins */
    bool won; /* the acting seat has won the game: `s` and `next` describe the position after it */
};

/* Whether the second or a later game of a tournament begins. */
bool wazabi_is_fresh(const struct wazabi *s);

/* The position of a state before a roll or before such a game. */
void wazabi_between(const struct wazabi *s, struct wazabi_after *out);

void wazabi_look_ahead(const struct wazabi *s, int seat, game_action action,
                       struct wazabi_after *after);

/* The indices of the network's inputs that are set, from the point of view of `seat`. Returns their
 * number. `standing`: includes the tournament's standing. */
size_t wazabi_net_inputs(const struct wazabi_after *after, int seat, bool standing,
                         uint16_t out[WAZABI_NET_INPUTS]);

struct wazabi_net;
const struct wazabi_net *wazabi_net_shipped(enum wazabi_net_kind kind);

/* The network for a single game without teams, as used by `judging`. */
const struct wazabi_net *wazabi_net_plain(const struct wazabi *s, bool greedy);

/* wazabi_net_for_table: the network that predicts the winner at this table. wazabi_net_for_choice:
 * the one that chooses best there. In tournaments of more than two players this is the network for
 * single games, except in the last game of three players or of teams: earlier choices change little
 * of the tournament (docs/measurements/wazabi.md). */
const struct wazabi_net *wazabi_net_for_table(const struct wazabi *s);
const struct wazabi_net *wazabi_net_for_choice(const struct wazabi *s);

/* The number of inputs of a network. */
uint32_t wazabi_net_rows(enum wazabi_net_kind kind);

/* The log-odds that the seat's side wins the game, or with a network that sees the standing, the
 * tournament. */
int wazabi_odds_by(const struct wazabi_net *net, const struct wazabi_after *after, int seat);

/* Whether nothing is left to evaluate, because everything is over or, without the standing, because
 * the game is won. Sets `odds` to WAZABI_ODDS_WON, its negative, or 0 for a shared result. */
bool wazabi_is_settled(const struct wazabi_after *after, int seat, bool standing, int *odds);

/* The log-odds after each action. Giving a die away is evaluated with the best card that can
 * follow. */
void wazabi_evaluate_actions(const struct wazabi_net *net, const struct wazabi *s, int seat,
                             const game_action actions[], size_t count, int odds[]);

/* The same with another evaluation function, for training. */
typedef int wazabi_evaluation(const void *context, const struct wazabi_after *after, int seat);

void wazabi_evaluate_actions_with(wazabi_evaluation *evaluate, const void *context,
                                  const struct wazabi *s, int seat, const game_action actions[],
                                  size_t count, int odds[]);

/* The index of the highest odds, the first among equals. */
size_t wazabi_highest(const int odds[], size_t count);

/* The action with the best odds by the network that chooses best. */
game_action wazabi_best(const struct wazabi *s, int seat, const game_action actions[],
                        size_t count);

#endif
