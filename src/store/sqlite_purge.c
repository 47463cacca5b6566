/* Finding and deleting old tables. A table is deleted by following its events back from the last
 * one: there is no index by table, and a scan of all events would delay the moves of a running
 * server. Later events reuse the space; only sqlite_shrink makes the file smaller. */
#include <stdio.h>

#include "store/sqlite_internal.h"

#define PURGE_EVENTS 2000 /* that are deleted with one commit, or one table's if it has more */

/* When the event happened; UINT64_MAX if it cannot be read, so that its table is not taken for old.
 */
static uint64_t time_of(struct sqlite_store *s, int64_t event)
{
    sqlite3_bind_int64(s->event, 1, event);
    const uint64_t at = sqlite3_step(s->event) == SQLITE_ROW
                            ? (uint64_t)sqlite3_column_int64(s->event, 3)
                            : UINT64_MAX;
    sqlite3_reset(s->event);
    return at;
}

bool sqlite_old(struct store *store, const struct store_age *age, size_t max,
                store_on_table *on_row, void *context, struct text *why)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    sqlite3_stmt *list;
    struct store_table table;
    char text[320];
    /* Games of people are kept; files of older versions have none. */
    const bool has_people = sqlite3_table_column_metadata(s->read, NULL, "played", NULL, NULL, NULL,
                                                          NULL, NULL, NULL) == SQLITE_OK;
    snprintf(text, sizeof text,
             "SELECT id, name, last, phase, listed, created, changed FROM tables"
             " WHERE id > ?1 AND phase >= ?2 AND changed < ?3 AND (?4 = 0 OR phase <= ?4)%s"
             " ORDER BY id",
             has_people ? " AND NOT EXISTS (SELECT 1 FROM played WHERE tbl = tables.id"
                          " AND ended > 0 AND result < 4)"
                        : "");
    if (sqlite3_prepare_v2(s->read, text, -1, &list, NULL) != SQLITE_OK)
        return sqlite_fail(s->read, why);
    sqlite3_bind_int64(list, 1, age->after);
    sqlite3_bind_int(list, 2, age->min_phase);
    sqlite3_bind_int64(list, 3, (int64_t)age->before);
    sqlite3_bind_int(list, 4, age->max_phase);
    int code = SQLITE_DONE;
    for (size_t found = 0; found < max && (code = sqlite3_step(list)) == SQLITE_ROW;) {
        sqlite_read_table(list, &table);
        sqlite_find_newest(s, &table);
        if (time_of(s, table.last) >= age->before)
            continue; /* its row is not up to date */
        found++;
        if (!on_row(context, &table))
            break;
    }
    const bool good = code == SQLITE_DONE || code == SQLITE_ROW || sqlite_fail(s->read, why);
    sqlite3_finalize(list);
    return good;
}

/* Runs the statement for one id; stores its result in `number` (0: none) unless that is NULL. */
static bool run_for(struct sqlite_store *s, sqlite3_stmt *statement, int64_t id, int64_t *number,
                    struct text *why)
{
    sqlite3_bind_int64(statement, 1, id);
    const int code = sqlite3_step(statement);
    if (number)
        *number = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    const bool good = code == SQLITE_DONE || code == SQLITE_ROW || sqlite_fail(s->write, why);
    sqlite3_reset(statement);
    return good;
}

enum {
    NEWEST_EVENT,
    EVENT_BEFORE,
    DROP_EVENT,
    DROP_HINTS,
    DROP_GAMES,
    DROP_TABLE,
    PURGE_STATEMENTS
};

/* Deletes a table and its events, from the last one back; `events` counts them. */
static bool drop_table(struct sqlite_store *s, sqlite3_stmt *const statement[],
                       const struct store_table *row, size_t *events, bool *dropped,
                       struct text *why)
{
    int64_t newest;
    if (!run_for(s, statement[NEWEST_EVENT], row->table, &newest, why))
        return false;
    *dropped = newest <= row->last;
    for (int64_t id = row->last, before; *dropped && id; id = before, ++*events) {
        if (!run_for(s, statement[EVENT_BEFORE], id, &before, why) ||
            !run_for(s, statement[DROP_EVENT], id, NULL, why))
            return false;
    }
    return !*dropped || (run_for(s, statement[DROP_HINTS], row->table, NULL, why) &&
                         run_for(s, statement[DROP_GAMES], row->table, NULL, why) &&
                         run_for(s, statement[DROP_TABLE], row->table, NULL, why));
}

static bool drop_tables(struct sqlite_store *s, sqlite3_stmt *const statement[],
                        const struct store_table row[], size_t rows, size_t *done, size_t *deleted,
                        struct text *why)
{
    size_t events = 0;
    if (!sqlite_is_in_place(s, why) || !sqlite_step(s->write, s->statement[BEGIN], why))
        return false;
    for (*done = *deleted = 0; *done < rows && events < PURGE_EVENTS; ++*done) {
        bool dropped;
        if (!drop_table(s, statement, &row[*done], &events, &dropped, why))
            return sqlite_rollback(s);
        *deleted += dropped;
    }
    return sqlite_step(s->write, s->statement[COMMIT], why) || sqlite_rollback(s);
}

bool sqlite_purge(struct store *store, const struct store_table row[], size_t rows, size_t *done,
                  size_t *deleted, struct text *why)
{
    static const char *const texts[PURGE_STATEMENTS] = {
        [NEWEST_EVENT] =
            "SELECT max(id) FROM event WHERE id > (SELECT heads FROM mark) AND tbl = ?1",
        [EVENT_BEFORE] = "SELECT previous FROM event WHERE id = ?1",
        [DROP_EVENT] = "DELETE FROM event WHERE id = ?1",
        [DROP_HINTS] = "DELETE FROM hinted WHERE tbl = ?1",
        [DROP_GAMES] = "DELETE FROM played WHERE tbl = ?1 AND ended = 0",
        [DROP_TABLE] = "DELETE FROM tables WHERE id = ?1",
    };
    struct sqlite_store *s = (struct sqlite_store *)store;
    sqlite3_stmt *statement[PURGE_STATEMENTS] = {NULL};
    bool good = true;
    for (int i = 0; i < PURGE_STATEMENTS && good; i++)
        good = sqlite3_prepare_v2(s->write, texts[i], -1, &statement[i], NULL) == SQLITE_OK ||
               sqlite_fail(s->write, why);
    good = good && drop_tables(s, statement, row, rows, done, deleted, why);
    for (int i = 0; i < PURGE_STATEMENTS; i++)
        sqlite3_finalize(statement[i]);
    return good;
}

void sqlite_shrink(struct store *store)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    sqlite3_exec(s->write, "PRAGMA wal_checkpoint(TRUNCATE); VACUUM", NULL, NULL, NULL);
}
