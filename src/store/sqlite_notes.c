/* The operator's log. Its table is made when the first line is added, so older versions can still
 * open the file. SQLite's own locks let another process write while a server does. */
#include "store/sqlite_internal.h"

bool sqlite_note(struct store *store, uint64_t at, const char *text, struct text *why)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    sqlite3_stmt *add;
    if (sqlite3_exec(s->write,
                     "PRAGMA synchronous = FULL; CREATE TABLE IF NOT EXISTS note("
                     "id INTEGER PRIMARY KEY, at INTEGER NOT NULL, text TEXT NOT NULL)",
                     NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(s->write, "INSERT INTO note(at, text) VALUES(?1, ?2)", -1, &add, NULL) !=
            SQLITE_OK)
        return sqlite_fail(s->write, why);
    sqlite3_bind_int64(add, 1, (int64_t)at);
    sqlite3_bind_text(add, 2, text, -1, SQLITE_STATIC);
    const bool good = sqlite_step(s->write, add, why);
    sqlite3_finalize(add);
    return good;
}

bool sqlite_notes(struct store *store, int64_t after, store_on_note *on_note, void *context,
                  struct text *why)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    sqlite3_stmt *list;
    int code = SQLITE_DONE;
    if (sqlite3_table_column_metadata(s->read, NULL, "note", NULL, NULL, NULL, NULL, NULL, NULL) !=
        SQLITE_OK)
        return true; /* nothing was ever added */
    if (sqlite3_prepare_v2(s->read, "SELECT id, at, text FROM note WHERE id > ?1 ORDER BY id", -1,
                           &list, NULL) != SQLITE_OK)
        return sqlite_fail(s->read, why);
    sqlite3_bind_int64(list, 1, after);
    for (bool more = true; more && (code = sqlite3_step(list)) == SQLITE_ROW;) {
        const struct store_note note = {
            sqlite3_column_int64(list, 0),
            (uint64_t)sqlite3_column_int64(list, 1),
            {(const char *)sqlite3_column_text(list, 2), (size_t)sqlite3_column_bytes(list, 2)}};
        more = on_note(context, &note);
    }
    const bool good = code == SQLITE_DONE || code == SQLITE_ROW || sqlite_fail(s->read, why);
    sqlite3_finalize(list);
    return good;
}
