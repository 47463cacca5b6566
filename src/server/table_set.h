/* table_set.h: the tables in memory, by their ids. */
#ifndef CORNET_SERVER_TABLE_SET_H
#define CORNET_SERVER_TABLE_SET_H

#include <ev.h>

#include "net/ip.h"
#include "protocol/room.h"

#define TABLE_SET_HASH 16384 /* buckets */

struct listing_entry;
struct tables;

/* Owned: the table. The clients in its list are connections (conn.h). */
struct server_table {
    struct room base; /* first: a room of this server is one of these */
    struct tables *tables;
    uint64_t
        instance; /* differs each time a table is loaded: answers to an older one are dropped */
    struct server_table *hash_next;

    /* In the store. */
    int64_t store_table, last; /* ids of its row and of its last event */
    int64_t claim;             /* where servers share a store: by which it is this one's */
    int row_phase;             /* and row_listed: as last written to the row; -1: not yet */
    bool row_listed;
    uint64_t batch; /* of the writer, with its last event */
    bool dirty;     /* that batch is not durable yet: it is in the list tables->dirty */
    struct server_table *dirty_next;
    struct listing_entry *listing; /* its entry in the list of tables; NULL: it has none */

    /* At the table. */
    char address[IP_TEXT_MAX]; /* of the client whose work its bots' is: the last who took a seat,
                                  or else the first who watched */
    double empty_since;        /* monotonic seconds; if there are no connections */
    ev_timer timer;            /* for table_run, when the table says that something is due */
};

/* All zero: empty. */
struct table_set {
    struct server_table *hash[TABLE_SET_HASH];
    size_t count;
};

struct server_table *table_set_find(struct table_set *set, const char *id); /* NULL: not there */
void table_set_add(struct table_set *set, struct server_table *st);
void table_set_remove(struct table_set *set, struct server_table *st);

/* Calls back for each table of one of so many parts. The callback may remove its table. */
void table_set_each(struct table_set *set, size_t part, size_t parts,
                    void (*visit)(struct server_table *st));

#endif
