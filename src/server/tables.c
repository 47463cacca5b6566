#include "server/tables.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/lang.h"
#include "base/memory.h"
#include "server/players.h"
#include "server/work/report.h"

#define COMPLAINT_SECONDS 1.0
#define HELD_SECONDS 0.1   /* between two attempts to ask a bot */
#define EVENT_BYTES 80     /* that an event takes in the store beside its text */
#define REMOVED_MAX 16     /* addresses that the host of a table can keep away */
#define EMPTY_SECONDS 60.0 /* a table without connections is dropped from memory after this */

_Static_assert(TABLE_WHOLE_MAX + (32u << 10) <= CONN_WAITING_MAX,
               "the longest message `table` fits into a queue, with the messages before it");

static struct server_table *owner(const struct table *table)
{
    return table_owner(table); /* its `base` is the first member */
}

static struct server_table *of(struct room *room)
{
    return (struct server_table *)room;
}

static struct conn *conn_of(struct client *client)
{
    return (struct conn *)client; /* it is the first member */
}

static struct tables *tables_of(const struct protocol *protocol)
{
    return protocol->table_env->context;
}

/* ---- coming and going ---- */

static void schedule(struct room *room);

/* Bots among themselves play as fast as their address may. */
static bool may_think(const struct server_table *st)
{
    return table_present(st->base.table) || address_may_play(st->tables->addresses, st->address);
}

static void ask(const struct server_table *st, struct job *job)
{
    const bool program = job->question.bot->agent->follows;
    pool_ask(program ? st->tables->programs : st->tables->bots, job);
}

static void ask_held(struct server_table *st)
{
    while (st->held && may_think(st)) {
        struct job *job = st->held;
        st->held = job->next;
        ask(st, job);
    }
}

/* Takes the bots of held questions back, so that the table can leave memory. */
static void drop_held(struct server_table *st)
{
    while (st->held) {
        struct job *job = st->held;
        st->held = job->next;
        job->question.event_count = UINT32_MAX; /* marks the question as unanswered */
        if (!st->base.suspended)
            table_answer(st->base.table, &job->question, clock_now(st->tables->clock));
        job_free(job);
    }
}

static void on_timer(struct ev_loop *loop, ev_timer *timer, int events)
{
    struct server_table *st = timer->data;
    (void)loop;
    (void)events;
    ask_held(st);
    table_run(st->base.table, clock_now(st->tables->clock));
    schedule(&st->base);
}

static struct server_table *new_entry(struct tables *tables)
{
    struct server_table *st = memory_new(1, sizeof *st);
    st->tables = tables;
    st->base.protocol = &tables->protocol;
    st->instance = ++tables->instances;
    st->row_phase = -1;
    st->empty_since = clock_steady();
    ev_timer_init(&st->timer, on_timer, 0, 0);
    st->timer.data = st;
    return st;
}

static void insert(struct server_table *st, struct table *table)
{
    st->base.table = table;
    table_set_owner(table, st);
    table_set_add(st->tables->set, st);
}

/* Brings in a table that has been read from the store. */
static void add(struct tables *tables, struct table *table, const struct store_table *row)
{
    struct server_table *st = new_entry(tables);
    st->store_table = row->table;
    st->last = row->last;
    st->row_phase = row->phase;
    st->row_listed = row->listed;
    st->claim = row->claim;
    insert(st, table);
    tables->takeovers +=
        tables->health->is_shared && table_id(table)[0] != tables->settings->name[0];
    listing_on_join(tables->listing, st);
}

static void free_entry(struct server_table *st)
{
    for (struct job *job; (job = st->held);) {
        st->held = job->next;
        job_free(job);
    }
    listing_left(st->tables->listing, st);
    table_set_remove(st->tables->set, st);
    ev_timer_stop(st->tables->loop, &st->timer); /* clears a pending event too */
    table_free(st->base.table);
    lines_free(&st->removed);
    free(st);
}

bool tables_put_away(struct server_table *st)
{
    const struct tables *tables = st->tables;
    if (!st->base.clients)
        drop_held(st);
    if (st->base.clients || st->base.suspended || table_is_thinking(st->base.table))
        return false;
    table_sleep(st->base.table, clock_now(tables->clock));
    if (st->dirty) /* the table can leave memory once its event is stored */
        return false;
    const struct store_table row = {.table = st->store_table,
                                    .owner = tables->health->number,
                                    .claim = st->claim,
                                    .released = true};
    if (tables->health->is_shared) /* it may be another server's from now on */
        writer_add_table(tables->writer, &row);
    free_entry(st);
    return true;
}

/* This server no longer owns the table: drops its clients' connections, so that they reconnect, and
 * frees it. */
