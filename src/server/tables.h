/* tables.h: the server's side of its tables: connections, timers, storing and restoring, and
 * questions to the pool. What happens at a table is decided in table/. */
#ifndef CORNET_SERVER_TABLES_H
#define CORNET_SERVER_TABLES_H

#include <ev.h>

#include "protocol/lobby.h"
#include "server/addresses.h"
#include "server/conn.h"
#include "store/store.h"

struct server;
struct pool_job;
struct listing_entry;

/* Owned: the table. The clients in its list are connections of net/. */
struct server_table {
    struct lobby_table base; /* first: a lobby_table of this server is one of these */
    struct server *server;
    uint64_t
        instance; /* differs each time a table is loaded: answers to an older one are dropped */
    struct server_table *hash_next;

    /* In the store. */
    int64_t store_table, last; /* ids of its row and of its last event */
    int64_t claim;             /* where servers share a store: by which it is this one's */
    int row_phase;             /* and row_listed: as last written to the row; -1: not yet */
    bool row_listed;
    uint64_t batch; /* of the writer, with its last event */
    bool dirty;     /* that batch is not durable yet: it is in the list server->dirty */
    struct server_table *dirty_next;
    struct listing_entry *listing; /* its entry in the list of tables; NULL: it has none */

    /* At the table. */
    char address[ADDRESS_NAME_MAX]; /* of the client whose work its bots' is: the last who took a
                                       seat, or else the first who watched */
    double empty_since;             /* monotonic seconds; if there are no connections */
    ev_timer timer;                 /* for table_run, when the table says that something is due */
};

/* Sets server->table_env, server->lobby and the scratch buffer. */
void tables_init(struct server *server);

/* The table if it is in memory, or NULL; loading.h finds all. */
struct server_table *tables_in_memory(struct server *server, const char *id);

/* Brings in a table that has been read from the store. */
struct server_table *tables_add(struct server *server, struct table *table,
                                const struct store_table *row);
void tables_free(struct server_table *st);

/* Nobody is at it, and all of it is stored: it leaves memory, and may be another server's. */
void tables_release(struct server_table *st);

/* The server cannot speak for it any more: its clients' connections are dropped, so that they come
 * back and ask, and it is freed. */
void tables_lose(struct server_table *st);

/* A table restored from the store, asleep and nobody's. NULL with a reason. On any thread. */
struct table *tables_read(const struct table_env *env, struct store *store,
                          const struct store_table *row, struct text *why);

/* After the batch of a table was lost: nothing is done with it until tables_set_back gives it what
 * is stored of it (NULL: nothing; then it is freed). Connections stay if their seat is stored. */
void tables_set_aside(struct server_table *st, const char *why);
void tables_set_back(struct server_table *st, struct table *now, const struct store_table *row);

/* Takes an answer of the pool. */
void tables_answered(struct server *server, struct pool_job *job);

#endif
