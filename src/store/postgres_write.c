/* A batch is one statement, whose parameters are arrays: one message there and one back, and one
 * commit, however many tables have moved. */
#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "embedded/store_postgres_write.h"
#include "store/postgres_internal.h"

#define OID_BOOL_ARRAY 1000
#define OID_BYTEA_ARRAY 1001
#define OID_INT8_ARRAY 1016
#define OID_BOOL 16
#define OID_BYTEA 17
#define OID_INT8 20
#define UNIQUE_VIOLATION "23505"
#define WRITE_SECONDS 6.0
#define TRIES 8 /* each leaves out at least one more table */

static const char fenced_statement[] =
    "SELECT DISTINCT e.tbl FROM event e JOIN unnest($1::int8[], $2::int8[]) AS u(tbl, number)"
    " ON e.tbl = u.tbl AND e.number = u.number";

/* ---- arrays, in the binary form ---- */

/* The parameters being written. `offset` of each, since the buffer may move. */
struct arrays {
    struct postgres_store *s;
    struct postgres_parameters p;
    size_t offset[POSTGRES_PARAMETERS], length;
};

static char *reserve(struct arrays *a, size_t bytes)
{
    struct postgres_store *s = a->s;
    while (a->length + bytes > s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 65536;
        s->buffer = memory_resize(s->buffer, s->capacity, 1);
    }
    char *at = s->buffer + a->length;
    a->length += bytes;
    return at;
}

static void put32(struct arrays *a, uint32_t number)
{
    const uint32_t big = htobe32(number);
    memcpy(reserve(a, sizeof big), &big, sizeof big);
}

static void begin_array(struct arrays *a, Oid type, Oid element, size_t count)
{
    a->p.type[a->p.count] = type;
    a->offset[a->p.count] = a->length;
    put32(a, count ? 1 : 0); /* dimensions */
    put32(a, 0);             /* no NULL in it */
    put32(a, element);
    if (count) {
        put32(a, (uint32_t)count);
        put32(a, 1); /* the first index */
    }
}

static void end_array(struct arrays *a)
{
    a->p.length[a->p.count] = (int)(a->length - a->offset[a->p.count]);
    a->p.count++;
}

static void put_number(struct arrays *a, int64_t number)
{
    const uint64_t big = htobe64((uint64_t)number);
    put32(a, sizeof big);
    memcpy(reserve(a, sizeof big), &big, sizeof big);
}

static void put_bool(struct arrays *a, bool value)
{
    put32(a, 1);
    *reserve(a, 1) = value;
}

static void put_bytes(struct arrays *a, struct span bytes)
{
    put32(a, (uint32_t)bytes.length);
    char *at = reserve(a, bytes.length);
    if (bytes.length)
        memcpy(at, bytes.at, bytes.length);
}

static const struct postgres_parameters *finish(struct arrays *a)
{
    for (int i = 0; i < a->p.count; i++)
        a->p.value[i] = a->s->buffer + a->offset[i];
    return &a->p;
}

/* ---- the batch ---- */

static bool is_fenced(const struct store_fenced *fenced, int64_t table)
{
    for (size_t i = 0; i < fenced->count; i++) {
        if (fenced->table[i] == table)
            return true;
    }
    return false;
}

/* Removes what belongs to fenced tables from the batch, except rows that release a claim. */
static void leave_out(struct store_batch *batch, const struct store_fenced *fenced)
{
    size_t events = 0, rows = 0, changes = 0;
    for (size_t i = 0; i < batch->events; i++) {
        if (!is_fenced(fenced, batch->event[i].table))
            batch->event[events++] = batch->event[i];
    }
    for (size_t i = 0; i < batch->rows; i++) {
        if (batch->row[i].released || !is_fenced(fenced, batch->row[i].table))
            batch->row[rows++] = batch->row[i];
    }
    for (size_t i = 0; i < batch->changes; i++) {
        if (!is_fenced(fenced, batch->change[i].table))
            batch->change[changes++] = batch->change[i];
    }
    batch->events = events;
    batch->rows = rows;
    batch->changes = changes;
}

enum event_column { EVENT_TABLE, EVENT_NUMBER, EVENT_NUMBERS = 6 };

static void add_event_numbers(struct arrays *a, const struct store_batch *batch, int column)
{
    begin_array(a, OID_INT8_ARRAY, OID_INT8, batch->events);
    for (size_t i = 0; i < batch->events; i++) {
        const struct store_event *e = &batch->event[i];
        const int64_t numbers[EVENT_NUMBERS] = {[EVENT_TABLE] = e->table,
                                                [EVENT_NUMBER] = e->number,
                                                (int64_t)e->at,
                                                e->kind,
                                                e->seat,
                                                e->left};
        put_number(a, numbers[column]);
    }
    end_array(a);
}

static void add_events(struct arrays *a, const struct store_batch *batch)
{
    for (int column = 0; column < EVENT_NUMBERS; column++)
        add_event_numbers(a, batch, column);
    begin_array(a, OID_BYTEA_ARRAY, OID_BYTEA, batch->events);
    for (size_t i = 0; i < batch->events; i++)
        put_bytes(a, batch->event[i].text);
    end_array(a);
}

enum row_column { ROW_ID, ROW_PHASE, ROW_CREATED, ROW_CHANGED, ROW_OWNER, ROW_CLAIM };

/* Counts the rows that are written, or those that only release a claim. */
static size_t count_rows(const struct store_batch *batch, bool released)
{
    size_t count = 0;
    for (size_t i = 0; i < batch->rows; i++)
        count += batch->row[i].released == released;
    return count;
}

