/* The database of people/ in PostgreSQL. */
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "store/postgres_internal.h"

#define OID_INT8 20
#define OID_BYTEA 17
#define OID_INT4 23
#define OID_BOOL 16
#define COLUMNS_MAX 24

/* Any number that nobody else has. The lock ends with the transaction. */
static const char lock[] = "SELECT pg_advisory_xact_lock(4854239)";

static void add_value(struct postgres_parameters *p, const struct people_value *value)
{
    const int i = p->count;
    if (value->type == PEOPLE_NUMBER) {
        postgres_add_number(p, value->number);
        return;
    }
    p->count++;
    p->type[i] = value->type == PEOPLE_BYTES ? OID_BYTEA : 25;
    p->value[i] = value->type == PEOPLE_NULL ? NULL : value->bytes.length ? value->bytes.at : "";
    p->length[i] = (int)value->bytes.length;
}

static void read_column(const PGresult *rows, int row, int i, struct people_value *out)
{
    const Oid type = PQftype(rows, i);
    *out = (struct people_value){.type = PEOPLE_NULL};
    if (PQgetisnull(rows, row, i))
        return;
    if (type == OID_INT8 || type == OID_INT4 || type == OID_BOOL) {
        out->type = PEOPLE_NUMBER;
        out->number = postgres_number(rows, row, i);
        return;
    }
    out->type = type == OID_BYTEA ? PEOPLE_BYTES : PEOPLE_TEXT;
    out->bytes = postgres_bytes(rows, row, i);
}

static bool run(struct postgres_link *link, const char *text, const struct people_value value[],
                int values, people_on_row *on_row, void *context, struct text *why)
{
    struct postgres_parameters p = {.count = 0};
    struct people_value column[COLUMNS_MAX];
    if (values > POSTGRES_PARAMETERS)
        abort(); /* our own statements have fewer */
    for (int i = 0; i < values; i++)
        add_value(&p, &value[i]);
    PGresult *rows = postgres_query(link, text, &p, POSTGRES_SECONDS, NULL, why);
    const int count = rows ? PQntuples(rows) : 0, columns = rows ? PQnfields(rows) : 0;
    bool more = on_row != NULL;
    for (int row = 0; row < count && more; row++) {
        for (int i = 0; i < columns && i < COLUMNS_MAX; i++)
            read_column(rows, row, i, &column[i]);
        more = on_row(context, column, columns);
    }
    return postgres_done(rows);
}

static bool run_on(void *context, const char *text, const struct people_value value[], int values,
                   people_on_row *on_row, void *row_context, struct text *why)
{
    return run(context, text, value, values, on_row, row_context, why);
}

/* A statement that may have happened must not be repeated inside a transaction. */
static bool begin(void *context, struct text *why)
{
    struct postgres_link *link = context;
    const bool good = run(link, "BEGIN", NULL, 0, NULL, NULL, why);
    link->repeats = false;
    return good;
}

static bool end(void *context, bool commit, struct text *why)
{
    struct postgres_link *link = context;
    link->repeats = true;
    if (!link->connection)
        return !commit || text_fail(why, tr("the database failed: %.*s"),
                                    (int)strlen(tr("no connection")), tr("no connection"));
    /* After an error the database answers COMMIT by a rollback, and says so. */
    const bool sound = PQtransactionStatus(link->connection) == PQTRANS_INTRANS;
    const bool good = run(link, commit && sound ? "COMMIT" : "ROLLBACK", NULL, 0, NULL, NULL, why);
    return good && (sound || !commit);
}

struct people_db postgres_people(struct store *store)
{
    struct postgres_store *s = (struct postgres_store *)store;
    return (struct people_db){
        .context = &s->read, .run = run_on, .begin = begin, .end = end, .lock = lock};
}

bool postgres_write_changes(struct postgres_store *s, const struct store_batch *batch,
                            struct text *why)
{
    const struct people_db db = {
        .context = &s->write, .run = run_on, .begin = begin, .end = end, .lock = lock};
    if (!people_lock(&db, why))
        return false;
    for (size_t i = 0; i < batch->changes; i++) {
        if (!people_write_change(&db, &batch->change[i], why))
            return false;
    }
    return true;
}

bool postgres_rewrite(struct store *store, const struct store_event *event, struct span text,
                      struct text *why)
{
    const struct people_db db = postgres_people(store);
    const struct people_value values[] = {{PEOPLE_BYTES, 0, text},
                                          {PEOPLE_NUMBER, event->table, {NULL, 0}},
                                          {PEOPLE_NUMBER, event->number, {NULL, 0}}};
    return run_on(db.context, "UPDATE event SET text = $1 WHERE tbl = $2 AND number = $3", values,
                  3, NULL, NULL, why) &&
           run_on(db.context, "UPDATE tables SET summary = '' WHERE id = $2 AND $3 > 0", values, 3,
                  NULL, NULL, why);
}
