/* loading.h: tables that are brought back from the store. A pool's thread reads them, since one
 * with many events takes long; whoever asks for a table that is not in memory waits for it. */
#ifndef CORNET_SERVER_LOADING_H
#define CORNET_SERVER_LOADING_H

#include "server/tables.h"
#include "server/waiters.h"

/* `out` gets the table if it is here. If it is away, ask with loading_await, and look again when
 * called. */
enum lobby_found loading_find(struct server *server, const char *id, struct server_table **out);

/* Reads the table, unless it is being read already, and then calls the waiter (may be NULL). It is
 * read on behalf of a client's address; "": of nobody's, after all others. */
void loading_await(struct server *server, const char *id, const char *address,
                   struct waiter *waiter);

/* The batch of this table was lost: it is read again. */
void loading_revert(struct server_table *st, const char *why);

/* Whether it is being read now. */
bool loading_is_under_way(const struct server *server, const char *id);

/* Takes the answer of the pool. */
void loading_done(struct server *server, struct pool_job *job);
void loading_close(struct server *server);

/* For tests (settings.self_check): sometimes, if all its events are durable, restores the table
 * from the store and compares every viewer's message `table` with the live one's. Aborts if they
 * differ. */
void loading_check(struct server_table *st);

#endif
