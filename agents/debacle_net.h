/* debacle_net: a small network that judges a board of Débâcle.
 *
 * Its inputs are sets of squares: the dice of each side by value, what each side attacks, what it
 * could attack after a roll, what it holds and what it still needs to win. One layer of sums for
 * each side, as that side sees the board, follows the sets by their differences: whoever asks about
 * one position after another pays for what has changed. Then one output: what the board adds to the
 * chance of winning the game that the scores alone give, in log-odds. Everything is whole numbers,
 * the same on every machine. tools/debacle_train.py makes the weights, data/debacle.net. */
#ifndef CORNET_AGENTS_DEBACLE_NET_H
#define CORNET_AGENTS_DEBACLE_NET_H

#include "games/debacle.h"

enum {
    DEBACLE_NET_HIDDEN = 64,
    DEBACLE_NET_KINDS = 9, /* sets of one side: six values, attacked, near, and what it holds */
    DEBACLE_NET_TURN = 8,  /* inputs of the side to move alone: moves left, an open die */
    DEBACLE_NET_ROWS = 2 * DEBACLE_NET_KINDS * DEBACLE_SQUARES + DEBACLE_NET_TURN,
    DEBACLE_NET_INPUTS = 72, /* at the most, of one position for one side */
};

/* The sums of the position asked about last. All zero to begin with. */
struct debacle_net {
    alignas(32) int16_t sum[2][DEBACLE_NET_HIDDEN];
    uint64_t set[2][DEBACLE_NET_KINDS];
    bool begun;
};

/* What the board adds for the side to move, in thousandths. */
int debacle_net_odds(struct debacle_net *net, const struct debacle *s);

/* The same without SIMD and without memory: for the tests. */
int debacle_net_odds_plain(const struct debacle *s);

/* The rows of the inputs that are set, as `side` sees the board: for the training. */
size_t debacle_net_inputs(const struct debacle *s, int side, uint16_t out[DEBACLE_NET_INPUTS]);

#endif
