#include "server/tables.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "server/core.h"
#include "server/handlers.h"
#include "server/loading.h"
#include "server/locale.h"

_Static_assert(TABLE_TOLD_MAX + (32u << 10) <= CONN_WAITING_MAX,
               "the longest message `table` fits into a queue, with what is told before it");

static struct server_table *owner(const struct table *table)
{
    return table->owner;
}

/* ---- finding tables ---- */

static struct server_table **find_slot(struct server *server, const char *id)
{
    uint64_t hash = 14695981039346656037u;
    for (const char *c = id; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    struct server_table **at = &server->tables[hash % SERVER_HASH];
    while (*at && strcmp(table_id((*at)->table), id) != 0)
        at = &(*at)->hash_next;
    return at;
}

static void on_timer(struct ev_loop *loop, ev_timer *timer, int events)
{
    struct server_table *st = timer->data;
    (void)loop;
    (void)events;
    table_run(st->table, server_now(st->server));
    tables_schedule(st);
}

static struct server_table *new_entry(struct server *server)
{
    struct server_table *st = memory_new(1, sizeof *st);
    st->server = server;
    st->instance = ++server->instances;
    st->row_phase = -1;
    st->empty_since = server_steady();
    ev_timer_init(&st->timer, on_timer, 0, 0);
    st->timer.data = st;
    return st;
}

static void insert(struct server_table *st, struct table *table)
{
    st->table = table;
    table->owner = st;
    *find_slot(st->server, table_id(table)) = st;
    st->server->table_count++;
}

struct server_table *tables_in_memory(struct server *server, const char *id)
{
    return *find_slot(server, id);
}

struct server_table *tables_add(struct server *server, struct table *table,
                                const struct store_table *row)
{
    struct server_table *st = new_entry(server);
    st->store_table = row->table;
    st->last = row->last;
    st->row_phase = row->phase;
    st->row_listed = row->listed;
    insert(st, table);
    listing_came(st);
    return st;
}

void tables_free(struct server_table *st)
{
    listing_left(st);
    struct server_table **at = find_slot(st->server, table_id(st->table));
    *at = st->hash_next;
    st->server->table_count--;
    ev_timer_stop(st->server->loop, &st->timer); /* clears a pending event too */
    table_free(st->table);
    free(st);
}

static void make_id(char id[TABLE_ID_LENGTH + 1])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    unsigned char bytes[TABLE_ID_LENGTH];
    randombytes_buf(bytes, sizeof bytes);
    for (int i = 0; i < TABLE_ID_LENGTH; i++)
        id[i] = letters[bytes[i] & 31];
    id[TABLE_ID_LENGTH] = '\0';
}

struct server_table *tables_create(struct server *server, const struct table_setup *setup)
{
    char id[TABLE_ID_LENGTH + 1];
    unsigned char seed[FAIR_BYTES];
    struct server_table *st = new_entry(server);
    make_id(id);
    randombytes_buf(seed, sizeof seed);
    st->store_table = server->store->next_table++;
    insert(st, table_create(&server->table_env, st, setup, id, seed, server_now(server)));
    sodium_memzero(seed, sizeof seed);
    listing_note(st);
    server->metrics.tables++;
    return st;
}

/* ---- the store ---- */

static void mark_dirty(struct server_table *st)
{
    st->batch = writer_batch(st->server->writer);
    if (st->dirty)
        return;
    st->dirty = true;
    st->dirty_next = st->server->dirty;
    st->server->dirty = st;
}

/* Writes the table's row if what it holds has changed. */
static void store_row(struct server_table *st, const struct table *table)
{
    if (st->row_phase == table->phase && st->row_listed == table->listed)
        return;
    struct store_table row = {.table = st->store_table,
                              .last = st->last,
                              .phase = table->phase,
                              .listed = table->listed,
                              .created = table->created,
                              .changed = table->changed};
    snprintf(row.name, sizeof row.name, "%s", table_id(table));
    st->row_phase = table->phase;
    st->row_listed = table->listed;
    writer_add_table(st->server->writer, &row);
}

static void store(struct table *table, const struct table_event *event)
{
    struct server *server = table->env->context;
    struct server_table *st = owner(table);
    const struct store_event stored = {.id = server->store->next_event++,
                                       .previous = st->last,
                                       .table = st->store_table,
                                       .number = table->event_count,
                                       .at = event->at,
                                       .kind = event->kind,
                                       .seat = event->seat,
                                       .left = event->left,
                                       .text = event->text};
    st->last = stored.id;
    writer_add_event(server->writer, &stored);
    mark_dirty(st);
    store_row(st, table);
    if (st->table) /* it is not the first event */
        listing_note(st);
    if (event->kind == EVENT_MOVE) {
        server->metrics.moves++;
        server->metrics.lines++;
        for (size_t i = 0; i < event->text.length; i++)
            server->metrics.lines += event->text.at[i] == '\n';
    }
}

