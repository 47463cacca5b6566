#include "agents/debacle_net.h"
static const int16_t debacle_net_first[DEBACLE_NET_HIDDEN];
static const int16_t debacle_net_row[DEBACLE_NET_ROWS][DEBACLE_NET_HIDDEN];
static const int16_t debacle_net_out[2][DEBACLE_NET_HIDDEN];
static const int debacle_net_last;
