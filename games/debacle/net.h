/* debacle_net: a small network that evaluates a board of Débâcle.
 *
 * Its inputs are bitmasks. For each side: the squares of its dice by value, those it attacks, those
 * it could attack after a roll, the dice it holds, and the points it still needs. Each side has one
 * hidden layer, which sees the board from that side. Its sums are updated incrementally, so that
 * the cost of a position depends only on the changes since the last one. The single output is
 * added to the log-odds of the scores alone. All arithmetic is in integers, with the same result on
 * every machine. `tools/train` makes the weights, games/debacle/data/debacle.net and
 * debacle-tournament.net for the tournament form: docs/design/training.md. */
#ifndef CORNET_GAMES_DEBACLE_NET_H
#define CORNET_GAMES_DEBACLE_NET_H

#include "base/data.h"
#include "games/debacle/rules.h"

#define DEBACLE_NET_MAGIC "dbc-net1"

enum {
    DEBACLE_NET_UNITS_MIN = 64, /* hidden units of a side: a multiple of this */
    DEBACLE_NET_UNITS_MAX = 512,
    DEBACLE_NET_KINDS = 9, /* bitmasks of a side: six values, attacked, near, held dice */
    DEBACLE_NET_TURN = 8,  /* inputs only for the side to move: moves left, an open die */
    DEBACLE_NET_ROWS = 2 * DEBACLE_NET_KINDS * DEBACLE_SQUARES + DEBACLE_NET_TURN,
    DEBACLE_NET_INPUTS = 72, /* maximum number of inputs set in one position, for one side */
    DEBACLE_NET_ONE = 255,   /* the number 1 in biases and rows */
    DEBACLE_NET_OUT_ONE = 64 /* the number 1 in the output's weights; in its bias: ONE * OUT_ONE */
};

/* A network's file; used in place. */
struct debacle_weights {
    struct data_header header; /* rows: DEBACLE_NET_ROWS */
    uint32_t units;
    int32_t output_bias;
    uint8_t zero[40]; /* so that every row begins a cache line */
    /* [units] biases; [2][units] of the output, for the sums of the side to move and of the other;
     * [DEBACLE_NET_ROWS][units] of the inputs */
    int16_t number[];
};

/* The sums of the last evaluated position. Initialise with zeros, and set `weights`. */
struct debacle_net {
    alignas(32) int16_t sum[2][DEBACLE_NET_UNITS_MAX];
    uint64_t set[2][DEBACLE_NET_KINDS];
    const struct debacle_weights *weights; /* NULL: those of the library for the options */
    bool begun;
};

/* Whether these bytes are a network's file. */
bool debacle_net_is_whole(const void *bytes, size_t length);

/* The log-odds that the board adds for the side to move, in thousandths. */
int debacle_net_odds(struct debacle_net *net, const struct debacle *s);

/* The library's own network for these options (enum debacle_rule). */
const struct debacle_weights *debacle_net_shipped(unsigned rules);

/* For training: the indices of the inputs that are set, from the side's point of view. Returns
 * their number. */
size_t debacle_net_inputs(const struct debacle *s, int side, uint16_t out[DEBACLE_NET_INPUTS]);

#endif
