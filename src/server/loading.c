#include "server/loading.h"

#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "server/core.h"
#include "server/work/reader.h"

#define COMPLAINT_SECONDS 1.0

/* A table that is being read. */
struct load {
    struct load *next;
    char id[TABLE_ID_LENGTH + 1];
    struct waiters waiters;
    bool done;              /* its waiters are being called, */
    enum lobby_found found; /* who may know then what became of it, */
    char at;                /* and whose it is */
};

/* ---- reading ---- */

struct applying {
    struct table *table;
    struct text *why;
    bool good;
};

static bool apply_event(void *context, const struct store_event *event)
{
    struct applying *applying = context;
    const struct table_event now = {.kind = event->kind,
                                    .seat = event->seat,
                                    .at = event->at,
                                    .left = event->left,
                                    .text = event->text};
    text_clear(applying->why);
    applying->good = event->number == table_event_count(applying->table) + 1
                         ? table_apply(applying->table, &now, applying->why)
                         : text_fail(applying->why, tr("event %u of the table is missing"),
                                     (unsigned)table_event_count(applying->table) + 1);
    return applying->good;
}

struct table *tables_read(const struct table_env *env, struct store *store,
                          const struct store_table *row, struct text *why)
{
    struct applying applying = {.table = table_new(env, NULL, row->name), .why = why};
    if (store_events(store, row, apply_event, &applying, why) && applying.good)
        return applying.table;
    table_free(applying.table);
    return NULL;
}

/* ---- finding ---- */

static bool is_id(const char *id)
{
    return strlen(id) == TABLE_ID_LENGTH && strspn(id, TABLE_ID_LETTERS) == TABLE_ID_LENGTH;
}

static struct load **find_load(struct server *server, const char *id)
{
    struct load **at = &server->loads;
    while (*at && strcmp((*at)->id, id) != 0)
        at = &(*at)->next;
    return at;
}

enum lobby_found loading_find(struct server *server, const char *id, struct server_table **out)
{
    *out = NULL;
    if (!is_id(id))
        return LOBBY_NONE;
    struct server_table *st = tables_in_memory(server, id);
    if (st && !st->base.set_aside) {
        *out = st;
        return LOBBY_HERE;
    }
    const struct load *load = *find_load(server, id);
    if (load && load->done) {
        server->lobby.elsewhere = load->at;
        return load->found;
    }
    return purge_has(server, id) ? LOBBY_NONE : LOBBY_AWAY;
}

bool loading_is_under_way(const struct server *server, const char *id)
{
    const struct load *load = server->loads;
    while (load && strcmp(load->id, id) != 0)
        load = load->next;
    return load;
}

void loading_await(struct server *server, const char *id, const char *address,
                   struct waiter *waiter)
{
    struct load **at = find_load(server, id);
    if (!*at) {
        struct pool_job *job = memory_new(1, sizeof *job);
        *at = memory_new(1, sizeof **at);
        snprintf((*at)->id, sizeof(*at)->id, "%s", id);
        job->task = POOL_TABLE;
        job->people = address[0] != '\0';
        job->reading = reading_new();
        job->reading->server = server->number;
        snprintf(job->address, sizeof job->address, "%s", address);
        snprintf(job->table, sizeof job->table, "%s", id);
        pool_ask(server->reader, job);
    }
    if (waiter)
        waiters_add(&(*at)->waiters, waiter);
}

void loading_revert(struct server_table *st, const char *why)
{
    tables_set_aside(st, why);
    loading_await(st->server, table_id(st->base.table), st->address, NULL);
}

/* What was read for a server that had its lease then, and has it no more, is worth nothing. */
static void check_lease(struct server *server, struct reading *reading)
{
    if (!store_is_shared(server->store) || (reading->server && reading->server == server->number))
        return;
    table_free(reading->table);
    reading->table = NULL;
    reading->result = READING_FAILED;
    snprintf(reading->why, sizeof reading->why, "%s", tr("the server has no lease"));
}

/* Hundreds of tables may fail for the same reason. */
static void complain(struct server *server, const struct pool_job *job)
{
    const double now = server_steady();
    if (server->complained && now < server->complained + COMPLAINT_SECONDS)
        return;
    server->complained = now;
    fprintf(stderr, "cornet serve: table %s cannot be brought back: %s\n", job->table,
            job->reading->why);
}

void loading_done(struct server *server, struct pool_job *job)
{
    static const enum lobby_found found[] = {[READING_DONE] = LOBBY_NONE,
                                             [READING_NONE] = LOBBY_NONE,
                                             [READING_ELSEWHERE] = LOBBY_ELSEWHERE,
                                             [READING_FAILED] = LOBBY_FAILED};
    struct reading *reading = job->reading;
    struct load *load = *find_load(server, job->table);
    struct server_table *st = tables_in_memory(server, job->table);
    check_lease(server, reading);
    if (reading->result == READING_FAILED)
        complain(server, job);
    if (st && (reading->result == READING_FAILED || reading->result == READING_ELSEWHERE))
        tables_lose(st);
    else if (st)
        tables_set_back(st, reading->table, &reading->row);
    else if (reading->table)
        tables_add(server, reading->table, &reading->row);
    reading->table = NULL;
    load->found = found[reading->result];
    load->at = reading->at;
    load->done = true;
    waiters_call(&load->waiters);
    *find_load(server, job->table) = load->next;
    free(load);
}

void loading_close(struct server *server)
{
    while (server->loads) {
        struct load *load = server->loads;
        server->loads = load->next;
        free(load);
    }
}

/* ---- checking ---- */

static void compare(const struct table *live, const struct table *restored, int viewer,
                    uint64_t now)
{
    char *bytes = memory_resize(NULL, 2, TABLE_MESSAGE_MAX);
    struct text one = text_on(bytes, TABLE_MESSAGE_MAX);
    struct text other = text_on(bytes + TABLE_MESSAGE_MAX, TABLE_MESSAGE_MAX);
    table_write(live, viewer, "check", now, &one);
    table_write(restored, viewer, "check", now, &other);
    if (strcmp(one.start, other.start) != 0) {
        fprintf(stderr, "cornet serve: a restored table differs for viewer %d:\n%s\n%s\n", viewer,
                one.start, other.start);
        abort();
    }
    free(bytes);
}

void loading_check(struct server_table *st)
{
    struct server *server = st->server;
    struct store_table row;
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    const bool sampled = !st->base.clients || rng_below(&server->rng, 16) == 0;
    if (!server->settings.self_check || !sampled || st->base.set_aside ||
        st->batch > writer_durable(server->writer) ||
        store_find(server->store, table_id(st->base.table), &row, &why) != STORE_FOUND ||
        (row.owner != server->number && store_is_shared(server->store)))
        return;
    struct table *restored = tables_read(&server->table_env, server->store, &row, &why);
    if (!restored) {
        fprintf(stderr, "cornet serve: a table cannot be restored: %s\n", reason);
        abort();
    }
    table_copy_unstored(restored, st->base.table);
    const uint64_t now = server_now(server);
    for (int viewer = 0; viewer <= table_players(st->base.table); viewer++)
        compare(st->base.table, restored, viewer, now);
    table_free(restored);
}