static void lose(struct server_table *st)
{
    while (st->base.clients) {
        struct client *client = st->base.clients;
        room_detach(client);
        conn_drop(conn_of(client));
    }
    free_entry(st);
}

static struct room *create(struct protocol *protocol, const struct table_setup *setup)
{
    char id[TABLE_ID_LENGTH + 1];
    unsigned char seed[FAIR_BYTES];
    struct tables *tables = tables_of(protocol);
    struct server_table *st = new_entry(tables);
    protocol_make_id(id, tables->health->is_shared ? tables->settings->name[0] : '\0');
    randombytes_buf(seed, sizeof seed);
    st->claim = 1;
    st->store_table = tables->store->next_table++;
    if (setup->daily[0])
        memcpy(seed, setup->seed, sizeof seed);
    insert(st, table_create(&tables->env, st, setup, id, seed, clock_now(tables->clock)));
    sodium_memzero(seed, sizeof seed);
    listing_note(tables->listing, st);
    tables->made++;
    return &st->base;
}

/* ---- the store ---- */

static void mark_dirty(struct server_table *st)
{
    st->batch = writer_batch(st->tables->writer);
    if (st->dirty)
        return;
    st->dirty = true;
    st->dirty_next = st->tables->dirty;
    st->tables->dirty = st;
}

/* Events after which a list shows something else; moves are not worth a row. */
static bool changes_list(int kind)
{
    return kind == EVENT_SEAT || kind == EVENT_KIND || kind == EVENT_HOST || kind == EVENT_SLEEP;
}

/* Writes the table's row if its content has changed. */
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
                              .owner = st->tables->health->number};
    snprintf(row.name, sizeof row.name, "%s", table_id(table));
    st->row_phase = table_phase(table);
    st->row_listed = table_is_listed(table);
    writer_add_table(st->tables->writer, &row);
}

static void store(struct table *table, const struct table_event *event)
{
    struct server_table *st = owner(table);
    struct tables *tables = st->tables;
    const struct store_event stored = {.id = tables->store->next_event++,
                                       .previous = st->last,
                                       .table = st->store_table,
                                       .number = table_event_count(table),
                                       .at = event->at,
                                       .kind = event->kind,
                                       .seat = event->seat,
                                       .left = event->left,
                                       .text = event->text};
    st->last = stored.id;
    if (st->address[0]) /* somebody has come */
        address_stored(tables->addresses, st->address, EVENT_BYTES + event->text.length);
    writer_add_event(tables->writer, &stored);
    players_event(tables->writer, st->store_table, table, event,
                  table_phase(table) == TABLE_OVER && st->row_phase != TABLE_OVER);
    mark_dirty(st);
    store_row(st, table, event->kind);
    if (st->base.table) /* not during the first event */
        listing_note(tables->listing, st);
    if (event->kind == EVENT_MOVE) {
        tables->moves++;
        tables->lines++;
        for (size_t i = 0; i < event->text.length; i++)
            tables->lines += event->text.at[i] == '\n';
    }
}

/* The batch of the table was lost: it is read again, and nothing is done with it until then. */
static void revert(struct server_table *st, const char *why)
{
    ev_timer_stop(st->tables->loop, &st->timer);
    st->base.suspended = true;
    st->instance = ++st->tables->instances; /* the pool's answers belong to the lost table */
    st->base.hint = 0;
    st->hinted = 0;
    for (struct client *client = st->base.clients; client; client = client->next) {
        lang_use(client->french);
        protocol_send_error(client, -1, "store", why);
    }
    loading_await(st->tables->loading, table_id(st->base.table), st->address, NULL);
}

/* Replaces the table by the stored one (NULL: nothing is stored, and it is freed). Connections stay
 * if their seat is stored. */
static void restore(struct server_table *st, struct table *now, const struct store_table *row)
{
    struct table *before = st->base.table;
    drop_held(st); /* suspended: their bots are closed */
    for (struct client *client = st->base.clients, *next; client; client = next) {
        next = client->next;
        if (!now || (client->seat && !table_same_person(now, before, client->seat)))
            room_detach(client);
        else
            table_enter(now, client->seat);
    }
    if (!st->base.clients)
        st->empty_since = clock_steady();
    if (!now) {
        listing_forget(st->tables->listing, table_id(before));
        free_entry(st);
        return;
    }
    table_replace(now, before);
    table_free(before);
    st->base.table = now;
    st->base.suspended = false;
    st->last = row->last;
    st->claim = row->claim;
    st->batch = 0; /* all of it is stored */
    st->row_phase = row->phase;
    st->row_listed = row->listed;
    listing_note(st->tables->listing, st);
    table_tell_all(now, "store", clock_now(st->tables->clock));
    schedule(&st->base);
}

