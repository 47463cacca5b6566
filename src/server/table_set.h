/* table_set.h: the tables in memory, by their ids. */
#ifndef CORNET_SERVER_TABLE_SET_H
#define CORNET_SERVER_TABLE_SET_H

#include <ev.h>

#include "net/ip.h"
#include "protocol/room.h"

#define TABLE_SET_HASH 16384 /* buckets */

struct job;
struct listing_entry;
struct tables;

/* Owned: the table. The clients in its list are connections (conn.h). */
struct server_table {
    struct room base; /* first member: every room of this server is a struct server_table */
    struct tables *tables;
    uint64_t instance; /* differs each time a table is loaded: answers for an older instance are
                          dropped */
    struct server_table *hash_next;

    /* In the store. */
    int64_t store_table, last; /* ids of its row and of its last event */
    int64_t claim;             /* if servers share a store: this server's claim */
    int row_phase; /* this and row_listed: as last written to the row; -1: not written yet */
    bool row_listed;
    unsigned hinted; /* bitmask of the seats that have asked for a hint since it is in memory */
    uint64_t batch;  /* the writer's batch with its last event */
    bool dirty;      /* that batch is not durable yet; the table is in the list tables->dirty */
    struct server_table *dirty_next;
    struct listing_entry *listing; /* its entry in the list of tables; NULL: it has none */

    /* At the table. */
    char address[IP_TEXT_MAX]; /* of the client charged for its bots' CPU time: the last one to take
                                  a seat, or else the first spectator */
    struct lines removed;      /* addresses of people whom the host has removed; not stored */
    double empty_since;        /* monotonic seconds; valid while nobody is connected */
    struct job *held; /* questions to bots that wait since the address has used up its moves */
    ev_timer timer;   /* calls table_run at the table's due time */
};

/* All zero: empty. */
struct table_set {
    struct server_table *hash[TABLE_SET_HASH];
    size_t count;
};

struct server_table *table_set_find(struct table_set *set, const char *id); /* NULL: not there */
void table_set_add(struct table_set *set, struct server_table *st);
void table_set_remove(struct table_set *set, struct server_table *st);

/* Calls back for each table in part `part` of `parts`. The callback may remove its table. */
void table_set_each(struct table_set *set, size_t part, size_t parts,
                    void (*visit)(struct server_table *st));

#endif
