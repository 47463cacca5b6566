/* tables.h: the server's side of its tables: connections, timers, storing and restoring, and
 * questions to the pool. What happens at a table is decided in table/. */
#ifndef CORNET_SERVER_TABLES_H
#define CORNET_SERVER_TABLES_H

#include "base/clock.h"
#include "base/rng.h"
#include "server/conn.h"
#include "server/listing.h"

struct tables {
    const struct server_settings *settings;
    const struct health *health;
    const struct clock *clock;
    const char *title; /* the program, its version, and the server's name */
    struct ev_loop *loop;
    struct store *store;
    struct writer *writer;
    struct pool *bots;
    struct pool *programs; /* those that wait for programs, so that our bots never do; or NULL */
    const stop_flag *halt; /* bots are to answer at once: the server ends */
    struct addresses *addresses;
    struct table_set *set;
    struct loading *loading;
    struct listing *listing;

    /* tables_open sets these. */
    struct table_env env;
    struct protocol protocol;
    struct text scratch; /* for one message or page */
    struct rng rng;      /* for bots, never for dice */

    struct server_table *dirty;       /* list of those with events that are not durable yet */
    uint64_t instances;               /* counts tables that were brought into memory */
    double complained;                /* monotonic seconds: when a table last could not be read */
    const struct store_table *hidden; /* rows that are being deleted: see purge.h */
    size_t hidden_count;
    uint64_t made, moves, lines; /* since the start */
};

void tables_open(struct tables *tables);
void tables_close(struct tables *tables);

/* `out` gets the table if it is here. If it is away, ask with loading_await, and look again when
 * called. */
enum room_found tables_find(struct tables *tables, const char *id, struct server_table **out);

/* If nobody is at the table and it does not think: stores that it sleeps, and drops it from memory
 * if all of it is stored. Whether it has gone. */
bool tables_put_away(struct server_table *st);

/* A batch is durable; a batch is lost, and its tables are set back to what is stored; another
 * server has written to this table: whatever was to be told of it is void. */
void tables_stored(struct tables *tables);
void tables_lost(struct tables *tables, const char *why);
void tables_fenced(struct tables *tables, int64_t table);

/* Take the answers of the pools: a table that was read; a bot's move or a hint. */
void tables_read(struct tables *tables, struct job *job);
void tables_answered(struct tables *tables, struct job *job);

/* Drops the tables that nobody has been at for a while: those of one of so many parts. */
void tables_tick(struct tables *tables, size_t part, size_t parts);

/* The server may tell nothing of what is in memory any more: all of it is dropped. */
void tables_lose_all(struct tables *tables);

/* The server stops: all tables sleep; then their clients are sent away. */
void tables_sleep(struct tables *tables);
void tables_send_away(struct tables *tables);

#endif
