/* The database of people/ in a file: one connection, for the requests of people or for a batch. */
#include <stdio.h>

#include "store/sqlite_internal.h"

#define COLUMNS_MAX 24

static bool bind(sqlite3_stmt *statement, const struct people_value value[], int values)
{
    for (int i = 0; i < values; i++) {
        char name[16];
        snprintf(name, sizeof name, "$%d", i + 1);
        const int at = sqlite3_bind_parameter_index(statement, name);
        const struct people_value *v = &value[i];
        const char *start = v->bytes.length ? v->bytes.at : "";
        if (at == 0) /* the statement does not use it */
            continue;
        const int code =
            v->type == PEOPLE_NUMBER ? sqlite3_bind_int64(statement, at, v->number)
            : v->type == PEOPLE_TEXT
                ? sqlite3_bind_text(statement, at, start, (int)v->bytes.length, SQLITE_STATIC)
            : v->type == PEOPLE_BYTES
                ? sqlite3_bind_blob(statement, at, start, (int)v->bytes.length, SQLITE_STATIC)
                : sqlite3_bind_null(statement, at);
        if (code != SQLITE_OK)
            return false;
    }
    return true;
}

static void read_column(sqlite3_stmt *statement, int i, struct people_value *out)
{
    *out = (struct people_value){.type = PEOPLE_NULL};
    switch (sqlite3_column_type(statement, i)) {
    case SQLITE_INTEGER:
        out->type = PEOPLE_NUMBER;
        out->number = sqlite3_column_int64(statement, i);
        break;
    case SQLITE_TEXT:
        out->type = PEOPLE_TEXT;
        out->bytes.at = (const char *)sqlite3_column_text(statement, i);
        out->bytes.length = (size_t)sqlite3_column_bytes(statement, i);
        break;
    case SQLITE_BLOB:
        out->type = PEOPLE_BYTES;
        out->bytes.at = sqlite3_column_blob(statement, i);
        out->bytes.length = (size_t)sqlite3_column_bytes(statement, i);
        break;
    default:
        break;
    }
}

bool sqlite_people_run(void *context, const char *text, const struct people_value value[],
                       int values, people_on_row *on_row, void *row_context, struct text *why)
{
    sqlite3 *db = context;
    sqlite3_stmt *statement = NULL;
    struct people_value column[COLUMNS_MAX];
    if (sqlite3_prepare_v2(db, text, -1, &statement, NULL) != SQLITE_OK)
        return sqlite_fail(db, why);
    int code = bind(statement, value, values) ? SQLITE_ROW : SQLITE_ERROR;
    bool shows = on_row != NULL;
    while (code == SQLITE_ROW && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        const int columns = sqlite3_column_count(statement);
        for (int i = 0; shows && i < columns && i < COLUMNS_MAX; i++)
            read_column(statement, i, &column[i]);
        shows = shows && on_row(row_context, column, columns);
        if (!shows && sqlite3_stmt_readonly(statement)) {
            code = SQLITE_DONE;
            break;
        }
    }
    const bool good = code == SQLITE_DONE || sqlite_fail(db, why);
    sqlite3_finalize(statement);
    return good;
}

static bool begin(void *context, struct text *why)
{
    return sqlite_people_run(context, "BEGIN IMMEDIATE", NULL, 0, NULL, NULL, why);
}

static bool end(void *context, bool commit, struct text *why)
{
    if (commit && sqlite_people_run(context, "COMMIT", NULL, 0, NULL, NULL, why))
        return true;
    if (!sqlite3_get_autocommit(context))
        sqlite3_exec(context, "ROLLBACK", NULL, NULL, NULL);
    return !commit;
}

struct people_db sqlite_people(struct store *store)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    return (struct people_db){
        .context = s->write, .run = sqlite_people_run, .begin = begin, .end = end};
}

bool sqlite_write_changes(struct sqlite_store *s, const struct store_batch *batch, struct text *why)
{
    const struct people_db db = sqlite_people(&s->store);
    for (size_t i = 0; i < batch->changes; i++) {
        if (!people_write_change(&db, &batch->change[i], why))
            return false;
    }
    return true;
}

bool sqlite_rewrite(struct store *store, const struct store_event *event, struct span text,
                    struct text *why)
{
    const struct people_db db = sqlite_people(store);
    const struct people_value values[] = {{PEOPLE_TEXT, 0, text},
                                          {PEOPLE_NUMBER, event->id, {NULL, 0}},
                                          {PEOPLE_NUMBER, event->table, {NULL, 0}}};
    return sqlite_people_run(db.context, "UPDATE event SET text = $1 WHERE id = $2", values, 3,
                             NULL, NULL, why) &&
           sqlite_people_run(db.context, "UPDATE tables SET summary = '' WHERE id = $3", values, 3,
                             NULL, NULL, why);
}
