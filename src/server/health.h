/* health.h: the state of the server and its store. Only server.c changes it. */
#ifndef CORNET_SERVER_HEALTH_H
#define CORNET_SERVER_HEALTH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

struct health {
    bool stopping;
    bool is_shared;             /* other servers use the store, too: this one needs a lease */
    int64_t number;             /* of this server, by its lease; 0: it has none */
    char store_error[TEXT_WHY]; /* the last one; empty: the store works */
    double retry;               /* monotonic seconds: until then no table acts by itself */
};

/* Whether the server has no lease where it needs one. */
bool health_is_cut_off(const struct health *health);

/* Whether it accepts no clients: it stops, or is cut off. */
bool health_is_away(const struct health *health);

#endif
