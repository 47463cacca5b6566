/* The tables of the database, in the schema `cornet`:
 *
 * server  one row for each that runs: its number, its name, and until when its lease lasts
 * tables  one row a table; `owner` is the number of the server it belongs to: a number that is not
 *         in `server` is nobody's
 * event   keyed by table and number. That key is also the fence: a server that only thinks that a
 *         table is still its own finds the next number taken. */
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "embedded/store_people.h"
#include "embedded/store_postgres.h"
#include "store/copy.h"
#include "store/postgres_internal.h"

#define MIGRATE_LOCK "4854237"    /* of pg_advisory_xact_lock: any number that nobody else has */
#define IDS_OF_SERVER (1LL << 32) /* tables that one start of a server may make */
#define EVENTS_SECONDS 20.0

/* Migration i upgrades the schema from version i to i + 1. */
static const char *const migration[] = {(const char *)store_postgres, (const char *)store_people};
#define VERSION ((int)(sizeof migration / sizeof migration[0]))

/* Added later. Older versions do not use them, so the version stays. */
static const char notes[] =
    "CREATE TABLE IF NOT EXISTS note(id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
    " at bigint NOT NULL, text text NOT NULL);"
    "CREATE SEQUENCE IF NOT EXISTS requests;"
    "CREATE TABLE IF NOT EXISTS request(id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
    " asked bigint NOT NULL, server bigint NOT NULL, name text NOT NULL, text text NOT NULL,"
    " answer text, made timestamptz NOT NULL DEFAULT now())";

/* The schema's version; 0: there is none yet; -1 with a reason. */
static int64_t read_version(struct postgres_link *link, struct text *why)
{
    PGresult *there = postgres_query(link, "SELECT to_regclass('cornet.version') IS NOT NULL", NULL,
                                     POSTGRES_SECONDS, NULL, why);
    if (!there)
        return -1;
    const bool found = postgres_number(there, 0, 0) != 0;
    PQclear(there);
    if (!found)
        return 0;
    PGresult *rows = postgres_query(link, "SELECT number::int8 FROM cornet.version", NULL,
                                    POSTGRES_SECONDS, NULL, why);
    const int64_t version = rows && PQntuples(rows) == 1 ? postgres_number(rows, 0, 0) : -1;
    PQclear(rows);
    return version;
}

static bool set_version(struct postgres_link *link, int64_t from, struct text *why)
{
    char statements[160];
    if (from == 0 && !postgres_run(link,
                                   "CREATE SCHEMA IF NOT EXISTS cornet;"
                                   "CREATE TABLE cornet.version(number int NOT NULL);"
                                   "INSERT INTO cornet.version VALUES(0)",
                                   why))
        return false;
    snprintf(statements, sizeof statements, "UPDATE cornet.version SET number = %d", (int)from + 1);
    return postgres_run(link, migration[from], why) && postgres_run(link, statements, why);
}

/* Inside a transaction. */
static bool upgrade(struct postgres_store *s, struct text *why)
{
    struct postgres_link *link = &s->read;
    const int64_t version = read_version(link, why);
    if (version < 0)
        return false;
    if (version > VERSION)
        return text_fail(
            why, tr("the database was written by a newer Cornet (version %d; this one knows %d)"),
            (int)version, VERSION);
    if (version < VERSION && s->mode != STORE_SERVE && version > 0)
        return text_fail(why, tr("the database has an older version: start cornet serve once"));
    for (int64_t from = version; from < VERSION; from++) {
        if (!set_version(link, from, why))
            return false;
    }
    return s->mode == STORE_READ || postgres_run(link, notes, why);
}

/* Creates or migrates the tables, one server at a time. */
static bool migrate(struct postgres_store *s, struct text *why)
{
    /* The first query opens the connection. */
    PGresult *began = postgres_query(&s->read, "BEGIN", NULL, POSTGRES_SECONDS, NULL, why);
    PQclear(began);
    const bool good =
        began && postgres_run(&s->read, "SELECT pg_advisory_xact_lock(" MIGRATE_LOCK ")", why) &&
        upgrade(s, why) && postgres_run(&s->read, "COMMIT", why);
    if (!good) /* closing also releases the lock */
        postgres_close_link(&s->read);
    s->read.repeats = true;
    return good;
}

void postgres_read_table(const PGresult *rows, int row, struct store_table *out)
{
    const struct span name = postgres_bytes(rows, row, 1);
    *out = (struct store_table){
        .table = postgres_number(rows, row, 0),
        .last = postgres_number(rows, row, 2),
        .phase = (int)postgres_number(rows, row, 3),
        .listed = postgres_number(rows, row, 4) != 0,
        .created = (uint64_t)postgres_number(rows, row, 5),
        .changed = (uint64_t)postgres_number(rows, row, 6),
        .owner = postgres_number(rows, row, 8),
        .claim = postgres_number(rows, row, 9),
    };
    snprintf(out->name, sizeof out->name, "%.*s", (int)name.length, name.at);
}

bool postgres_show_tables(PGresult *rows, store_on_table *on_row, void *context)
{
    const int count = rows ? PQntuples(rows) : 0;
    for (int i = 0; i < count; i++) {
        struct store_table table;
        postgres_read_table(rows, i, &table);
        table.summary = postgres_bytes(rows, i, 7);
        if (!on_row(context, &table))
            break;
    }
    return postgres_done(rows);
}

