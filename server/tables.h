/* tables.h: the server's side of its tables: connections, timers, storing and restoring, and
 * questions to the pool. What happens at a table is decided in table/. */
#ifndef CORNET_SERVER_TABLES_H
#define CORNET_SERVER_TABLES_H

#include <ev.h>

#include "server/net/addresses.h"
#include "server/net/conn.h"
#include "store/store.h"
#include "table/table.h"

struct server;
struct pool_job;
struct listing_entry;

/* Owned: the table. The connections in the list are server/net/'s. */
struct server_table {
    struct server *server;
    struct table *table;
    uint64_t
        instance; /* differs each time a table is loaded: answers to an older one are dropped */
    struct server_table *hash_next;

    /* In the store. */
    int64_t store_table, last; /* ids of its row and of its last event */
    int row_phase;             /* and row_listed: as last written to the row; -1: not yet */
    bool row_listed;
    uint64_t batch; /* of the writer, with its last event */
    bool dirty;     /* that batch is not durable yet: it is in the list server->dirty */
    struct server_table *dirty_next;
    bool set_aside;                /* its batch was lost, and it is being read again */
    struct listing_entry *listing; /* its entry in the list of tables; NULL: it has none */

    /* At the table. */
    struct conn *conns;
    char address[ADDRESS_NAME_MAX]; /* of the client whose work its bots' is: the last who took a
                                       seat, or else the first who watched */
    double empty_since;             /* monotonic seconds; if there are no connections */
    ev_timer timer;                 /* for table_run, when the table says that something is due */
    uint32_t hint;                  /* the ticket of the hint that is being computed; 0: none */
};

/* Sets server->table_env and the scratch buffer. */
void tables_init(struct server *server);

struct server_table *tables_create(struct server *server, const struct table_setup *setup);

/* The table if it is in memory, or NULL; loading.h finds all. */
struct server_table *tables_in_memory(struct server *server, const char *id);

/* Brings in a table that has been read from the store. */
struct server_table *tables_add(struct server *server, struct table *table,
                                const struct store_table *row);
void tables_free(struct server_table *st);

/* A table restored from the store, asleep and nobody's. NULL with a reason. On any thread. */
struct table *tables_read(const struct table_env *env, struct store *store,
                          const struct store_table *row, struct text *why);

/* After the batch of a table was lost: nothing is done with it until tables_set_back gives it what
 * is stored of it (NULL: nothing; then it is freed). Connections stay if their seat is stored. */
void tables_set_aside(struct server_table *st, const char *why);
void tables_set_back(struct server_table *st, struct table *now, const struct store_table *row);

void tables_add_conn(struct server_table *st, struct conn *conn, int seat);
void tables_remove_conn(struct conn *conn);

/* The seat is nobody's any more: its other connections watch from now on, and are told so. */
void tables_unseat(struct server_table *st, int seat);

/* A new secret for a seat. */
void tables_make_secret(char secret[TABLE_SECRET_HEX]);

/* Sets the table's timer; called after every request to the table. */
void tables_schedule(struct server_table *st);

/* Asks the pool for a hint for the connection's seat; `id` is the request's. */
void tables_ask_hint(struct conn *conn, long long id);

/* Takes an answer of the pool. */
void tables_answered(struct server *server, struct pool_job *job);

#endif
