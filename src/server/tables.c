#include "server/tables.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "server/core.h"
#include "server/loading.h"

_Static_assert(TABLE_TOLD_MAX + (32u << 10) <= CONN_WAITING_MAX,
               "the longest message `table` fits into a queue, with what is told before it");

static struct server_table *owner(const struct table *table)
{
    return table_owner(table); /* its `base` is the first member */
}

static struct server_table *of(struct lobby_table *lt)
{
    return (struct server_table *)lt;
}

static struct server *server_of(const struct lobby *lobby)
{
    return lobby->table_env->context;
}

/* ---- finding tables ---- */

static struct server_table **find_slot(struct server *server, const char *id)
{
    uint64_t hash = 14695981039346656037u;
    for (const char *c = id; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    struct server_table **at = &server->tables[hash % SERVER_HASH];
    while (*at && strcmp(table_id((*at)->base.table), id) != 0)
        at = &(*at)->hash_next;
    return at;
}

static void schedule(struct lobby_table *lt);

static void on_timer(struct ev_loop *loop, ev_timer *timer, int events)
{
    struct server_table *st = timer->data;
    (void)loop;
    (void)events;
    table_run(st->base.table, server_now(st->server));
    schedule(&st->base);
}

static struct server_table *new_entry(struct server *server)
{
    struct server_table *st = memory_new(1, sizeof *st);
    st->server = server;
    st->base.lobby = &server->lobby;
    st->instance = ++server->instances;
    st->row_phase = -1;
    st->empty_since = server_steady();
    ev_timer_init(&st->timer, on_timer, 0, 0);
    st->timer.data = st;
    return st;
}

static void insert(struct server_table *st, struct table *table)
{
    st->base.table = table;
    table_set_owner(table, st);
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
    st->claim = row->claim;
    insert(st, table);
    listing_came(st);
    return st;
}

void tables_free(struct server_table *st)
{
    listing_left(st);
    struct server_table **at = find_slot(st->server, table_id(st->base.table));
    *at = st->hash_next;
    st->server->table_count--;
    ev_timer_stop(st->server->loop, &st->timer); /* clears a pending event too */
    table_free(st->base.table);
    free(st);
}

void tables_release(struct server_table *st)
{
    struct server *server = st->server;
    const struct store_table row = {
        .table = st->store_table, .owner = server->number, .claim = st->claim, .released = true};
    if (store_is_shared(server->store))
        writer_add_table(server->writer, &row);
    tables_free(st);
}

void tables_lose(struct server_table *st)
{
    while (st->base.clients) {
        struct client *client = st->base.clients;
        lobby_detach(client);
        conn_drop((struct conn *)client);
    }
    tables_free(st);
}

static struct lobby_table *create(struct lobby *lobby, const struct table_setup *setup)
{
    char id[TABLE_ID_LENGTH + 1];
    unsigned char seed[FAIR_BYTES];
    struct server *server = server_of(lobby);
    struct server_table *st = new_entry(server);
    lobby_make_id(id, store_is_shared(server->store) ? server->settings.name : '\0');
    randombytes_buf(seed, sizeof seed);
    st->claim = 1;
    st->store_table = server->store->next_table++;
    insert(st, table_create(&server->table_env, st, setup, id, seed, server_now(server)));
    sodium_memzero(seed, sizeof seed);
    listing_note(st);
    server->metrics.tables++;
    return &st->base;
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

/* Events after which a list shows something else; moves are not worth a row. */
static bool changes_list(int kind)
{
    return kind == EVENT_SEAT || kind == EVENT_KIND || kind == EVENT_HOST || kind == EVENT_SLEEP;
}

/* Writes the table's row if what it holds has changed. */
static void store_row(struct server_table *st, const struct table *table, int kind)
{
    char bytes[LISTING_SUMMARY_BYTES];
    struct text summary = text_on(bytes, sizeof bytes);
    if (st->row_phase == (int)table_phase(table) && st->row_listed == table_is_listed(table) &&
        !(table_is_listed(table) && changes_list(kind)))
        return;
    if (table_is_listed(table))
        listing_summarise(table, &summary);
    struct store_table row = {.table = st->store_table,
                              .last = st->last,
                              .phase = table_phase(table),
                              .listed = table_is_listed(table),
                              .created = table_created(table),
                              .changed = table_changed(table),
                              .summary = {bytes, summary.length},
                              .owner = st->server->number};
    snprintf(row.name, sizeof row.name, "%s", table_id(table));
    st->row_phase = table_phase(table);
    st->row_listed = table_is_listed(table);
    writer_add_table(st->server->writer, &row);
}

static void store(struct table *table, const struct table_event *event)
{
    struct server_table *st = owner(table);
    struct server *server = st->server;
    const struct store_event stored = {.id = server->store->next_event++,
                                       .previous = st->last,
                                       .table = st->store_table,
                                       .number = table_event_count(table),
                                       .at = event->at,
                                       .kind = event->kind,
                                       .seat = event->seat,
                                       .left = event->left,
                                       .text = event->text};
    st->last = stored.id;
    writer_add_event(server->writer, &stored);
    mark_dirty(st);
    store_row(st, table, event->kind);
    if (st->base.table) /* it is not the first event */
        listing_note(st);
    if (event->kind == EVENT_MOVE) {
        server->metrics.moves++;
        server->metrics.lines++;
        for (size_t i = 0; i < event->text.length; i++)
            server->metrics.lines += event->text.at[i] == '\n';
    }
}

void tables_set_aside(struct server_table *st, const char *why)
{
    ev_timer_stop(st->server->loop, &st->timer);
    st->base.set_aside = true;
    st->instance = ++st->server->instances; /* what the pool answers is about the lost table */
    st->base.hint = 0;
    for (struct client *client = st->base.clients; client; client = client->next) {
        lang_use(client->french);
        lobby_send_error(client, -1, "store", why);
    }
}

void tables_set_back(struct server_table *st, struct table *now, const struct store_table *row)
{
    struct table *before = st->base.table;
    for (struct client *client = st->base.clients, *next; client; client = next) {
        next = client->next;
        if (!now || (client->seat && !table_same_person(now, before, client->seat)))
            lobby_detach(client);
        else
            table_enter(now, client->seat);
    }
    if (!st->base.clients)
        st->empty_since = server_steady();
    if (!now) {
        listing_forget(st->server, table_id(before));
        tables_free(st);
        return;
    }
    table_replace(now, before);
    table_free(before);
    st->base.table = now;
    st->base.set_aside = false;
    st->last = row->last;
    st->claim = row->claim;
    st->batch = 0; /* all of it is stored */
    st->row_phase = row->phase;
    st->row_listed = row->listed;
    listing_note(st);
    table_tell_all(now, "store", server_now(st->server));
    schedule(&st->base);
}

/* ---- connections ---- */

static struct conn *conn_of(struct client *client)
{
    return (struct conn *)client; /* it is the first member */
}

static void send_message(struct client *client, struct span message, bool of_table)
{
    const uint64_t batch = of_table && client->at ? of(client->at)->batch : 0;
    conn_send(conn_of(client), outgoing_new(message), batch);
}

static void came(struct client *client)
{
    struct server_table *st = of(client->at);
    if (client->seat || !st->address[0])
        snprintf(st->address, sizeof st->address, "%s", conn_of(client)->address->name);
}

static void emptied(struct lobby_table *lt)
{
    struct server_table *st = of(lt);
    st->empty_since = server_steady();
    if (!lt->set_aside && !st->server->stopping)
        loading_check(st);
}

static void tell(struct table *table, unsigned viewers, struct span message)
{
    struct server_table *st = owner(table);
    struct outgoing *outgoing = NULL;
    for (struct client *client = st->base.clients; client; client = client->next) {
        if (!(viewers >> client->seat & 1))
            continue;
        if (!outgoing) {
            outgoing = outgoing_new(message);
            outgoing->references++; /* ours, until all have it */
        }
        conn_send(conn_of(client), outgoing, st->batch);
    }
    if (outgoing)
        outgoing_release(outgoing);
}

static void reply(struct table *table, const struct table_asker *asker, struct span message)
{
    conn_send(conn_of(asker->who), outgoing_new(message), owner(table)->batch);
}

/* ---- timers and the pool ---- */

static void schedule(struct lobby_table *lt)
{
    struct server_table *st = of(lt);
    struct server *server = st->server;
    const double hold = server->store_retry - server_steady(); /* seconds */
    const uint64_t now = server_now(server), due = table_due(st->base.table);
    double wait = due > now ? (double)(due - now) / 1000 / server->settings.time_scale : 0.001;
    if (hold > wait) /* no table acts by itself while nothing can be stored */
        wait = hold;
    ev_timer_stop(server->loop, &st->timer);
    if (due == TABLE_NEVER || lt->set_aside)
        return;
    ev_timer_set(&st->timer, wait, 0.);
    ev_timer_start(server->loop, &st->timer);
}

static struct pool_job *new_job(const struct server_table *st, enum pool_task task)
{
    struct pool_job *job = memory_new(1, sizeof *job);
    job->task = task;
    job->instance = st->instance;
    job->people = table_present(st->base.table) != 0;
    memcpy(job->address, st->address, sizeof job->address);
    snprintf(job->table, sizeof job->table, "%s", table_id(st->base.table));
    return job;
}

static void think(struct table *table, int seat)
{
    struct server_table *st = owner(table);
    struct pool_job *job = new_job(st, POOL_MOVE);
    table_question(table, seat, &job->question);
    const bool program = job->question.bot->agent->follows;
    pool_ask(program ? st->server->programs : st->server->bots, job);
}

static void ask_hint(struct lobby_table *lt, const struct lobby_hint *hint)
{
    struct server_table *st = of(lt);
    struct pool_job *job = new_job(st, POOL_HINT);
    job->hint = *hint; /* the pool gets nothing else */
    pool_ask(st->server->bots, job);
}

void tables_answered(struct server *server, struct pool_job *job)
{
    struct server_table *st = *find_slot(server, job->table);
    if (!st || st->instance != job->instance)
        return; /* the pool frees the job, and the bot in it */
    if (job->task == POOL_HINT) {
        lobby_hint_answered(&st->base, &job->hint);
        return;
    }
    table_answer(st->base.table, &job->question, server_now(server));
    schedule(&st->base);
}

/* ---- the lobby's environment ---- */

static uint64_t now_of(const struct lobby *lobby)
{
    return server_now(server_of(lobby));
}

static enum lobby_found find(struct lobby *lobby, const char *id, struct lobby_table **out)
{
    struct server_table *st;
    const enum lobby_found found = loading_find(server_of(lobby), id, &st);
    *out = st ? &st->base : NULL;
    return found;
}

static bool may_create(struct client *client, struct table_refusal *r)
{
    struct server *server = server_of(client->lobby);
    if (store_is_shared(server->store) && !server->number)
        return table_refuse(r, "store", tr("the server has lost its database; try again"));
    if (server->table_count >= (size_t)server->settings.tables_max)
        return table_refuse(r, "limit", tr("the server has as many tables as it can hold"));
    return address_may_create(server, conn_of(client)->address) ||
           table_refuse(r, "limit", tr("too many new tables from your address; try again later"));
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
                                           .fair_wait = TABLE_FAIR_WAIT,
                                           .program = "cornet-" CORNET_VERSION,
                                           .opener = server->settings.opener,
                                           .stop = &server->halt,
                                           .store = store,
                                           .tell = tell,
                                           .reply = reply,
                                           .wants_states = lobby_wants_states,
                                           .think = think,
                                           .rematch = lobby_rematch};
    server->lobby = (struct lobby){.table_env = &server->table_env,
                                   .server = server->title,
                                   .now = now_of,
                                   .send = send_message,
                                   .find = find,
                                   .may_create = may_create,
                                   .create = create,
                                   .came = came,
                                   .emptied = emptied,
                                   .schedule = schedule,
                                   .ask_hint = ask_hint};
}