static enum store_found postgres_find(struct store *store, const char *name,
                                      struct store_table *out, struct text *why)
{
    PGresult *rows =
        postgres_rows(store, POSTGRES_SECONDS, why,
                      "SELECT " POSTGRES_ROW " FROM tables t WHERE t.name = $1", "t", name);
    if (!rows)
        return STORE_FAILED;
    const bool found = PQntuples(rows) == 1;
    if (found)
        postgres_read_table(rows, 0, out);
    PQclear(rows);
    return found ? STORE_FOUND : STORE_NONE;
}

static bool postgres_events(struct store *store, const struct store_table *row,
                            store_on_event *on_row, void *context, struct text *why)
{
    PGresult *rows = postgres_rows(store, EVENTS_SECONDS, why,
                                   "SELECT number, at, kind, seat, \"left\", text FROM event"
                                   " WHERE tbl = $1 AND number <= $2 ORDER BY number",
                                   "nn", row->table, row->last);
    const int count = rows ? PQntuples(rows) : 0;
    for (int i = 0; i < count; i++) {
        const struct store_event event = {
            .table = row->table,
            .number = (uint32_t)postgres_number(rows, i, 0),
            .at = (uint64_t)postgres_number(rows, i, 1),
            .kind = (int)postgres_number(rows, i, 2),
            .seat = (int)postgres_number(rows, i, 3),
            .left = postgres_number(rows, i, 4),
            .text = postgres_bytes(rows, i, 5),
        };
        if (!on_row(context, &event))
            break;
    }
    return postgres_done(rows);
}

static bool postgres_tables(struct store *store, bool listed_only, int min_phase, int max_phase,
                            size_t max, store_on_table *on_row, void *context, struct text *why)
{
    return postgres_show_tables(
        postgres_rows(store, EVENTS_SECONDS, why,
                      "SELECT " POSTGRES_ROW " FROM tables t WHERE (t.listed OR $1 = 0)"
                      " AND t.phase BETWEEN $2 AND $3 ORDER BY t.changed DESC, t.id DESC LIMIT $4",
                      "nnnn", (int64_t)listed_only, (int64_t)min_phase, (int64_t)max_phase,
                      max > INT64_MAX ? INT64_MAX : (int64_t)max),
        on_row, context);
}

/* Copies a consistent snapshot. */
static bool postgres_backup(struct store *store, const char *to, struct text *why)
{
    struct postgres_store *s = (struct postgres_store *)store;
    PGresult *began = postgres_query(&s->read, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
                                     NULL, POSTGRES_SECONDS, NULL, why);
    PQclear(began);
    s->read.repeats = false;
    const bool good =
        began && postgres_run(&s->read, "SET LOCAL idle_in_transaction_session_timeout = 0", why) &&
        copy_to_file(store, to, why);
    postgres_close_link(&s->read); /* and the transaction with it */
    s->read.repeats = true;
    return good;
}

/* As last seen: the caller must not wait for the database. Its log is the database's own matter. */
static void postgres_size(const struct store *store, uint64_t *database, uint64_t *log)
{
    (void)store;
    *database = postgres_known_size();
    *log = 0;
}

/* The database's own housekeeping does it. */
static void postgres_shrink(struct store *store)
{
    (void)store;
}

static void postgres_close(struct store *store)
{
    struct postgres_store *s = (struct postgres_store *)store;
    postgres_close_link(&s->write);
    postgres_close_link(&s->read);
    free(s->buffer);
    free(s->address);
    free(s);
}

static const struct store_driver postgres_driver = {
    .write = postgres_write,
    .find = postgres_find,
    .events = postgres_events,
    .tables = postgres_tables,
    .old = postgres_old,
    .purge = postgres_purge,
    .shrink = postgres_shrink,
    .backup = postgres_backup,
    .note = postgres_note,
    .notes = postgres_notes,
    .ask = postgres_ask,
    .answers = postgres_answers,
    .requests = postgres_requests,
    .answer = postgres_answer,
    .people = postgres_people,
    .rewrite = postgres_rewrite,
    .size = postgres_size,
    .close = postgres_close,
    .join = postgres_join,
    .renew = postgres_renew,
    .leave = postgres_leave,
    .claim = postgres_claim,
};

/* Ids of new tables that no other start of a server has. */
static bool find_ids(struct postgres_store *s, struct text *why)
{
    PGresult *rows = postgres_rows(&s->store, POSTGRES_SECONDS, why, "SELECT nextval('ids')", "");
    if (rows)
        s->store.next_table = postgres_number(rows, 0, 0) * IDS_OF_SERVER;
    s->store.next_event = 1;
    return postgres_done(rows);
}

struct store *postgres_store_open(const char *address, enum store_mode mode, struct text *why)
{
    struct postgres_store *s = memory_new(1, sizeof *s);
    s->store.driver = &postgres_driver;
    s->mode = mode;
    s->address = memory_copy(address, strlen(address) + 1);
    s->write.address = s->read.address = s->address;
    if (migrate(s, why) && (mode <= STORE_NOTES || find_ids(s, why)))
        return &s->store;
    postgres_close(&s->store);
    return NULL;
}
