/* net.h: the file format of the networks of bot_value.h, games/wazabi/data/wazabi-*.net, which
 * tools/train/wazabi/weights.c writes.
 *
 * One hidden layer: each input that is set adds its row of weights to the biases; the sums, clipped
 * to 0 and 1 and squared, are weighted and summed, which gives the log-odds. In fixed point, 1 is
 * SIMD_SQUARE_ONE in biases and rows, WAZABI_NET_OUT_ONE in the output's weights, and their product
 * in the output's bias. */
#ifndef CORNET_GAMES_WAZABI_NET_H
#define CORNET_GAMES_WAZABI_NET_H

#include "base/data.h"
#include "games/wazabi/bot_value.h"

#define WAZABI_NET_MAGIC "wzb-net1"

struct wazabi_net {
    struct data_header header; /* rows: WAZABI_NET_ROWS_TWO or WAZABI_NET_ROWS */
    uint32_t units;            /* WAZABI_NET_HIDDEN */
    int32_t output_bias;
    uint8_t zero[40]; /* aligns every row to a cache line */
    int16_t bias[WAZABI_NET_HIDDEN];
    int16_t output[WAZABI_NET_HIDDEN];
    int16_t row[][WAZABI_NET_HIDDEN];
};

_Static_assert(sizeof(struct wazabi_net) % DATA_ALIGNMENT == 0, "rows begin a cache line");

#endif
