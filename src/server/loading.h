/* loading.h: loads tables from the store. A pool thread reads them, since a table with many events
 * takes long. Requests for a table that is not in memory wait for it. */
#ifndef CORNET_SERVER_LOADING_H
#define CORNET_SERVER_LOADING_H

#include "server/health.h"
#include "server/waiters.h"
#include "server/work/pool.h"

struct load;

struct loading {
    struct pool *reader;
    const struct health *health;
    struct load *loads; /* list */
};

/* Loads the table unless it is already being loaded, then calls the waiter (may be NULL). The work
 * is charged to a client's address; "": to nobody, with the lowest priority. */
void loading_await(struct loading *loading, const char *id, const char *address,
                   struct waiter *waiter);

/* Whether the table is being loaded now. */
bool loading_is_under_way(struct loading *loading, const char *id);

/* Call it when loading has ended: calls the waiters. Only during these calls does loading_outcome
 * give the result. */
void loading_finish(struct loading *loading, const char *id, enum room_found found, const char *at);

/* The result passed to loading_finish; false unless the table's waiters are being called. */
bool loading_outcome(struct loading *loading, const char *id, enum room_found *found, char *at);

void loading_close(struct loading *loading);

#endif
