#include "server/server.h"

#include <libwebsockets.h>
#include <malloc.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "server/inside.h"

#define TICK_SECONDS 5.0
#define EMPTY_SECONDS 60.0 /* a table that nobody is at leaves memory after so long */
#define RETRY_SECONDS 2.0
#define GOODBYE_SECONDS 0.5

static struct server *running; /* for the signal handler */

void server_defaults(struct server_settings *settings)
{
    *settings = (struct server_settings){.port = 7777,
                                         .tables_max = 20000,
                                         .connections_max = 12000,
                                         .per_address = 200,
                                         .creates_per_hour = 120,
                                         .messages_per_second = 20,
                                         .bot_threads = 2,
                                         .review_seconds = 60};
}

/* Everybody's notes and tables that waited for the batch. */
static void go_on_after_store(struct server *server)
{
    const uint64_t durable = writer_durable(server->writer);
    struct room *room = server->dirty;
    server->dirty = NULL;
    server->store_error[0] = '\0';
    server->store_retry = 0;
    while (room) {
        struct room *next = room->dirty_next;
        if (room->batch > durable) {
            room->dirty_next = server->dirty;
            server->dirty = room;
        } else {
            room->dirty = false;
            room->dirty_next = NULL;
        }
        room = next;
    }
    conn_release_gated(server);
}

/* A table falls back to what is stored of it. Who was at it stays, if the seat is stored. */
static void restore(struct server *server, struct room *room, const char *why)
{
    struct store_table row;
    char id[ROOM_ID_LENGTH + 1], reason[TEXT_WHY];
    struct text unused = text_on(reason, sizeof reason);
    unsigned char hash[GAME_SEATS_MAX][ROOM_HASH_BYTES];
    struct conn *conns = room->conns;
    memcpy(id, room->id, sizeof id);
    for (int i = 0; i < room->match->settings.players; i++)
        memcpy(hash[i], room->seat[i].hash, ROOM_HASH_BYTES);
    room->conns = NULL;
    room_free(room);
    struct room *again =
        store_find(server->store, id, &row) ? room_load(server, &row, &unused) : NULL;
    for (struct conn *conn = conns, *next; conn; conn = next) {
        const int seat = conn->seat;
        next = conn->room_next;
        conn->room = NULL;
        conn->room_next = conn->room_before = NULL;
        conn->seat = 0;
        locale_use(conn->french);
        send_error(conn, -1, "store", why);
        if (again && (!seat || (again->seat[seat - 1].kind != SEAT_OPEN &&
                                sodium_memcmp(again->seat[seat - 1].hash, hash[seat - 1],
                                              ROOM_HASH_BYTES) == 0)))
            room_add_conn(again, conn, seat);
    }
    if (again)
        say_table_to_all(again, "store");
}

static void fall_back(struct server *server, const char *why)
{
    struct room *room = server->dirty;
    server->dirty = NULL;
    server->metrics.store_errors++;
    server->store_retry = room_now() + RETRY_SECONDS;
    if (!server->store_error[0])
        fprintf(stderr, "cornet serve: %s\n", why);
    snprintf(server->store_error, sizeof server->store_error, "%s", why);
    while (server->gated)
        conn_drop_gated(server->gated);
    while (room) {
        struct room *next = room->dirty_next;
        room->dirty = false;
        restore(server, room, why);
        room = next;
    }
}

static void on_stored(void *context, const char *why)
{
    if (why)
        fall_back(context, why);
    else
        go_on_after_store(context);
}

static void on_bot(void *context, struct bots_job *job)
{
    if (job->task == BOTS_ANALYSIS) {
        review_done(context, job);
        return;
    }
    struct room *room = room_find(context, job->table);
    if (room && job->task == BOTS_HINT)
        room_hint_done(room, job);
    else if (room)
        room_bot_done(room, job);
}

/* Before the loop sleeps: everything that arrived in this turn goes into one commit. */
static void on_prepare(struct ev_loop *loop, ev_prepare *prepare, int events)
{
    struct server *server = prepare->data;
    (void)loop;
    (void)events;
    writer_flush(server->writer);
}

