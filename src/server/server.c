#include "server/server.h"

#include <malloc.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "server/control.h"
#include "server/fair_key.h"
#include "server/net.h"
#include "server/notify.h"
#include "server/studies.h"
#include "server/work/lease.h"
#include "server/work/report.h"

#define TICK_SECONDS 0.5
#define TICK_PARTS 10     /* a tick checks one of this many parts of the tables */
#define PROGRAM_THREADS 8 /* each waits for one program at a time */
#define PEOPLE_THREADS 2
#define READER_THREADS 2    /* one table with very many events does not hold up all others */
#define RETRY_SECONDS 2.0   /* after an error of the store */
#define HELD_TURNS 8        /* of the loop, for which a batch is held back at most */
#define HELD_SECONDS 0.005  /* the same, if turns are long */
#define GOODBYE_SECONDS 0.5 /* from the last messages to the end of the loop */
#define SLOW_SECONDS 0.25   /* a turn of the loop that is reported */
#define SLOW_PAUSE 10.0     /* between two such reports */
#define PURGE_TICKS 3600    /* between two purges: half an hour */
#define DAY_MS UINT64_C(86400000)
#define LISTING_TICKS 5 /* servers that share a store: between two reads of all tables */
#define REQUEST_TICKS 2 /* the same: between two reads of requests of `cornet admin` */

/* The server composes its modules (compose): each gets those below it that it needs. Only the
 * loop's thread uses this; the threads of work/ use the store, and jobs that are copies. */
struct server {
    const struct server_settings *settings;
    const struct clock *clock;
    struct health health;
    char title[48]; /* the program, its version, and the server's name */
    bool made_key;  /* at this start */
    bool has_fair3;
    struct table_fair3 fair3; /* if it has a key file */

    /* The loop and what runs beside it. */
    struct ev_loop *loop;
    struct store *store;
    struct lease *lease; /* NULL: the store is this server's alone */
    struct writer *writer;
    struct pool *bots;
    struct pool *programs; /* NULL: there are none */
    struct pool *reviewer; /* a separate thread, since analyses take long and bots must not wait */
    struct pool *reader;   /* threads that read tables from the store */
    struct pool *desk;     /* threads for the requests of people */
    struct pool *student;  /* a thread for analyses in the background */
    unsigned char people_key[PEOPLE_KEY_BYTES];
    stop_flag halt; /* set at shutdown: bots must answer immediately */
    ev_prepare prepare;
    ev_idle idle;   /* active while a batch is held back */
    int held_turns; /* iterations of the loop since then */
    double held;    /* when the first of them ended */
    ev_check check;
    ev_timer tick;
    size_t ticks;
    double used;                           /* processor time when the turn began */
    double slow_told;                      /* when a slow iteration was last reported */
    bool purge_finished, purge_unfinished; /* old tables are to be deleted */
    uint64_t takeovers;                    /* as last reported */
    bool asking;                           /* requests of the operator are being read or answered */
    ev_async stop, reload;
    struct notify notify;

    /* The modules, from the lowest to the highest. */
    struct addresses addresses;
    struct access access;
    struct loading loading;
    struct conns conns;
    struct table_set set;
    struct listing listing;
    struct tables tables;
    struct pages pages;
    struct reviews reviews;
    struct accounts accounts;
    struct studies studies;
    struct purge purge;
    struct metrics metrics;
    struct http http;
    struct net net;
    struct rules rules;
    struct operator op;
    struct control *control; /* NULL: it could not be opened */
};

static struct server *_Atomic running; /* for the signal handler, which any thread may run */

/* A batch is durable: releases the messages that waited for it, and unmarks its tables. */
static void on_batch_stored(struct server *server)
{
    if (server->health.store_error[0])
        report(REPORT_INFO, "store", "the store can be written again");
    server->health.store_error[0] = '\0';
    server->health.retry = 0;
    metrics_commit(&server->metrics);
    tables_stored(&server->tables);
    conns_release_gated(&server->conns);
    deferred_release(&server->http.deferrals, false);
}

/* A batch was lost: drops the messages about it, and restores its tables from the store. */
static void on_batch_lost(struct server *server, const char *why)
{
    struct health *health = &server->health;
    server->metrics.store_errors++;
    health->retry = clock_steady() + RETRY_SECONDS;
    if (!health->store_error[0])
        report(REPORT_ERROR, "store", "%s", why);
    snprintf(health->store_error, sizeof health->store_error, "%s", why);
    conns_drop_gated(&server->conns);
    tables_lost(&server->tables, why);
    deferred_release(&server->http.deferrals, true);
}

