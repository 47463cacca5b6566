/* loading.h: tables that are being read from the store. A pool's thread reads them, since one with
 * many events takes long; whoever asks for a table that is not in memory waits for it. */
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

/* Reads the table, unless it is being read already, and then calls the waiter (may be NULL). It is
 * read on behalf of a client's address; "": of nobody's, after all others. */
void loading_await(struct loading *loading, const char *id, const char *address,
                   struct waiter *waiter);

/* Whether it is being read now. */
bool loading_is_under_way(struct loading *loading, const char *id);

/* It has been read: calls its waiters. Only they can learn meanwhile why it is not in memory. */
void loading_finish(struct loading *loading, const char *id, enum room_found found, char at);

/* False unless its waiters are being called; else what loading_finish was given. */
bool loading_outcome(struct loading *loading, const char *id, enum room_found *found, char *at);

void loading_close(struct loading *loading);

#endif
