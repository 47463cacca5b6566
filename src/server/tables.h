/* tables.h: the server's side of its tables: connections, timers, storing and restoring, and jobs
 * for the pool. table/ decides what happens at a table. */
#ifndef CORNET_SERVER_TABLES_H
#define CORNET_SERVER_TABLES_H

#include "base/clock.h"
#include "base/rng.h"
#include "server/answers.h"
#include "server/conn.h"
#include "server/listing.h"

struct tables {
    const struct server_settings *settings;
    const struct table_fair3 *fair3; /* NULL: none */
    const unsigned char *people_key;
    const struct health *health;
    const struct clock *clock;
    const char *title; /* the program, its version, and the server's name */
    struct ev_loop *loop;
    struct store *store;
    struct writer *writer;
    struct pool *bots;
    struct pool *programs; /* for external programs, so that our bots never wait; or NULL */
    const stop_flag *halt; /* set at shutdown: bots must answer immediately */
    struct addresses *addresses;
    const struct rules *rules;
    struct table_set *set;
    struct loading *loading;
    struct listing *listing;

    /* tables_open sets these. */
    struct table_env env;
    struct protocol protocol;
    struct answer_cache answers;
    struct text scratch; /* for one message or page */
    struct rng rng;      /* for bots, never for dice */

    struct server_table *dirty;       /* list of tables with events that are not durable yet */
    uint64_t instances;               /* number of tables loaded so far */
    double complained;                /* monotonic seconds: when a table last could not be read */
    const struct store_table *hidden; /* rows that are being deleted: see purge.h */
    size_t hidden_count;
    uint64_t made, moves, lines; /* since the start */
    uint64_t takeovers;          /* tables of other servers that were loaded here */
};

void tables_open(struct tables *tables);
void tables_close(struct tables *tables);

/* `out` gets the table if it is in memory. On ROOM_AWAY call loading_await, and retry when the
 * waiter is called. */
enum room_found tables_find(struct tables *tables, const char *id, struct server_table **out);

/* If nobody is connected and no bot is thinking: puts the table to sleep, and unloads it once all
 * its events are stored. Returns whether it was unloaded. */
bool tables_put_away(struct server_table *st);

/* tables_stored: a batch is durable. tables_lost: a batch was lost, and its tables are restored
 * from the store. tables_fenced: another server has written to this table, so its pending messages
 * are discarded. */
void tables_stored(struct tables *tables);
void tables_lost(struct tables *tables, const char *why);
void tables_fenced(struct tables *tables, int64_t table);

/* Handle the answers of the pools: a loaded table; a bot's move or a hint. */
void tables_read(struct tables *tables, struct job *job);
void tables_answered(struct tables *tables, struct job *job);

/* Unloads tables that have been empty for a while; looks only at part `part` of `parts`. */
void tables_tick(struct tables *tables, size_t part, size_t parts);

/* The lease is lost: discards all tables in memory, since they may be outdated. */
void tables_lose_all(struct tables *tables);

/* At shutdown: puts all tables to sleep, then disconnects their clients. */
void tables_sleep(struct tables *tables);
void tables_send_away(struct tables *tables);

#endif