static void on_stored(void *context, const char *why)
{
    if (why)
        on_batch_lost(context, why);
    else
        on_batch_stored(context);
}

static void on_fenced(void *context, int64_t table)
{
    struct server *server = context;
    tables_fenced(&server->tables, table);
}

static void on_purged(void *context, size_t deleted, const char *why)
{
    struct server *server = context;
    purge_deleted(&server->purge, deleted, why);
}

/* Where servers share a store, `cornet admin` writes its log and its requests there. */
static void look_for_requests(struct server *server)
{
    struct job *job = job_new(JOB_REQUESTS, "", "", false);
    server->asking = true;
    job->reading->server = server->health.number;
    job->reading->after = server->rules.note;
    pool_ask(server->reader, job);
}

static void take_requests(struct server *server, struct job *job)
{
    const struct reading *reading = job->reading;
    server->asking = false;
    for (size_t i = 0; i < reading->note_count; i++)
        operator_note(&server->op, &reading->notes[i]);
    if (!reading->request)
        return;
    const struct span reply = operator_answer(&server->op, span_of(reading->body));
    struct job *next = job_new(JOB_REPLY, "", "", false);
    next->reading->request = reading->request;
    next->reading->body = memory_new(reply.length + 1, 1);
    memcpy(next->reading->body, reply.at, reply.length);
    server->asking = true;
    pool_ask(server->reader, next);
}

static void on_answer(void *context, struct job *job)
{
    struct server *server = context;
    if (job->task == JOB_ANALYSIS)
        reviews_done(&server->reviews, job);
    else if (job->task == JOB_TABLE)
        tables_read(&server->tables, job);
    else if (job->task == JOB_PAGE)
        pages_done(&server->pages, job);
    else if (job->task == JOB_LISTED)
        listing_read(&server->listing, job);
    else if (job->task == JOB_OLD)
        purge_found(&server->purge, job);
    else if (job->task == JOB_REQUESTS)
        take_requests(server, job);
    else if (job->task == JOB_REPLY)
        server->asking = false;
    else if (job->task == JOB_PEOPLE || job->task == JOB_ERASE)
        accounts_done(&server->accounts, job);
    else if (job->task >= JOB_TAKE)
        studies_done(&server->studies, job);
    else
        tables_answered(&server->tables, job);
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

/* The end of a loop iteration. New events go into a commit. But first the loop polls, without
 * sleeping, for more input: clients notified of the last commit answer within microseconds, and a
 * commit of one event costs as much as one of fifty. */
static void on_prepare(struct ev_loop *loop, ev_prepare *prepare, int events)
{
    struct server *server = prepare->data;
    (void)events;
    if (writer_may_flush(server->writer)) {
        const double now = clock_steady();
        if (server->held_turns++ == 0)
            server->held = now;
        if (server->held_turns > HELD_TURNS || now > server->held + HELD_SECONDS)
            flush(server);
        else
            ev_idle_start(loop, &server->idle);
    }
    const double turn = clock_steady() - server->access.woken;
    if (server->access.woken)
        metrics_turn(&server->metrics, turn);
    const bool slow = server->access.woken && turn > SLOW_SECONDS;
    if (slow && clock_steady() > server->slow_told + SLOW_PAUSE) {
        server->slow_told = clock_steady();
        report(REPORT_WARNING, "slow",
               "one iteration of the event loop took %.0f ms, of which %.0f ms processor time",
               turn * 1e3, (address_clock() - server->used) * 1e3);
    }
}

/* The state in memory may be outdated and must not be sent: discards all of it. */
static void lose_all(struct server *server)
{
    report(REPORT_ERROR, "lease", "the lease is lost: all tables are released");
    server->metrics.leases_lost++;
    writer_forget(server->writer);
    tables_lose_all(&server->tables);
    deferred_release(&server->http.deferrals, true);
}

static void check_lease(struct server *server)
{
    const int64_t number = server->lease ? lease_number(server->lease) : 0;
    if (number == server->health.number)
        return;
    if (server->health.number)
        lose_all(server);
    if (number)
        report(REPORT_INFO, "lease", "this server holds a lease again");
    server->health.number = number;
}

/* The loop has woken, and a turn begins: everybody waits until it ends. */
static void on_check(struct ev_loop *loop, ev_check *check, int events)
{
    struct server *server = check->data;
    (void)loop;
    (void)events;
    server->access.woken = clock_steady();
    server->used = address_clock();
    server->addresses.turn++;
    check_lease(server); /* it may have slept for longer than that lasts */
}

/* Many at once: when a server dies, each of the others takes thousands. */
static void report_takeovers(struct server *server)
{
    const uint64_t more = server->tables.takeovers - server->takeovers;
    if (more)
        report(REPORT_INFO, "takeover", "%llu tables were taken over from other servers",
               (unsigned long long)more);
    server->takeovers = server->tables.takeovers;
}

static void on_old_purged(void *context, size_t deleted, const char *why)
{
    (void)context;
    if (why)
        report(REPORT_WARNING, "purge", "old tables could not be deleted: %s", why);
    else if (deleted)
        report(REPORT_INFO, "purge", "%zu old tables were deleted", deleted);
}

/* Deletes finished tables, or the others, that nobody has changed for this many days (0: none).
 * False if it must be tried again. */
static bool purge_old(struct server *server, int days, bool finished)
{
    const struct store_age age = {.before = clock_now(server->clock) - (uint64_t)days * DAY_MS,
                                  .min_phase = finished ? TABLE_OVER : TABLE_WAITING,
                                  .max_phase = finished ? TABLE_OVER : TABLE_PLAYING};
    return !days || (!health_is_away(&server->health) &&
                     purge_start(&server->purge, &age, on_old_purged, server));
}

/* Drops tables without connections from memory, and addresses without a use. */
static void on_tick(struct ev_loop *loop, ev_timer *timer, int events)
{
    struct server *server = timer->data;
    const size_t part = server->ticks++ % TICK_PARTS;
    (void)loop;
    (void)events;
    tables_tick(&server->tables, part, TICK_PARTS);
    if (server->lease && server->ticks % LISTING_TICKS == 0 && !server->listing.reading)
        listing_fill(&server->listing);
    if (server->lease && server->health.number && server->ticks % REQUEST_TICKS == 0 &&
        !server->asking)
        look_for_requests(server);
    if (server->ticks % PURGE_TICKS == 4)
        server->purge_finished = server->purge_unfinished = true;
    if (server->purge_finished)
        server->purge_finished = !purge_old(server, server->settings->keep, true);
    else if (server->purge_unfinished)
        server->purge_unfinished = !purge_old(server, server->settings->keep_unfinished, false);
    studies_tick(&server->studies);
    if (part == 0) {
        report_takeovers(server);
        operator_tick(&server->op);
        accounts_tick(&server->accounts);
        addresses_expire(&server->addresses, false);
        malloc_trim(0); /* returns the memory of a peak to the system */
    }
}

static void on_goodbye(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)timer;
    (void)events;
    ev_break(loop, EVBREAK_ALL);
}

