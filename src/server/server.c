#include "server/server.h"

#include <malloc.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/lang.h"
#include "base/memory.h"
#include "server/control.h"
#include "server/core.h"
#include "server/loading.h"
#include "server/net.h"

#define TICK_SECONDS 0.5
#define TICK_PARTS 10       /* a tick looks at one of so many parts of the tables */
#define EMPTY_SECONDS 60.0  /* a table without connections is dropped from memory after this */
#define PROGRAM_THREADS 8   /* each waits for one program at a time */
#define READER_THREADS 2    /* one table with very many events does not hold up all others */
#define RETRY_SECONDS 2.0   /* after an error of the store */
#define HELD_TURNS 8        /* of the loop, for which a batch is held back at most */
#define GOODBYE_SECONDS 0.5 /* from telling everybody to the end of the loop */
#define LISTING_TICKS 5     /* where servers share a store, between two looks at all tables */

static struct server *_Atomic running; /* for the signal handler, which any thread may run */

void server_defaults(struct server_settings *settings)
{
    *settings = (struct server_settings){.interface = "localhost",
                                         .port = 7777,
                                         .name = 'a',
                                         .tables_max = 20000,
                                         .connections_max = 12000,
                                         .per_address = 200,
                                         .creates_per_hour = 120,
                                         .messages_per_second = 20,
                                         .bot_threads = 2,
                                         .review_seconds = 60,
                                         .round_pause = 4000,
                                         .time_scale = 1};
}

