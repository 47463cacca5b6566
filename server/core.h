/* core.h: the server's own state, which its parts share. One thread, the loop, uses all of it. */
#ifndef CORNET_SERVER_CORE_H
#define CORNET_SERVER_CORE_H

#include "server/net/addresses.h"
#include "server/server.h"
#include "server/tables.h"
#include "server/work/pool.h"
#include "server/work/review.h"
#include "server/work/writer.h"

struct lws_context;

struct metrics {
    uint64_t connections, messages, refused, moves, lines, bytes_out, tables, dropped, store_errors;
};

#define SERVER_HASH 16384

/* Owned: everything but `settings`' texts. The thread of the writer and those of the pools use what
 * they were handed at their start and nothing else of this. */
struct server {
    struct server_settings settings;
    struct ev_loop *loop;
    struct lws_context *lws;
    struct store *store;
    struct writer *writer;
    struct pool *bots;
    struct pool
        *reviewer; /* one thread of its own: an analysis takes long, and bots must not wait */
    struct review reviews[REVIEWS_MAX];
    uint64_t reviews_asked;
    ev_prepare prepare;
    ev_timer tick;
    ev_async stop;

    /* Tables and what they share. */
    struct table_env table_env;
    struct text scratch; /* room for one message or page */
    struct rng rng;      /* for bots and the like, never for dice */
    struct server_table *tables[SERVER_HASH];
    size_t table_count;
    struct server_table *dirty; /* those with events that are not durable yet */
    uint64_t instances;         /* of tables in memory, counted */
    uint32_t hints_asked;

    struct address *addresses[SERVER_HASH];
    size_t conn_count;
    struct conn *gated; /* those with messages that wait for the store */
    struct metrics metrics;
    char store_error[TEXT_WHY]; /* empty: the store works */
    double store_retry;         /* until then nothing moves by itself */
    bool stopping;
    int port;
    double began;         /* on the steady clock */
    uint64_t time_offset; /* from it to milliseconds since 1970, as they were at the start */
};

/* Seconds of the machine's steady clock. */
double server_steady(void);

/* Milliseconds since 1970; never goes back while the server runs, whatever happens to the machine's
 * calendar clock. */
uint64_t server_now(const struct server *server);

/* The scratch buffer, cleared. */
struct text *server_scratch(struct server *server);

#endif