void tables_stored(struct tables *tables)
{
    const uint64_t durable = writer_durable(tables->writer);
    struct server_table *st = tables->dirty;
    tables->dirty = NULL;
    while (st) {
        struct server_table *next = st->dirty_next;
        if (st->batch > durable) {
            st->dirty_next = tables->dirty;
            tables->dirty = st;
        } else {
            st->dirty = false;
            st->dirty_next = NULL;
        }
        st = next;
    }
}

void tables_lost(struct tables *tables, const char *why)
{
    struct server_table *st = tables->dirty;
    tables->dirty = NULL;
    while (st) {
        struct server_table *next = st->dirty_next;
        st->dirty = false;
        revert(st, why);
        st = next;
    }
}

void tables_fenced(struct tables *tables, int64_t table)
{
    struct server_table **at = &tables->dirty;
    while (*at && (*at)->store_table != table)
        at = &(*at)->dirty_next;
    struct server_table *st = *at;
    if (!st)
        return;
    *at = st->dirty_next;
    st->dirty = false;
    for (struct client *client = st->base.clients; client; client = client->next)
        conn_drop_gated(conn_of(client));
    revert(st, tr("the table was changed elsewhere"));
}

/* ---- reading tables ---- */

static bool is_id(const char *id)
{
    return strlen(id) == TABLE_ID_LENGTH && strspn(id, TABLE_ID_LETTERS) == TABLE_ID_LENGTH;
}

static bool is_hidden(const struct tables *tables, const char *id)
{
    for (size_t i = 0; i < tables->hidden_count; i++) {
        if (strcmp(tables->hidden[i].name, id) == 0)
            return true;
    }
    return false;
}

enum room_found tables_find(struct tables *tables, const char *id, struct server_table **out)
{
    enum room_found found;
    *out = NULL;
    if (!is_id(id) || rules_on(tables->rules, RULE_CLOSED, NULL, id, clock_now(tables->clock)))
        return ROOM_NONE;
    struct server_table *st = table_set_find(tables->set, id);
    if (st && !st->base.suspended) {
        *out = st;
        return ROOM_HERE;
    }
    if (loading_outcome(tables->loading, id, &found, tables->protocol.elsewhere))
        return found;
    return is_hidden(tables, id) ? ROOM_NONE : ROOM_AWAY;
}

/* Discards a result that was read under a lease that has been lost since. */
static void check_lease(const struct health *health, struct reading *reading)
{
    if (!health->is_shared || (reading->server && reading->server == health->number))
        return;
    table_free(reading->table);
    reading->table = NULL;
    reading->result = READING_FAILED;
    snprintf(reading->why, sizeof reading->why, "%s", tr("the server holds no lease"));
}

/* Hundreds of tables may fail for the same reason. */
static void complain(struct tables *tables, const struct job *job)
{
    const double now = clock_steady();
    if (tables->complained && now < tables->complained + COMPLAINT_SECONDS)
        return;
    tables->complained = now;
    report(REPORT_WARNING, "table", "%s cannot be restored: %s",
           report_id(job->table, (char[REPORT_ID_MAX]){0}), job->reading->why);
}

void tables_read(struct tables *tables, struct job *job)
{
    static const enum room_found found[] = {[READING_DONE] = ROOM_NONE,
                                            [READING_NONE] = ROOM_NONE,
                                            [READING_ELSEWHERE] = ROOM_ELSEWHERE,
                                            [READING_FAILED] = ROOM_FAILED};
    struct reading *reading = job->reading;
    struct server_table *st = table_set_find(tables->set, job->table);
    check_lease(tables->health, reading);
    if (reading->result == READING_FAILED)
        complain(tables, job);
    if (st && (reading->result == READING_FAILED || reading->result == READING_ELSEWHERE))
        lose(st);
    else if (st)
        restore(st, reading->table, &reading->row);
    else if (reading->table)
        add(tables, reading->table, &reading->row);
    reading->table = NULL;
    loading_finish(tables->loading, job->table, found[reading->result], reading->at);
}

/* ---- connections ---- */

static void send_message(struct client *client, struct span message, bool of_table)
{
    const uint64_t batch = of_table && client->at ? of(client->at)->batch : 0;
    conn_send(conn_of(client), outgoing_new(message), batch);
}

static void on_join(struct client *client)
{
    struct server_table *st = of(client->at);
    if (client->seat || !st->address[0])
        snprintf(st->address, sizeof st->address, "%s", conn_of(client)->address->name);
}