double server_steady(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

uint64_t server_now(const struct server *server)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const uint64_t steady = (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
    return server->time_offset + steady * server->settings.time_scale;
}

static void set_time(struct server *server)
{
    struct timespec now;
    server->time_offset = 0;
    clock_gettime(CLOCK_REALTIME, &now);
    server->time_offset =
        (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000 - server_now(server);
}

bool server_is_away(const struct server *server)
{
    return server->stopping || (server->lease && !server->number);
}

struct text *server_scratch(struct server *server)
{
    text_clear(&server->scratch);
    return &server->scratch;
}

/* A batch is durable: releases the messages that waited for it, and unmarks its tables. */
static void on_batch_stored(struct server *server)
{
    const uint64_t durable = writer_durable(server->writer);
    struct server_table *st = server->dirty;
    server->dirty = NULL;
    server->store_error[0] = '\0';
    server->store_retry = 0;
    while (st) {
        struct server_table *next = st->dirty_next;
        if (st->batch > durable) {
            st->dirty_next = server->dirty;
            server->dirty = st;
        } else {
            st->dirty = false;
            st->dirty_next = NULL;
            loading_check(st);
        }
        st = next;
    }
    conn_release_gated(server);
    later_release(server, false);
}

/* A batch is lost: drops the messages about it, and sets its tables back to what is stored. */
static void on_batch_lost(struct server *server, const char *why)
{
    struct server_table *st = server->dirty;
    server->dirty = NULL;
    server->metrics.store_errors++;
    server->store_retry = server_steady() + RETRY_SECONDS;
    if (!server->store_error[0])
        fprintf(stderr, "cornet serve: %s\n", why);
    snprintf(server->store_error, sizeof server->store_error, "%s", why);
    while (server->gated)
        conn_drop_gated(server->gated);
    while (st) {
        struct server_table *next = st->dirty_next;
        st->dirty = false;
        loading_revert(st, why);
        st = next;
    }
    later_release(server, true);
}

static void on_stored(void *context, const char *why)
{
    if (why)
        on_batch_lost(context, why);
    else
        on_batch_stored(context);
}

/* Another server has written to this table: whatever was to be told of it is void. */
static void on_fenced(void *context, int64_t table)
{
    struct server *server = context;
    struct server_table **at = &server->dirty;
    while (*at && (*at)->store_table != table)
        at = &(*at)->dirty_next;
    struct server_table *st = *at;
    if (!st)
        return;
    *at = st->dirty_next;
    st->dirty = false;
    for (struct client *client = st->base.clients; client; client = client->next)
        conn_drop_gated((struct conn *)client);
    loading_revert(st, tr("the table was changed elsewhere"));
}

static void on_purged(void *context, size_t deleted, const char *why)
{
    purge_deleted(context, deleted, why);
}

static void on_answer(void *context, struct pool_job *job)
{
    if (job->task == POOL_ANALYSIS)
        review_done(context, job);
    else if (job->task == POOL_TABLE)
        loading_done(context, job);
    else if (job->task == POOL_PAGE)
        pages_done(context, job);
    else if (job->task == POOL_LISTED)
        listing_read(context, job);
    else if (job->task == POOL_OLD)
        purge_found(context, job);
    else
        tables_answered(context, job);
}

static void flush(struct server *server)
{
    ev_idle_stop(server->loop, &server->idle);
    server->held_turns = 0;
    writer_flush(server->writer);
}

/* Nothing more has arrived: the batch is written. */
static void on_idle(struct ev_loop *loop, ev_idle *idle, int events)
{
    (void)loop;
    (void)events;
    flush(idle->data);
}

/* The end of a turn. What has happened goes into a commit; but first the loop looks, without
 * sleeping, whether more has arrived: clients that were told of the last commit answer within
 * microseconds, and a commit costs as much for one event as for fifty. */
static void on_prepare(struct ev_loop *loop, ev_prepare *prepare, int events)
{
    struct server *server = prepare->data;
    (void)events;
    if (writer_may_flush(server->writer)) {
        if (++server->held_turns > HELD_TURNS)
            flush(server);
        else
            ev_idle_start(loop, &server->idle);
    }
    if (!server->woken)
        return;
    const double turn = server_steady() - server->woken;
    int bucket = 0;
    while (bucket < METRICS_BOUNDS && turn > metrics_bound[bucket])
        bucket++;
    server->metrics.turns[bucket]++;
    server->metrics.turn_seconds += turn;
    if (turn > server->metrics.turn_longest)
        server->metrics.turn_longest = turn;
}

/* Nothing that is in memory may be told any more: all of it is dropped. */
static void lose_all(struct server *server)
{
    fprintf(stderr, "cornet serve: the lease is lost: all tables are let go\n");
    server->dirty = NULL;
    writer_forget(server->writer);
    for (size_t i = 0; i < SERVER_HASH; i++) {
        while (server->tables[i])
            tables_lose(server->tables[i]);
    }
    later_release(server, true);
}

static void check_lease(struct server *server)
{
    const int64_t number = server->lease ? lease_number(server->lease) : 0;
    if (number == server->number)
        return;
    if (server->number)
        lose_all(server);
    server->number = number;
}

/* The loop has woken, and a turn begins: everybody waits until it ends. */
static void on_check(struct ev_loop *loop, ev_check *check, int events)
{
    struct server *server = check->data;
    (void)loop;
    (void)events;
    server->woken = server_steady();
    check_lease(server); /* it may have slept for longer than that lasts */
}

/* Drops tables without connections from memory, and addresses without a use. */
static void on_tick(struct ev_loop *loop, ev_timer *timer, int events)
{
    struct server *server = timer->data;
    const double now = server_steady();
    const size_t part = server->ticks++ % TICK_PARTS;
    (void)loop;
    (void)events;
    for (size_t i = part; i < SERVER_HASH; i += TICK_PARTS) {
        for (struct server_table *st = server->tables[i], *next; st; st = next) {
            next = st->hash_next;
            if (st->base.clients || st->base.set_aside || st->base.table->thinking ||
                now - st->empty_since < EMPTY_SECONDS)
                continue;
            table_sleep(st->base.table, server_now(server)); /* and leaves once that is stored */
            if (!st->dirty)
                tables_release(st);
        }
    }
    if (server->lease && server->ticks % LISTING_TICKS == 0 && !server->listing.reading)
        listing_fill(server);
    if (part == 0) {
        addresses_expire(server);
        malloc_trim(0); /* returns the memory of a peak to the system */
    }
}

static void on_goodbye(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)timer;
    (void)events;
    ev_break(loop, EVBREAK_ALL);
}

/* Where servers share a store: the tables are anybody's before their clients hear of it, so that
 * they find them elsewhere at once. Nothing else happens meanwhile. */
static void hand_over(struct server *server)
{
    if (!server->lease)
        return;
    writer_drain(server->writer);
    lease_leave(server->lease);
    server->number = 0;
}

/* server_stop was called: tells everybody, and ends the loop a moment later. */
static void on_stop(struct ev_loop *loop, ev_async *async, int events)
{
    struct server *server = async->data;
    (void)events;
    if (server->stopping)
        return;
    server->stopping = true;
    notify_stopping(&server->notify);
    for (size_t i = 0; i < SERVER_HASH; i++) {
        for (struct server_table *st = server->tables[i]; st; st = st->hash_next) {
            if (!st->base.set_aside)
                table_sleep(st->base.table, server_now(server));
        }
    }
    hand_over(server);
    for (size_t i = 0; i < SERVER_HASH; i++) {
        for (struct server_table *st = server->tables[i]; st; st = st->hash_next) {
            for (struct client *client = st->base.clients; client; client = client->next)
                conn_send_away((struct conn *)client);
        }
    }
    ev_timer_stop(loop, &server->tick);
    ev_timer_init(&server->tick, on_goodbye, GOODBYE_SECONDS, 0.);
    ev_timer_start(loop, &server->tick);
}

/* server_reload was called. */
static void on_reload(struct ev_loop *loop, ev_async *async, int events)
{
    struct server *server = async->data;
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    (void)loop;
    (void)events;
    if (server->stopping)
        return;
    notify_reloading(&server->notify);
    lang_use_default(); /* standard error is the operator's */
    if (!net_reload(server, &why))
        fprintf(stderr, tr("cornet serve: %s; the one from before stays in use\n"), reason);
    if (server->access_log)
        log_reopen(server->access_log);
    notify_ready(&server->notify);
}

void server_reload(void)
{
    struct server *server = running;
    if (server)
        ev_async_send(server->loop, &server->reload);
}

void server_stop(void)
{
    struct server *server = running;
    if (server)
        ev_async_send(server->loop, &server->stop);
}

static void start_watchers(struct server *server)
{
    ev_prepare_init(&server->prepare, on_prepare);
    server->prepare.data = server;
    ev_set_priority(&server->prepare, EV_MINPRI); /* after all else */
    ev_prepare_start(server->loop, &server->prepare);
    ev_idle_init(&server->idle, on_idle);
    server->idle.data = server;
    ev_check_init(&server->check, on_check);
    server->check.data = server;
    ev_set_priority(&server->check, EV_MAXPRI); /* before all else */
    ev_check_start(server->loop, &server->check);
    ev_timer_init(&server->tick, on_tick, TICK_SECONDS, TICK_SECONDS);
    server->tick.data = server;
    ev_timer_start(server->loop, &server->tick);
    ev_async_init(&server->stop, on_stop);
    server->stop.data = server;
    ev_async_start(server->loop, &server->stop);
    ev_async_init(&server->reload, on_reload);
    server->reload.data = server;
    ev_async_start(server->loop, &server->reload);
    notify_open(&server->notify, server->loop);
}

static void close_tables(struct server *server)
{
    for (size_t i = 0; i < SERVER_HASH; i++) {
        while (server->tables[i])
            tables_free(server->tables[i]);
    }
}

static void set_title(struct server *server)
{
    if (server->lease)
        snprintf(server->title, sizeof server->title, "cornet %s (%c)", CORNET_VERSION,
                 server->settings.name);
    else
        snprintf(server->title, sizeof server->title, "cornet %s", CORNET_VERSION);
}

bool server_run(const struct server_settings *settings,
                void (*ready)(int port, int metrics_port, void *context), void *context,
                struct text *why)
{
    if (sodium_init() < 0)
        return text_fail(why, tr("the machine gives no random numbers"));
    struct server *server = memory_new(1, sizeof *server);
    bool good = false;
    uint64_t seed;
    server->settings = *settings;
    server->began = server_steady();
    if (!net_prepare(server, why))
        goto cleanup;
    if (settings->access_log && !(server->access_log = log_open(settings->access_log, why)))
        goto cleanup;
    set_time(server);
    tables_init(server);
    randombytes_buf(&seed, sizeof seed);
    rng_seed(&server->rng, seed);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file size limit is an error of the store, and must not kill us */
    server->store = store_open(settings->store, STORE_SERVE, why);
    if (!server->store)
        goto cleanup;
    if (store_is_shared(server->store)) {
        server->lease = lease_open(settings->store, settings->name, why);
        if (!server->lease)
            goto cleanup;
        server->number = lease_number(server->lease);
    }
    set_title(server);
    server->loop = ev_loop_new(EVFLAG_AUTO);
    server->writer =
        writer_open(server->store, server->loop, on_stored, on_fenced, on_purged, server);
    server->bots =
        pool_open(settings->bot_threads, NULL, NULL, server->loop, on_answer, server, why);
    if (settings->opener)
        server->programs =
            pool_open(PROGRAM_THREADS, NULL, NULL, server->loop, on_answer, server, why);
    server->reviewer =
        pool_open(1, settings->store, &server->table_env, server->loop, on_answer, server, why);
    server->reader = pool_open(READER_THREADS, settings->store, &server->table_env, server->loop,
                               on_answer, server, why);
    start_watchers(server);
    good = server->reviewer && server->reader && net_open(server, why);
    if (good) {
        listing_fill(server);
        control_open(server);
        running = server;
        ready(server->port, server->metrics_port, context);
        notify_ready(&server->notify);
        ev_run(server->loop, 0);
        running = NULL;
        control_close(server);
    }
    server->stopping = true;
    atomic_store(&server->halt, 1);
    pool_close(server->bots);
    pool_close(server->programs);
    pool_close(server->reviewer);
    pool_close(server->reader);
    reviews_free(server);
    writer_close(server->writer);
    net_close(server);
    pages_close(server);
    purge_close(server);
    loading_close(server);
    close_tables(server);
    listing_close(server);
    addresses_expire(server);
    notify_close(&server->notify, server->loop);
    ev_loop_destroy(server->loop);
cleanup:
    net_close(server);
    log_close(server->access_log);
    fair_cache_free(server->table_env.fair_cache);
    free(server->scratch.start);
    lease_close(server->lease);
    store_close(server->store);
    free(server);
    return good;
}
