/* tables.h: tables on the server: their connections, timers, place in the store, and questions that
 * are being thought about. What a table is and does, table/ knows. */
#ifndef CORNET_SERVER_TABLES_H
#define CORNET_SERVER_TABLES_H

#include <ev.h>

#include "server/net/conn.h"
#include "store/store.h"
#include "table/table.h"

struct server;
struct pool_job;

/* Owns the table; the connections are the network's. */
struct server_table {
    struct server *server;
    struct table *table;
    uint64_t instance; /* another for every table in memory: answers to an older one are void */
    struct server_table *hash_next;
    struct server_table *dirty_next;
    bool dirty;
    int64_t store_table, last; /* ids in the store: its own, and of its last event */
    uint64_t batch;            /* of its last event */
    int row_phase;             /* as last written to the list of tables; -1: not yet */
    bool row_listed;
    double empty_since;
    struct conn *conns;
    ev_timer timer;
    uint32_t hint; /* the ticket of the hint that is being computed; 0: none */
};

/* The callbacks of tables, into server->table_env. */
void tables_open(struct server *server);

struct server_table *tables_create(struct server *server, const struct table_setup *setup);
struct server_table *tables_find(struct server *server, const char *id);
void tables_free(struct server_table *st);

/* A table of the store, restored, asleep, and known to nobody. NULL with a reason. */
struct table *tables_read(struct server *server, const struct store_table *row, struct text *why);

/* A table falls back to what is stored of it. Who was at it stays, if the seat is stored. */
void tables_fall_back(struct server_table *st, const char *why);

void tables_add_conn(struct server_table *st, struct conn *conn, int seat);
void tables_remove_conn(struct conn *conn);

/* A new secret for a seat. */
void tables_make_secret(char secret[TABLE_SECRET_HEX]);

/* After whatever was asked of a table: sets its timer. */
void tables_schedule(struct server_table *st);

/* If the settings ask for it and everything is stored: restores the table from the store alone, and
 * compares what every viewer would be told of it with the live one. */
void tables_self_check(struct server_table *st);

/* Starts a hint for the connection's seat; the answers of the pool. */
void tables_ask_hint(struct conn *conn, long long id);
void tables_answered(struct server *server, struct pool_job *job);

#endif
