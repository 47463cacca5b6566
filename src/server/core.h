/* core.h: the server's state, which the files of server/ share. Only the loop's thread uses it. */
#ifndef CORNET_SERVER_CORE_H
#define CORNET_SERVER_CORE_H

#include "base/stop.h"
#include "server/addresses.h"
#include "server/later.h"
#include "server/listing.h"
#include "server/metrics.h"
#include "server/notify.h"
#include "server/purge.h"
#include "server/server.h"
#include "server/tables.h"
#include "server/work/lease.h"
#include "server/work/log.h"
#include "server/work/pages.h"
#include "server/work/pool.h"
#include "server/work/review.h"
#include "server/work/writer.h"

struct control;
struct net;
struct load;

/* Counters since the start. */
struct metrics {
    uint64_t connections, messages, moves, lines, bytes_out, tables, dropped, store_errors;
    uint64_t turns[METRICS_BOUNDS + 1]; /* of the loop, from waking to sleeping, by how long */
    double turn_seconds, turn_longest;  /* of all, and of the longest one */
};

#define SERVER_HASH 16384 /* buckets of the hash tables */

/* The server owns all of this but the texts of `settings`. The connections (struct conn) belong to
 * `net`. The threads of the writer and the pools never touch this structure: they use the
 * store, and jobs that are copies. */
struct server {
    struct server_settings settings;

    /* The loop and what runs on it or beside it. */
    struct ev_loop *loop;
    struct net *net;
    struct control *control; /* NULL: it could not be opened */
    struct store *store;
    struct lease *lease; /* NULL: the store is this server's alone */
    int64_t number;      /* of this server, as far as the loop knows; 0: it has no lease */
    struct writer *writer;
    struct pool *bots;
    struct pool *programs; /* those that wait for programs, so that our bots never do; or NULL */
    stop_flag halt;        /* bots are to answer at once: the server ends */
    struct pool *reviewer; /* a thread of its own, since analyses are long and bots must not wait */
    struct pool *reader;   /* threads that read tables from the store */
    ev_prepare prepare;
    ev_idle idle;   /* active while a batch is held back */
    int held_turns; /* of the loop, since it is */
    ev_check check;
    double woken; /* monotonic seconds: when the current turn of the loop began */
    ev_timer tick;
    size_t ticks;
    ev_async stop, reload;
    bool stopping;
    struct notify notify;
    struct log *access_log; /* NULL: none */
    int port, metrics_port; /* the real ones; metrics_port: 0 without settings.metrics_bind */

    /* Tables in memory, and what they share. */
    struct table_env table_env;
    struct lobby lobby;
    char title[48];      /* the program, its version, and the server's name */
    struct text scratch; /* for one message or page */
    struct rng rng;      /* for bots, never for dice */
    struct server_table *tables[SERVER_HASH];
    size_t table_count;
    struct server_table *dirty; /* list of those with events that are not durable yet */
    uint64_t instances;         /* counts tables that were brought into memory */

    struct load *loads;     /* list of those that are being read: see loading.h */
    struct purge purge;     /* those that are being deleted */
    struct listing listing; /* those that everybody may see */

    /* Analyses and pages, and the counter of requests for them. */
    struct review reviews[REVIEWS_MAX];
    struct pages pages;
    uint64_t reviews_asked;

    /* Clients. */
    struct address *addresses[SERVER_HASH];
    size_t conn_count;
    struct conn *gated;    /* list of those with messages that wait for the store */
    struct waiters unsent; /* HTTP requests that wait for it: see later.h */
    struct metrics metrics;

    /* The store's last error, and when it is tried again on its own. */
    char store_error[TEXT_WHY]; /* empty: the store works */
    double complained;          /* monotonic seconds: when a table last could not be read */
    double store_retry;         /* monotonic seconds: until then no table acts by itself */

    /* The time. */
    double began;         /* monotonic seconds */
    uint64_t time_offset; /* from the monotonic clock to milliseconds since 1970, at the start */
};

/* Seconds of the monotonic clock. */
double server_steady(void);

/* Milliseconds since 1970. Never goes back while the server runs, even if the machine's clock is
 * set. */
uint64_t server_now(const struct server *server);

/* Whether it takes nobody: it stops, or has no lease where servers share a store. */
bool server_is_away(const struct server *server);

/* The scratch buffer, cleared. */
struct text *server_scratch(struct server *server);

#endif
