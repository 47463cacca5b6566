/* health.h: the state of the server and its store. Only server.c changes
 * it, and operator.c `draining`. */
#ifndef CORNET_SERVER_HEALTH_H
#define CORNET_SERVER_HEALTH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

struct health {
    bool stopping;
    bool draining;              /* the operator wants no new tables and players */
    bool is_shared;             /* several servers share the store: this one needs a lease */
    int64_t number;             /* this server's number, from its lease; 0: no lease */
    char store_error[TEXT_WHY]; /* the last error; empty: the store works */
    double retry;               /* monotonic seconds: timers of tables are suspended until then */
};

/* Whether the server needs a lease and has none. */
static inline bool health_is_cut_off(const struct health *health)
{
    return health->is_shared && !health->number;
}

/* Whether the server refuses clients: it is stopping or cut off. */
static inline bool health_is_away(const struct health *health)
{
    return health->stopping || health_is_cut_off(health);
}

#endif