/* Whether the seat (0: a spectator) is the same person's in both. */
static bool keeps_seat(const struct table *before, const struct table *now, int seat)
{
    return !seat || (table_seat_kind(now, seat) != SEAT_OPEN &&
                     sodium_memcmp(before->seat[seat - 1].hash, now->seat[seat - 1].hash,
                                   TABLE_HASH_BYTES) == 0);
}

static void detach(struct conn *conn)
{
    struct server_table *st = conn->table;
    if (conn->table_before)
        conn->table_before->table_next = conn->table_next;
    else
        st->conns = conn->table_next;
    if (conn->table_next)
        conn->table_next->table_before = conn->table_before;
    conn->table = NULL;
    conn->table_next = conn->table_before = NULL;
    conn->seat = 0;
    if (!st->conns)
        st->empty_since = server_steady();
}

void tables_set_aside(struct server_table *st, const char *why)
{
    ev_timer_stop(st->server->loop, &st->timer);
    st->set_aside = true;
    st->instance = ++st->server->instances; /* what the pool answers is about the lost table */
    st->hint = 0;
    for (struct conn *conn = st->conns; conn; conn = conn->table_next) {
        locale_use(conn->french);
        send_error(conn, -1, "store", why);
    }
}

void tables_set_back(struct server_table *st, struct table *now, const struct store_table *row)
{
    struct table *before = st->table;
    for (struct conn *conn = st->conns, *next; conn; conn = next) {
        next = conn->table_next;
        if (!now || !keeps_seat(before, now, conn->seat))
            detach(conn);
        else
            table_enter(now, conn->seat);
    }
    if (!now) {
        listing_forget(st->server, table_id(before));
        tables_free(st);
        return;
    }
    table_copy_chat(now, before);
    table_free(before);
    st->table = now;
    now->owner = st;
    now->asleep = false;
    st->set_aside = false;
    st->last = row->last;
    st->batch = 0; /* all of it is stored */
    st->row_phase = row->phase;
    st->row_listed = row->listed;
    listing_note(st);
    table_tell_all(now, "store", server_now(st->server));
    tables_schedule(st);
}

/* ---- connections ---- */

void tables_add_conn(struct server_table *st, struct conn *conn, int seat)
{
    conn->table = st;
    conn->seat = (int8_t)seat;
    conn->hint = 0;
    conn->table_before = NULL;
    conn->table_next = st->conns;
    if (st->conns)
        st->conns->table_before = conn;
    st->conns = conn;
    if (seat || !st->address[0])
        snprintf(st->address, sizeof st->address, "%s", conn->address->name);
    table_wake(st->table, server_now(st->server));
    table_enter(st->table, seat);
}

void tables_remove_conn(struct conn *conn)
{
    struct server_table *st = conn->table;
    const int seat = conn->seat;
    if (!st)
        return;
    detach(conn);
    if (st->set_aside)
        return; /* who is present is counted when it is set back */
    table_leave(st->table, seat, server_now(st->server));
    tables_schedule(st);
    if (!st->conns && !st->server->stopping)
        loading_check(st);
}

void tables_unseat(struct server_table *st, int seat)
{
    const uint64_t now = server_now(st->server);
    for (struct conn *conn = st->conns, *next; conn; conn = next) {
        const struct table_asker asker = {.seat = 0, .id = -1, .who = conn};
        next = conn->table_next;
        if (conn->seat != seat)
            continue;
        tables_remove_conn(conn);
        tables_add_conn(st, conn, 0);
        table_resume(st->table, &asker, now);
    }
}

static void tell(struct table *table, unsigned viewers, struct span message)
{
    struct server_table *st = owner(table);
    struct outgoing *outgoing = NULL;
    for (struct conn *conn = st->conns; conn; conn = conn->table_next) {
        if (!(viewers >> conn->seat & 1))
            continue;
        if (!outgoing) {
            outgoing = outgoing_new(message);
            outgoing->references++; /* ours, until all have it */
        }
        conn_send(conn, outgoing, st->batch);
    }
    if (outgoing)
        outgoing_release(outgoing);
}

static bool wants_states(const struct table *table)
{
    const struct server_table *st = table->owner;
    for (const struct conn *conn = st->conns; conn; conn = conn->table_next) {
        if (conn->states)
            return true;
    }
    return false;
}

static void reply(struct table *table, const struct table_asker *asker, struct span message)
{
    conn_send(asker->who, outgoing_new(message), owner(table)->batch);
}

/* ---- timers and the pool ---- */

void tables_schedule(struct server_table *st)
{
    struct server *server = st->server;
    const double hold = server->store_retry - server_steady(); /* seconds */
    const uint64_t now = server_now(server), due = st->table->due;
    double wait = due > now ? (double)(due - now) / 1000 / server->settings.time_scale : 0.001;
    if (hold > wait) /* no table acts by itself while nothing can be stored */
        wait = hold;
    ev_timer_stop(server->loop, &st->timer);
    if (due == TABLE_NEVER || st->set_aside)
        return;
    ev_timer_set(&st->timer, wait, 0.);
    ev_timer_start(server->loop, &st->timer);
}

static bool has_person(const struct table *table)
{
    for (int seat = 1; seat <= table->match->settings.players; seat++) {
        if (table_seat_kind(table, seat) == SEAT_PERSON && table->seat[seat - 1].present > 0)
            return true;
    }
    return false;
}