/* Tables that nobody is at leave memory. */
static void on_tick(struct ev_loop *loop, ev_timer *timer, int events)
{
    struct server *server = timer->data;
    const double now = room_now();
    (void)loop;
    (void)events;
    for (size_t i = 0; i < SERVER_HASH; i++) {
        for (struct room *room = server->rooms[i], *next; room; room = next) {
            next = room->hash_next;
            if (!room->conns && !room->dirty && !room->thinking &&
                now - room->empty_since >= EMPTY_SECONDS)
                room_free(room);
        }
    }
    addresses_forget(server);
    malloc_trim(0); /* what a rush has left behind goes back to the machine */
}

static void on_goodbye(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)timer;
    (void)events;
    ev_break(loop, EVBREAK_ALL);
}

/* Told to stop: no new events, everybody is told, and the loop ends a moment later. */
static void on_stop(struct ev_loop *loop, ev_async *async, int events)
{
    struct server *server = async->data;
    (void)events;
    if (server->stopping)
        return;
    server->stopping = true;
    for (size_t i = 0; i < SERVER_HASH; i++) {
        for (struct room *room = server->rooms[i]; room; room = room->hash_next) {
            for (struct conn *conn = room->conns; conn; conn = conn->room_next) {
                locale_use(conn->french);
                send_error(conn, -1, "stopping", tr("the server is stopping; come back soon"));
                conn_close(conn);
            }
        }
    }
    ev_timer_stop(loop, &server->tick);
    ev_timer_init(&server->tick, on_goodbye, GOODBYE_SECONDS, 0.);
    ev_timer_start(loop, &server->tick);
}

void server_stop(void)
{
    if (running)
        ev_async_send(running->loop, &running->stop);
}

static void start_watchers(struct server *server)
{
    ev_prepare_init(&server->prepare, on_prepare);
    server->prepare.data = server;
    ev_prepare_start(server->loop, &server->prepare);
    ev_timer_init(&server->tick, on_tick, TICK_SECONDS, TICK_SECONDS);
    server->tick.data = server;
    ev_timer_start(server->loop, &server->tick);
    ev_async_init(&server->stop, on_stop);
    server->stop.data = server;
    ev_async_start(server->loop, &server->stop);
}

static void close_rooms(struct server *server)
{
    for (size_t i = 0; i < SERVER_HASH; i++) {
        while (server->rooms[i])
            room_free(server->rooms[i]);
    }
}

bool server_run(const struct server_settings *settings, void (*ready)(int port, void *context),
                void *context, struct text *why)
{
    if (sodium_init() < 0)
        return text_fail(why, tr("the machine gives no random numbers"));
    struct server *server = memory_new(1, sizeof *server);
    bool good = false;
    uint64_t seed;
    server->settings = *settings;
    server->began = room_now();
    locale_open();
    randombytes_buf(&seed, sizeof seed);
    rng_seed(&server->rng, seed);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file too large is an error of the store, not the end */
    server->store = store_open(settings->store, STORE_SERVE, why);
    if (!server->store)
        goto cleanup;
    server->loop = ev_loop_new(EVFLAG_AUTO);
    server->writer = writer_open(server->store, server->loop, on_stored, server);
    server->bots = bots_open(settings->bot_threads, server->loop, on_bot, server);
    server->reviewer = bots_open(1, server->loop, on_bot, server);
    start_watchers(server);
    good = net_open(server, why);
    if (good) {
        running = server;
        ready(server->port, context);
        ev_run(server->loop, 0);
        running = NULL;
    }
    server->stopping = true;
    bots_close(server->bots);
    bots_close(server->reviewer);
    reviews_free(server);
    writer_close(server->writer);
    if (server->lws)
        lws_context_destroy(server->lws);
    close_rooms(server);
    addresses_forget(server);
    ev_loop_destroy(server->loop);
cleanup:
    store_close(server->store);
    free(server);
    return good;
}
