/* wazabi_net.h: the weights of the networks of wazabi_value.h, one for two players and one for
 * more; made by tools/wazabi_train.c. Squares of clipped sums, weighted, give the log-odds. */
#ifndef CORNET_AGENTS_WAZABI_NET_H
#define CORNET_AGENTS_WAZABI_NET_H

#include <stdint.h>

#include "agents/wazabi_value.h"

struct wazabi_net {
    int16_t first[WAZABI_NET_HIDDEN]; /* of the sums; 1 is SIMD_SQUARE_ONE here and in the rows */
    int16_t out[WAZABI_NET_HIDDEN];
    int32_t last;
    int16_t row[WAZABI_NET_ROWS][WAZABI_NET_HIDDEN];
};

#endif