static void add_row_numbers(struct arrays *a, const struct store_batch *batch, bool released,
                            enum row_column column)
{
    begin_array(a, OID_INT8_ARRAY, OID_INT8, count_rows(batch, released));
    for (size_t i = 0; i < batch->rows; i++) {
        const struct store_table *r = &batch->row[i];
        const int64_t numbers[] = {[ROW_ID] = r->table,
                                   [ROW_PHASE] = r->phase,
                                   [ROW_CREATED] = (int64_t)r->created,
                                   [ROW_CHANGED] = (int64_t)r->changed,
                                   [ROW_OWNER] = r->owner,
                                   [ROW_CLAIM] = r->claim};
        if (r->released == released)
            put_number(a, numbers[column]);
    }
    end_array(a);
}

static void add_row_bytes(struct arrays *a, const struct store_batch *batch, bool names)
{
    begin_array(a, OID_BYTEA_ARRAY, OID_BYTEA, count_rows(batch, false));
    for (size_t i = 0; i < batch->rows; i++) {
        const struct store_table *row = &batch->row[i];
        if (!row->released)
            put_bytes(a, names ? span_of(row->name) : row->summary);
    }
    end_array(a);
}

static void add_listed(struct arrays *a, const struct store_batch *batch)
{
    begin_array(a, OID_BOOL_ARRAY, OID_BOOL, count_rows(batch, false));
    for (size_t i = 0; i < batch->rows; i++) {
        if (!batch->row[i].released)
            put_bool(a, batch->row[i].listed);
    }
    end_array(a);
}

static void add_rows(struct arrays *a, const struct store_batch *batch)
{
    add_row_numbers(a, batch, false, ROW_ID);
    add_row_bytes(a, batch, true);
    add_row_numbers(a, batch, false, ROW_PHASE);
    add_listed(a, batch);
    add_row_numbers(a, batch, false, ROW_CREATED);
    add_row_numbers(a, batch, false, ROW_CHANGED);
    add_row_bytes(a, batch, false);
    add_row_numbers(a, batch, false, ROW_OWNER);
    add_row_numbers(a, batch, true, ROW_ID);
    add_row_numbers(a, batch, true, ROW_OWNER);
    add_row_numbers(a, batch, true, ROW_CLAIM);
}

/* Adds the tables whose next event somebody else has written; false: there is none, or nobody
 * knows.
 */
static bool find_fenced(struct postgres_store *s, const struct store_batch *batch,
                        struct store_fenced *fenced, struct text *why)
{
    struct arrays a = {.s = s};
    add_event_numbers(&a, batch, EVENT_TABLE);
    add_event_numbers(&a, batch, EVENT_NUMBER);
    PGresult *rows =
        postgres_query(&s->write, fenced_statement, finish(&a), POSTGRES_SECONDS, NULL, why);
    const int count = rows ? PQntuples(rows) : 0;
    if (count)
        fenced->table =
            memory_resize(fenced->table, fenced->count + (size_t)count, sizeof *fenced->table);
    for (int i = 0; i < count; i++)
        fenced->table[fenced->count++] = postgres_number(rows, i, 0);
    PQclear(rows);
    return count > 0;
}

/* A batch may have two versions of a table's row, and one statement changes a row only once: the
 * last one counts. */
static void leave_last_rows(struct store_batch *batch)
{
    for (size_t i = 0; i < batch->rows; i++) {
        for (size_t k = i + 1; k < batch->rows && !batch->row[i].released; k++) {
            if (batch->row[k].table == batch->row[i].table && !batch->row[k].released) {
                const uint64_t created = batch->row[i].created;
                batch->row[i] = batch->row[k];
                batch->row[i].created = created;
                memmove(&batch->row[k], &batch->row[k + 1],
                        (batch->rows - k - 1) * sizeof batch->row[k]);
                batch->rows--;
                k--;
            }
        }
    }
}

/* The statement of the batch; with changes of people's games, a transaction around both. */
static bool write_once(struct postgres_store *s, struct store_batch *batch, char *state,
                       struct text *why)
{
    struct arrays a = {.s = s};
    add_events(&a, batch);
    add_rows(&a, batch);
    if (batch->changes &&
        !postgres_done(postgres_query(&s->write, "BEGIN", NULL, POSTGRES_SECONDS, state, why)))
        return false;
    bool good = postgres_done(postgres_query(&s->write, (const char *)store_postgres_write,
                                             finish(&a), WRITE_SECONDS, state, why));
    if (!batch->changes)
        return good;
    good = good && postgres_write_changes(s, batch, why) &&
           postgres_done(postgres_query(&s->write, "COMMIT", NULL, WRITE_SECONDS, NULL, why));
    if (!good && s->write.connection)
        postgres_done(
            postgres_query(&s->write, "ROLLBACK", NULL, POSTGRES_SECONDS, NULL, TEXT_UNREAD));
    return good;
}

bool postgres_write(struct store *store, const struct store_batch *batch,
                    struct store_fenced *fenced, struct text *why)
{
    struct postgres_store *s = (struct postgres_store *)store;
    struct store_batch once = *batch;
    char state[POSTGRES_STATE] = "";
    once.event = memory_copy(batch->event, batch->events * sizeof *batch->event);
    once.row = memory_copy(batch->row, batch->rows * sizeof *batch->row);
    once.change = memory_copy(batch->change, batch->changes * sizeof *batch->change);
    leave_last_rows(&once);
    bool done = false;
    for (int i = 0; i < TRIES && !done; i++) {
        leave_out(&once, fenced);
        text_clear(why);
        done = write_once(s, &once, state, why);
        if (!done && (strcmp(state, UNIQUE_VIOLATION) != 0 || !find_fenced(s, &once, fenced, why)))
            break;
    }
    free(once.event);
    free(once.row);
    free(once.change);
    return done;
}
