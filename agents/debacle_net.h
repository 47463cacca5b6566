/* debacle_net: a small network that evaluates a board of Débâcle.
 *
 * Its inputs are bitmasks: for each side the squares of its dice by value, those it attacks, those
 * it could attack after a roll; what it holds and what it still needs to win. There is one hidden
 * layer for each side, as that side sees the board; its sums are updated incrementally, so that a
 * position costs only what has changed since the last one. The one output is what the board adds to
 * the log-odds that the scores alone give. All arithmetic is in integers, with the same result on
 * every machine. tools/debacle_train.py makes the weights, data/debacle.net. */
#ifndef CORNET_AGENTS_DEBACLE_NET_H
#define CORNET_AGENTS_DEBACLE_NET_H

#include "games/debacle.h"

enum {
    DEBACLE_NET_HIDDEN = 64,
    DEBACLE_NET_KINDS = 9, /* bitmasks of a side: six values, attacked, near, and what it holds */
    DEBACLE_NET_TURN = 8,  /* inputs only for the side to move: moves left, an open die */
    DEBACLE_NET_ROWS = 2 * DEBACLE_NET_KINDS * DEBACLE_SQUARES + DEBACLE_NET_TURN,
    DEBACLE_NET_INPUTS = 72, /* that can be set in one position, for one side */
};

/* The sums of the position that was evaluated last. All zero to begin with. */
struct debacle_net {
    alignas(32) int16_t sum[2][DEBACLE_NET_HIDDEN];
    uint64_t set[2][DEBACLE_NET_KINDS];
    bool begun;
};

/* The log-odds that the board adds for the side to move, in thousandths. */
int debacle_net_odds(struct debacle_net *net, const struct debacle *s);

/* The same without SIMD and from scratch: for the tests. */
int debacle_net_odds_plain(const struct debacle *s);

/* The indices of the inputs that are set, as `side` sees the board: for training. Returns how many.
 */
size_t debacle_net_inputs(const struct debacle *s, int side, uint16_t out[DEBACLE_NET_INPUTS]);

#endif