/* Its address may take no seat at this table any more, unless the host shares that address. */
static void on_removed(struct client *client)
{
    struct server_table *st = of(client->at);
    const struct address *address = conn_of(client)->address;
    const int host = table_host(st->base.table);
    for (struct client *c = st->base.clients; c; c = c->next) {
        if (c->seat == host && conn_of(c)->address == address)
            return;
    }
    if (st->removed.count < REMOVED_MAX)
        lines_add(&st->removed, span_of(address->name));
}

static bool may_sit(struct client *client, struct room *room, struct table_refusal *r)
{
    const struct lines *removed = &of(room)->removed;
    for (size_t i = 0; i < removed->count; i++) {
        if (strcmp(removed->line[i], conn_of(client)->address->name) == 0)
            return table_refuse(r, "no-seat", tr("the host has removed you from this table"));
    }
    return true;
}

static void on_empty(struct room *room)
{
    of(room)->empty_since = clock_steady();
}

static void tell(struct table *table, unsigned viewers, struct span message)
{
    struct server_table *st = owner(table);
    struct outgoing *outgoing = NULL;
    for (struct client *client = st->base.clients; client; client = client->next) {
        if (!room_is_viewer(client, viewers))
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

static bool again(struct table *table, const struct table_asker *asker,
                  const struct table_answer *answer)
{
    const struct server_table *st = owner(table);
    struct outgoing *message = answers_find(&st->tables->answers, st->instance, answer);
    if (message)
        conn_send(conn_of(asker->who), message, st->batch);
    return message;
}

static void keep(struct table *table, const struct table_asker *asker,
                 const struct table_answer *answer, struct span message)
{
    const struct server_table *st = owner(table);
    struct outgoing *outgoing = outgoing_new(message);
    answers_keep(&st->tables->answers, st->instance, answer, outgoing);
    conn_send(conn_of(asker->who), outgoing, st->batch);
}

/* ---- timers and the pool ---- */

static void schedule(struct room *room)
{
    struct server_table *st = of(room);
    const struct tables *tables = st->tables;
    const double hold = tables->health->retry - clock_steady(); /* seconds */
    const uint64_t due = table_due(st->base.table);
    double wait = tables->clock->seconds_until(tables->clock, due) + 0.001;
    if (hold > wait) /* no table acts by itself while nothing can be stored */
        wait = hold;
    if (st->held && (due == TABLE_NEVER || wait > HELD_SECONDS))
        wait = hold > HELD_SECONDS ? hold : HELD_SECONDS;
    ev_timer_stop(tables->loop, &st->timer);
    if ((due == TABLE_NEVER && !st->held) || room->suspended)
        return;
    ev_timer_set(&st->timer, wait, 0.);
    ev_timer_start(tables->loop, &st->timer);
}

static struct job *new_job(const struct server_table *st, enum job_task task)
{
    const struct table *table = st->base.table;
    struct job *job = job_new(task, table_id(table), st->address, table_present(table) != 0);
    job->instance = st->instance;
    return job;
}

static void think(struct table *table, int seat)
{
    struct server_table *st = owner(table);
    struct job *job = new_job(st, JOB_MOVE);
    table_question(table, seat, &job->question);
    if (may_think(st)) {
        ask(st, job);
        return;
    }
    job->next = st->held;
    st->held = job;
}

static void ask_hint(struct room *room, const struct room_hint *hint)
{
    struct server_table *st = of(room);
    const int seat = hint->asker.seat;
    if (seat && !(st->hinted >> (seat - 1) & 1))
        players_hinted(st->tables->writer, st->store_table, seat);
    st->hinted |= seat ? 1u << (seat - 1) : 0;
    struct job *job = new_job(st, JOB_HINT);
    job->hint = *hint; /* the pool gets nothing else */
    pool_ask(st->tables->bots, job);
}

void tables_answered(struct tables *tables, struct job *job)
{
    struct server_table *st = table_set_find(tables->set, job->table);
    if (!st || st->instance != job->instance)
        return; /* the pool frees the job, and the bot in it */
    if (job->task == JOB_HINT) {
        room_hint_answered(&st->base, &job->hint);
        return;
    }
    const double began = address_clock();
    const bool alone = !table_present(st->base.table);
    table_answer(st->base.table, &job->question, clock_now(tables->clock));
    schedule(&st->base);
    if (alone && st->address[0])
        address_worked_for(tables->addresses, st->address, began);
}

/* ---- people with an account ---- */

static void know(struct client *client, const char *ticket)
{
    const struct tables *tables = tables_of(client->protocol);
    players_know(client, tables->people_key, clock_now(tables->clock), ticket);
}

static bool opens(struct client *client, struct room *room, int seat, const char *secret)
{
    const struct tables *tables = tables_of(client->protocol);
    return players_opens(room->table, tables->people_key, clock_now(tables->clock), seat, secret);
}

static void on_sit(struct client *client)
{
    const struct server_table *st = of(client->at);
    players_sat(st->tables->writer, st->store_table, st->base.table, client,
                clock_now(st->tables->clock));
}

/* ---- the protocol's environment ---- */

static uint64_t now_of(const struct protocol *protocol)
{
    return clock_now(tables_of(protocol)->clock);
}

static enum room_found find(struct protocol *protocol, const char *id, struct room **out)
{
    struct server_table *st;
    const enum room_found found = tables_find(tables_of(protocol), id, &st);
    *out = st ? &st->base : NULL;
    return found;
}

static bool may_create(struct client *client, struct table_refusal *r)
{
    const struct tables *tables = tables_of(client->protocol);
    if (health_is_cut_off(tables->health))
        return table_refuse(r, "store", tr("the server has lost its database; try again"));
    if (tables->health->draining)
        return table_refuse(r, "limit",
                            tr("the server will restart soon: it takes no new tables now"));
    if (tables->set->count >= (size_t)tables->settings->tables_max)
        return table_refuse(r, "limit", tr("the server is full: it can hold no more tables"));
    return address_may_create(tables->addresses, conn_of(client)->address) ||
           table_refuse(r, "limit", tr("too many new tables from your address; try again later"));
}

void tables_open(struct tables *tables)
{
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    rng_seed(&tables->rng, seed);
    tables->scratch = text_on(memory_resize(NULL, TABLE_MESSAGE_MAX, 1), TABLE_MESSAGE_MAX);
    tables->env = (struct table_env){.context = tables,
                                     .scratch = &tables->scratch,
                                     .fair_cache = fair_cache_new(),
                                     .rng = &tables->rng,
                                     .round_pause = (uint32_t)tables->settings->round_pause,
                                     .lead = tables->settings->round_pause ? 3000 : 0,
                                     .fair_wait = TABLE_FAIR_WAIT,
                                     .take_wait = TABLE_TAKE_WAIT,
                                     .grace = (uint32_t)tables->settings->grace * 1000,
                                     .program = "cornet-" CORNET_VERSION,
                                     .opener = tables->settings->opener,
                                     .stop = tables->halt,
                                     .store = store,
                                     .tell = tell,
                                     .reply = reply,
                                     .again = again,
                                     .keep = keep,
                                     .audience = room_audience,
                                     .throws = room_throws,
                                     .proves = room_proves,
                                     .is_person = room_is_person,
                                     .fair3 = tables->fair3,
                                     .think = think,
                                     .rematch = room_rematch};
    tables->protocol = (struct protocol){.table_env = &tables->env,
                                         .server = tables->title,
                                         .now = now_of,
                                         .send = send_message,
                                         .find = find,
                                         .may_create = may_create,
                                         .create = create,
                                         .may_sit = may_sit,
                                         .know = know,
                                         .opens = opens,
                                         .on_sit = on_sit,
                                         .on_join = on_join,
                                         .on_removed = on_removed,
                                         .on_empty = on_empty,
                                         .schedule = schedule,
                                         .ask_hint = ask_hint};
}

void tables_close(struct tables *tables)
{
    answers_expire(&tables->answers, true);
    table_set_each(tables->set, 0, 1, free_entry);
    fair_cache_free(tables->env.fair_cache);
    free(tables->scratch.start);
}

/* ---- all tables ---- */

static void put_away_if_empty(struct server_table *st)
{
    if (clock_steady() - st->empty_since >= EMPTY_SECONDS)
        tables_put_away(st);
}

void tables_tick(struct tables *tables, size_t part, size_t parts)
{
    table_set_each(tables->set, part, parts, put_away_if_empty);
    if (part == 0)
        answers_expire(&tables->answers, false);
}

void tables_lose_all(struct tables *tables)
{
    tables->dirty = NULL;
    table_set_each(tables->set, 0, 1, lose);
}

static void fall_asleep(struct server_table *st)
{
    if (!st->base.suspended)
        table_sleep(st->base.table, clock_now(st->tables->clock));
}

void tables_sleep(struct tables *tables)
{
    table_set_each(tables->set, 0, 1, fall_asleep);
}

static void send_away(struct server_table *st)
{
    for (struct client *client = st->base.clients; client; client = client->next)
        conn_send_away(conn_of(client));
}

void tables_send_away(struct tables *tables)
{
    table_set_each(tables->set, 0, 1, send_away);
}
