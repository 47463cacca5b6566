/* wazabi_weights: the network of games/wazabi/net.h in floating point, for learning.
 *
 * It computes the same numbers on every machine: sums have a fixed order, and libm is not used. */
#ifndef CORNET_TOOLS_TRAIN_WAZABI_WEIGHTS_H
#define CORNET_TOOLS_TRAIN_WAZABI_WEIGHTS_H

#include "games/wazabi/net.h"

/* Inputs of a best response beyond those of a shipped network: the cards of each other player, and
 * the standing in a tournament. */
enum {
    WAZABI_MORE_CARDS = 4, /* copies of a kind */
    WAZABI_MORE_AT = WAZABI_NET_ROWS + WAZABI_NET_STANDING + WAZABI_NET_LEADS,
    WAZABI_WEIGHTS_ROWS = WAZABI_MORE_AT + (WAZABI_SEATS - 1) * WAZABI_KINDS * WAZABI_MORE_CARDS,
    WAZABI_WEIGHTS_INPUTS = WAZABI_NET_INPUTS + WAZABI_CARDS,
};

struct wazabi_weights {
    float bias[WAZABI_NET_HIDDEN], output[WAZABI_NET_HIDDEN];
    float row[WAZABI_WEIGHTS_ROWS][WAZABI_NET_HIDDEN];
    float output_bias;
};

/* The inputs that are set in one position. */
struct wazabi_inputs {
    uint16_t row[WAZABI_WEIGHTS_INPUTS];
    uint16_t count;
};

/* Sets random initial weights. */
void wazabi_weights_begin(struct wazabi_weights *w, uint64_t seed);

/* exp(x), the same on every machine. */
double wazabi_exponential(double x);

/* The log-odds of a position; and the conversion of log-odds to a probability. */
float wazabi_weights_odds(const struct wazabi_weights *w, const struct wazabi_inputs *at);
float wazabi_weights_chance(float odds);

/* Moves the network's value of a position towards `target`, a probability. */
void wazabi_weights_learn(struct wazabi_weights *w, const struct wazabi_inputs *at, float target,
                          float rate);

/* Moves all weights by `part` of the way towards the other's. */
void wazabi_weights_approach(struct wazabi_weights *w, const struct wazabi_weights *other,
                             float part);

/* The length in bytes of a network file with this many rows; writing one (false with a reason if a
 * weight does not fit 16 bits); and reading one. */
size_t wazabi_weights_length(uint32_t rows);
bool wazabi_weights_write(const struct wazabi_weights *w, uint32_t rows, struct wazabi_net *out,
                          struct text *why);
void wazabi_weights_read(struct wazabi_weights *w, const struct wazabi_net *from);

#endif