/* If servers share a store: releases the tables before their clients are notified, so that clients
 * find them on another server immediately. Nothing else happens in between. */
static void hand_over(struct server *server)
{
    if (!server->lease)
        return;
    writer_drain(server->writer);
    lease_leave(server->lease);
    server->health.number = 0;
}

/* server_stop was called: notifies all clients, and ends the loop shortly after. */
static void on_stop(struct ev_loop *loop, ev_async *async, int events)
{
    struct server *server = async->data;
    (void)events;
    if (server->health.stopping)
        return;
    server->health.stopping = true;
    report(REPORT_INFO, "stop", "the server is stopping");
    notify_stopping(&server->notify);
    tables_sleep(&server->tables);
    hand_over(server);
    tables_send_away(&server->tables);
    ev_timer_stop(loop, &server->tick);
    ev_timer_init(&server->tick, on_goodbye, GOODBYE_SECONDS, 0.);
    ev_timer_start(loop, &server->tick);
}

/* server_reload was called. */
static void on_reload(struct ev_loop *loop, ev_async *async, int events)
{
    struct server *server = async->data;
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    (void)loop;
    (void)events;
    if (server->health.stopping)
        return;
    notify_reloading(&server->notify);
    lang_use_default(); /* standard error is the operator's */
    if (!net_reload(&server->net, &why))
        report(REPORT_ERROR, "certificate", tr("%s; the previous one stays in use"), why.start);
    report(REPORT_INFO, "reload", "the certificate was reloaded and the access log reopened");
    if (server->access.log)
        log_reopen(server->access.log);
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

/* Gives each module the modules that it uses. */
static void compose(struct server *server)
{
    const struct server_settings *settings = server->settings;
    server->addresses.settings = server->access.settings = settings;
    server->loading = (struct loading){.reader = server->reader, .health = &server->health};
    server->conns = (struct conns){.settings = settings,
                                   .health = &server->health,
                                   .writer = server->writer,
                                   .addresses = &server->addresses,
                                   .loading = &server->loading,
                                   .rules = &server->rules,
                                   .protocol = &server->tables.protocol};
    TAILQ_INIT(&server->conns.list);
    server->listing = (struct listing){.set = &server->set,
                                       .loading = &server->loading,
                                       .reader = server->reader,
                                       .health = &server->health};
    TAILQ_INIT(&server->listing.open.queue);
    TAILQ_INIT(&server->listing.over.queue);
    server->tables = (struct tables){.settings = settings,
                                     .fair3 = server->has_fair3 ? &server->fair3 : NULL,
                                     .people_key = server->people_key,
                                     .health = &server->health,
                                     .clock = server->clock,
                                     .title = server->title,
                                     .loop = server->loop,
                                     .store = server->store,
                                     .writer = server->writer,
                                     .bots = server->bots,
                                     .programs = server->programs,
                                     .halt = &server->halt,
                                     .addresses = &server->addresses,
                                     .rules = &server->rules,
                                     .set = &server->set,
                                     .loading = &server->loading,
                                     .listing = &server->listing};
    server->pages.reader = server->reader;
    server->accounts = (struct accounts){.settings = settings,
                                         .health = &server->health,
                                         .clock = server->clock,
                                         .addresses = &server->addresses,
                                         .pool = server->desk,
                                         .key = server->people_key};
    server->studies =
        (struct studies){.health = &server->health,
                         .clock = server->clock,
                         .server = server->health.is_shared ? settings->name : "",
                         .desk = server->desk,
                         .student = server->student,
                         .play = {server->bots, server->programs, server->reviewer, server->reader},
                         .halt = &server->halt};
    server->reviews.reviewer = server->reviewer;
    server->purge = (struct purge){.tables = &server->tables,
                                   .loading = &server->loading,
                                   .listing = &server->listing,
                                   .pages = &server->pages,
                                   .reader = server->reader,
                                   .writer = server->writer};
    server->metrics = (struct metrics){.health = &server->health,
                                       .tables = &server->tables,
                                       .conns = &server->conns,
                                       .listener = &server->net.host.listener,
                                       .access_log = server->access.log,
                                       .writer = server->writer,
                                       .store = server->store,
                                       .bots = server->bots,
                                       .reviewer = server->reviewer,
                                       .reader = server->reader};
    server->http = (struct http){.settings = settings,
                                 .health = &server->health,
                                 .metrics = &server->metrics,
                                 .access = &server->access,
                                 .conns = &server->conns,
                                 .writer = server->writer,
                                 .addresses = &server->addresses,
                                 .tables = &server->tables,
                                 .loading = &server->loading,
                                 .listing = &server->listing,
                                 .pages = &server->pages,
                                 .reviews = &server->reviews,
                                 .accounts = &server->accounts};
    server->op = (struct operator){.settings = settings,
                                   .health = &server->health,
                                   .clock = server->clock,
                                   .tables = &server->tables,
                                   .conns = &server->conns,
                                   .addresses = &server->addresses,
                                   .metrics = &server->metrics,
                                   .listing = &server->listing,
                                   .rules = &server->rules};
    server->net.health = &server->health;
    server->net.access = &server->access;
    server->net.loop = server->loop;
    server->net.addresses = &server->addresses;
    server->net.conns = &server->conns;
    server->net.http = &server->http;
}

/* Opens the store, with a lease where servers share it. */
static bool open_store(struct server *server, struct text *why)
{
    const struct server_settings *settings = server->settings;
    server->store = store_open(settings->store, STORE_SERVE, why);
    if (!server->store)
        return false;
    server->health.is_shared = store_is_shared(server->store);
    if (server->store->was_full) {
        snprintf(server->health.store_error, sizeof server->health.store_error, "%s",
                 tr("the store's disk is full"));
        report(REPORT_ERROR, "store", "%s",
               tr("the store's disk is full: tables can be seen, but hardly anything can be "
                  "stored until there is room"));
    }
    if (!server->health.is_shared) {
        snprintf(server->title, sizeof server->title, "cornet %s", CORNET_VERSION);
        return true;
    }
    snprintf(server->title, sizeof server->title, "cornet %s (%s)", CORNET_VERSION, settings->name);
    server->lease = lease_open(settings->store, settings->name, why);
    if (server->lease)
        server->health.number = lease_number(server->lease);
    return server->lease;
}

/* Starts the threads; false if the readers cannot start. */
static bool open_threads(struct server *server, struct text *why)
{
    const struct server_settings *settings = server->settings;
    const struct table_env *env = &server->tables.env; /* used from the first job on */
    struct ev_loop *loop = server->loop;
    server->writer = writer_open(server->store, loop, on_stored, on_fenced, on_purged, server);
    server->bots =
        pool_open(settings->bot_threads, NULL, STORE_READ, NULL, loop, on_answer, server, why);
    if (settings->opener)
        server->programs =
            pool_open(PROGRAM_THREADS, NULL, STORE_READ, NULL, loop, on_answer, server, why);
    server->reviewer = pool_open(1, settings->store, STORE_READ, env, loop, on_answer, server, why);
    server->reader =
        pool_open(READER_THREADS, settings->store, STORE_READ, env, loop, on_answer, server, why);
    server->desk =
        pool_open(PEOPLE_THREADS, settings->store, STORE_NOTES, env, loop, on_answer, server, why);
    server->student = pool_open(1, NULL, STORE_READ, NULL, loop, on_answer, server, why);
    if (server->student && !pool_lower(server->student))
        report(REPORT_WARNING, "people",
               "games are analysed in the background without a lower "
               "priority: the system refuses");
    return server->reviewer && server->reader && server->desk;
}

static void serve(struct server *server, const struct server_runtime *runtime)
{
    listing_fill(&server->listing);
    if (!server->lease) /* with a lease, cornet purge asks the database */
        server->control =
            control_open(server->loop, server->settings->store, &server->purge, &server->op);
    running = server;
    runtime->ready(server->http.port, server->net.metrics_port, runtime->context);
    notify_ready(&server->notify);
    ev_run(server->loop, 0);
    running = NULL;
    control_close(server->control);
}

/* The threads end first, so that nothing changes while the modules are closed. */
static void close_modules(struct server *server)
{
    server->health.stopping = true;
    atomic_store(&server->halt, 1);
    pool_close(server->student); /* first: it looks at the others */
    pool_close(server->bots);
    pool_close(server->programs);
    pool_close(server->reviewer);
    pool_close(server->reader);
    pool_close(server->desk);
    accounts_close(&server->accounts);
    reviews_close(&server->reviews);
    writer_close(server->writer);
    net_close(&server->net);
    pages_close(&server->pages);
    purge_close(&server->purge);
    loading_close(&server->loading);
    tables_close(&server->tables);
    listing_close(&server->listing);
    addresses_expire(&server->addresses, true);
    notify_close(&server->notify, server->loop);
    ev_loop_destroy(server->loop);
}

/* The key file of fair dice 3; without one no table has them. */
static bool open_key(struct server *server, struct text *why)
{
    if (!server->settings->fair_key)
        return true;
    server->has_fair3 =
        fair_key_open(server->settings->fair_key, &server->fair3, &server->made_key, why);
    return server->has_fair3;
}

bool server_run(const struct server_settings *settings, const struct server_runtime *runtime,
                struct text *why)
{
    if (sodium_init() < 0)
        return text_fail(why, tr("the system provides no random numbers"));
    struct server *server = memory_new(1, sizeof *server);
    const double began = clock_steady();
    bool good = false;
    server->settings = server->net.settings = settings;
    server->net.timeouts = runtime->timeouts;
    server->clock = &runtime->clock;
    if (!net_prepare(&server->net, why))
        goto cleanup;
    if (settings->access_log && !(server->access.log = log_open(settings->access_log, why)))
        goto cleanup;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file size limit is an error of the store, and must not kill us */
    if (!open_store(server, why) || !open_key(server, why) ||
        !accounts_key(server->store, settings->store, server->people_key, why))
        goto cleanup;
    server->loop = ev_loop_new(EVFLAG_AUTO);
    good = open_threads(server, why);
    compose(server);
    server->metrics.began = began;
    tables_open(&server->tables);
    http_open(&server->http);
    start_watchers(server);
    operator_tick(&server->op);
    good = good && operator_open(&server->op, server->store, why) && net_open(&server->net, why);
    if (good && server->made_key)
        report(REPORT_INFO, "fair",
               "made the key of the fair dice, %s: unfinished games need it, so keep a copy",
               settings->fair_key);
    if (good)
        serve(server, runtime);
    close_modules(server);
cleanup:
    net_close(&server->net);
    log_close(server->access.log);
    rules_free(&server->rules);
    lease_close(server->lease);
    store_close(server->store);
    sodium_memzero(&server->fair3, sizeof server->fair3);
    sodium_memzero(server->people_key, sizeof server->people_key);
    free(server);
    return good;
}