static struct pool_job *new_job(const struct server_table *st, enum pool_task task)
{
    struct pool_job *job = memory_new(1, sizeof *job);
    job->task = task;
    job->instance = st->instance;
    job->people = has_person(st->table);
    memcpy(job->address, st->address, sizeof job->address);
    snprintf(job->table, sizeof job->table, "%s", table_id(st->table));
    return job;
}

static void think(struct table *table, int seat)
{
    struct server_table *st = owner(table);
    struct pool_job *job = new_job(st, POOL_MOVE);
    table_question(table, seat, &job->question);
    pool_ask(st->server->bots, job);
}

void tables_ask_hint(struct conn *conn, long long id)
{
    struct server_table *st = conn->table;
    const struct match *match = st->table->match;
    struct pool_job *job = new_job(st, POOL_HINT);
    job->asker = (struct table_asker){.seat = conn->seat, .id = id};
    job->ticket = st->hint = conn->hint = ++st->server->hints_asked;
    job->event_count = st->table->event_count;
    job->view = match_view(match, conn->seat); /* the pool gets nothing else */
    job->lines = match->body.count;
    pool_ask(st->server->bots, job);
}

static struct conn *find_asker(const struct server_table *st, uint32_t ticket)
{
    struct conn *conn = st->conns;
    while (conn && conn->hint != ticket)
        conn = conn->table_next;
    return conn;
}

static void hint_answered(struct server_table *st, struct pool_job *job)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct conn *conn = find_asker(st, job->ticket);
    if (st->hint == job->ticket)
        st->hint = 0;
    if (!conn)
        return; /* the client has left */
    conn->hint = 0;
    locale_use(conn->french);
    job->asker.who = conn;
    if (st->table->event_count != job->event_count)
        send_error(conn, job->asker.id, "stale", tr("the table has moved on"));
    else if (job->hints)
        table_tell_hint(st->table, &job->asker, job->hints);
    else if (!judge_of(job->view->game)->ready(&job->view->settings, &why))
        send_error(conn, job->asker.id, "no-hints", reason);
    else
        tables_ask_hint(conn, job->asker.id); /* the judge has become ready meanwhile */
}

void tables_answered(struct server *server, struct pool_job *job)
{
    struct server_table *st = *find_slot(server, job->table);
    if (!st || st->instance != job->instance)
        return; /* the pool frees the job, and the bot in it */
    if (job->task == POOL_HINT) {
        hint_answered(st, job);
        return;
    }
    table_answer(st->table, &job->question, server_now(server));
    tables_schedule(st);
}

void tables_make_secret(char secret[TABLE_SECRET_HEX])
{
    unsigned char bytes[TABLE_SECRET_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(secret, TABLE_SECRET_HEX, bytes, sizeof bytes);
    sodium_memzero(bytes, sizeof bytes);
}

/* ---- rematch ---- */

/* Moves the connections of a person's seat to the same seat of the new table. */
static void move_person(struct server_table *st, struct server_table *next_table, int seat,
                        const char *secret)
{
    for (struct conn *conn = st->conns, *next; conn; conn = next) {
        next = conn->table_next;
        if (conn->seat != seat)
            continue;
        tables_remove_conn(conn);
        tables_add_conn(next_table, conn, seat);
        const struct table_asker asker = {.seat = seat, .id = -1, .who = conn};
        table_tell_joined(next_table->table, &asker, secret);
    }
}

static void rematch(struct table *table)
{
    struct server_table *st = owner(table);
    struct server *server = st->server;
    const uint64_t now = server_now(server);
    struct table_setup setup;
    table_setup_rematch(table, &setup);
    struct server_table *next_table = tables_create(server, &setup);
    table_set_next(table, table_id(next_table->table), now);
    for (int seat = 1; seat <= table->match->settings.players; seat++) {
        if (table_seat_kind(table, seat) != SEAT_PERSON || table->seat[seat - 1].present == 0)
            continue;
        char secret[TABLE_SECRET_HEX];
        tables_make_secret(secret);
        table_take_seat(next_table->table, seat, table->match->name[seat - 1], secret, now);
        move_person(st, next_table, seat, secret);
        sodium_memzero(secret, sizeof secret);
    }
    table_tell_next(table);
    table_tell_all(next_table->table, "join", now);
    table_run(next_table->table, now);
    tables_schedule(next_table);
}

void tables_init(struct server *server)
{
    char *buffer = memory_resize(NULL, TABLE_MESSAGE_MAX, 1);
    server->scratch = text_on(buffer, TABLE_MESSAGE_MAX);
    server->table_env = (struct table_env){.context = server,
                                           .scratch = &server->scratch,
                                           .fair_cache = fair_cache_new(),
                                           .rng = &server->rng,
                                           .round_pause = (uint32_t)server->settings.round_pause,
                                           .store = store,
                                           .tell = tell,
                                           .reply = reply,
                                           .wants_states = wants_states,
                                           .think = think,
                                           .rematch = rematch};
}
