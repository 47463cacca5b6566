/* Events are appended to one SQL table in the order of their ids, so that a commit writes a page or
 * two however many tables have moved. `tables.last` is the id of a table's last event. It is not
 * updated with every event but now and then and when the store is opened; `mark.heads` is the id of
 * the last event that was taken into account then. */
#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lang.h"
#include "base/memory.h"
#include "embedded/store_people.h"
#include "embedded/store_sqlite.h"
#include "store/backup.h"
#include "store/sqlite_internal.h"

#define APPLICATION 0x436f726e /* "Corn", in the file's header */
#define ID_MAX (1LL << 62)     /* maximum of existing ids, so that later ids cannot overflow */
#define HEADS_EVERY 20000      /* events between two updates of tables.last */
#define BUSY_MS 5000
#define RESERVE_BYTES (1 << 20) /* see keep_reserve */
#define SUMMARY 7               /* the column of `tables` */

static const char *const write_text[WRITE_STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ADD_EVENT] = "INSERT INTO event(id, previous, tbl, number, at, kind, seat, left, text)"
                  " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    [ADD_TABLE] = "INSERT INTO tables(id, name, last, phase, listed, created, changed, summary)"
                  " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT(id) DO UPDATE SET"
                  " last = max(last, ?3), phase = ?4, listed = ?5, changed = ?7, summary = ?8",
    [SET_HEADS] = "UPDATE tables SET last = newer.id, changed = newer.at FROM"
                  " (SELECT tbl, max(id) AS id, max(at) AS at FROM event"
                  "  WHERE id > (SELECT heads FROM mark) GROUP BY tbl) AS newer"
                  " WHERE tables.id = newer.tbl AND newer.id > tables.last",
    [MARK_HEADS] = "UPDATE mark SET heads = ifnull((SELECT max(id) FROM event), 0)",
};

/* Migration i upgrades the schema from version i to i + 1; version 0 is an empty file. */
static const char *const migration[STORE_VERSION] = {
    (const char *)store_sqlite,
    "ALTER TABLE tables ADD COLUMN summary TEXT NOT NULL DEFAULT '';",
    (const char *)store_people,
};

bool sqlite_fail(sqlite3 *db, struct text *why)
{
    const int code = db ? sqlite3_errcode(db) & 0xff : SQLITE_NOMEM;
    /* SQLite reports some writes to a full disk, and writes without permission, as I/O errors with
     * errno set. */
    const int reason = code == SQLITE_IOERR ? errno : 0;
    if (code == SQLITE_FULL || reason == ENOSPC || reason == EDQUOT || reason == EFBIG)
        return text_fail(why, tr("the store's disk is full"));
    if (reason == EROFS || reason == EPERM || reason == EACCES)
        return text_fail(why, tr("the store cannot be written: %s"), strerror(reason));
    if (code == SQLITE_READONLY || code == SQLITE_CANTOPEN || code == SQLITE_PERM)
        return text_fail(why, tr("the store cannot be written: %s"), sqlite3_errmsg(db));
    return text_fail(why, tr("the store failed: %s"), db ? sqlite3_errmsg(db) : strerror(ENOMEM));
}

static bool execute(sqlite3 *db, const char *text, struct text *why)
{
    return sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK || sqlite_fail(db, why);
}

bool sqlite_step(sqlite3 *db, sqlite3_stmt *statement, struct text *why)
{
    const int code = sqlite3_step(statement);
    const bool good = code == SQLITE_DONE || sqlite_fail(db, why);
    sqlite3_reset(statement);
    return good;
}

/* The number that a query gives; `fallback` if it gives none. */
static int64_t query_number(sqlite3 *db, const char *query, int64_t fallback)
{
    sqlite3_stmt *statement;
    int64_t number = fallback;
    if (sqlite3_prepare_v2(db, query, -1, &statement, NULL) != SQLITE_OK)
        return fallback;
    if (sqlite3_step(statement) == SQLITE_ROW)
        number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

bool sqlite_rollback(struct sqlite_store *s)
{
    if (!sqlite3_get_autocommit(s->write))
        sqlite3_exec(s->write, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

/* Updates tables.last to the newest events. */
static bool set_heads(struct sqlite_store *s, struct text *why)
{
    if (!sqlite_step(s->write, s->statement[BEGIN], why))
        return false;
    if (!sqlite_step(s->write, s->statement[SET_HEADS], why) ||
        !sqlite_step(s->write, s->statement[MARK_HEADS], why) ||
        !sqlite_step(s->write, s->statement[COMMIT], why))
        return sqlite_rollback(s);
    s->since_heads = 0;
    return true;
}

static bool add_event(struct sqlite_store *s, const struct store_event *event, struct text *why)
{
    sqlite3_stmt *add = s->statement[ADD_EVENT];
    sqlite3_bind_int64(add, 1, event->id);
    sqlite3_bind_int64(add, 2, event->previous);
    sqlite3_bind_int64(add, 3, event->table);
    sqlite3_bind_int64(add, 4, event->number);
    sqlite3_bind_int64(add, 5, (int64_t)event->at);
    sqlite3_bind_int(add, 6, event->kind);
    sqlite3_bind_int(add, 7, event->seat);
    sqlite3_bind_int64(add, 8, event->left);
    sqlite3_bind_text(add, 9, span_start(event->text), (int)event->text.length, SQLITE_STATIC);
    return sqlite_step(s->write, add, why);
}

static bool add_table(struct sqlite_store *s, const struct store_table *row, struct text *why)
{
    sqlite3_stmt *add = s->statement[ADD_TABLE];
    sqlite3_bind_int64(add, 1, row->table);
    sqlite3_bind_text(add, 2, row->name, -1, SQLITE_STATIC);
    sqlite3_bind_int64(add, 3, row->last);
    sqlite3_bind_int(add, 4, row->phase);
    sqlite3_bind_int(add, 5, row->listed);
    sqlite3_bind_int64(add, 6, (int64_t)row->created);
    sqlite3_bind_int64(add, 7, (int64_t)row->changed);
    sqlite3_bind_text(add, 8, span_start(row->summary), (int)row->summary.length, SQLITE_STATIC);
    return sqlite_step(s->write, add, why);
}

static bool identify(const char *path, const char *suffix, struct file_identity *out)
{
    char name[PATH_MAX + 8];
    struct stat file;
    snprintf(name, sizeof name, "%s%s", path, suffix);
    if (stat(name, &file) != 0)
        return false;
    *out = (struct file_identity){file.st_dev, file.st_ino};
    return true;
}

static bool is_same_file(const struct sqlite_store *s, const char *suffix,
                         const struct file_identity *opened)
{
    struct file_identity now;
    return identify(s->path, suffix, &now) && now.device == opened->device &&
           now.inode == opened->inode;
}

bool sqlite_is_in_place(const struct sqlite_store *s, struct text *why)
{
    return s->mode != STORE_SERVE ||
           (is_same_file(s, "", &s->file) && is_same_file(s, "-wal", &s->log)) ||
           text_fail(why, tr("the store's file was deleted or replaced: %s"), s->path);
}

/* Nobody else writes to the file: no table is fenced. */
static bool sqlite_write(struct store *store, const struct store_batch *batch,
                         struct store_fenced *fenced, struct text *why)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    (void)fenced;
    if (!sqlite_is_in_place(s, why))
        return false;
    if (!sqlite_step(s->write, s->statement[BEGIN], why))
        return sqlite_rollback(s);
    for (size_t i = 0; i < batch->events; i++) {
        if (!add_event(s, &batch->event[i], why))
            return sqlite_rollback(s);
    }
    for (size_t i = 0; i < batch->rows; i++) {
        if (!add_table(s, &batch->row[i], why))
            return sqlite_rollback(s);
    }
    if (!sqlite_write_changes(s, batch, why))
        return sqlite_rollback(s);
    if (!sqlite_step(s->write, s->statement[COMMIT], why))
        return sqlite_rollback(s);
    s->since_heads += batch->events;
    if (s->since_heads >= HEADS_EVERY) /* may fail: it is tried again after the next batch */
        set_heads(s, TEXT_UNREAD);
    return sqlite_is_in_place(s, why); /* it may have been deleted while the batch was written */
}

void sqlite_read_table(sqlite3_stmt *row, struct store_table *out)
{
    *out = (struct store_table){.table = sqlite3_column_int64(row, 0)};
    snprintf(out->name, sizeof out->name, "%s", (const char *)sqlite3_column_text(row, 1));
    out->last = sqlite3_column_int64(row, 2);
    out->phase = sqlite3_column_int(row, 3);
    out->listed = sqlite3_column_int(row, 4);
    out->created = (uint64_t)sqlite3_column_int64(row, 5);
    out->changed = (uint64_t)sqlite3_column_int64(row, 6);
}

void sqlite_find_newest(struct sqlite_store *s, struct store_table *table)
{
    sqlite3_bind_int64(s->newest, 1, table->table);
    if (sqlite3_step(s->newest) == SQLITE_ROW &&
        sqlite3_column_type(s->newest, 0) == SQLITE_INTEGER) {
        const int64_t newest = sqlite3_column_int64(s->newest, 0);
        table->last = newest > table->last ? newest : table->last;
    }
    sqlite3_reset(s->newest);
}

static enum store_found sqlite_find(struct store *store, const char *name, struct store_table *out,
                                    struct text *why)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    sqlite3_bind_text(s->find, 1, name, -1, SQLITE_STATIC);
    const int code = sqlite3_step(s->find);
    if (code == SQLITE_ROW)
        sqlite_read_table(s->find, out);
    else if (code != SQLITE_DONE)
        sqlite_fail(s->read, why);
    sqlite3_reset(s->find);
    if (code == SQLITE_ROW)
        sqlite_find_newest(s, out);
    return code == SQLITE_ROW ? STORE_FOUND : code == SQLITE_DONE ? STORE_NONE : STORE_FAILED;
}

/* Calls back for these events, from the last id in the array to the first. */
static bool show_events(struct sqlite_store *s, const int64_t id[], size_t count,
                        store_on_event *on_row, void *context, struct text *why)
{
    for (size_t i = count; i-- > 0;) {
        sqlite3_bind_int64(s->event, 1, id[i]);
        const bool found = sqlite3_step(s->event) == SQLITE_ROW;
        if (!found) {
            sqlite3_reset(s->event);
            return text_fail(why, tr("the store is damaged: event %lld is missing"),
                             (long long)id[i]);
        }
        const struct store_event event = {
            .id = id[i],
            .previous = sqlite3_column_int64(s->event, 0),
            .table = sqlite3_column_int64(s->event, 1),
            .number = (uint32_t)sqlite3_column_int64(s->event, 2),
            .at = (uint64_t)sqlite3_column_int64(s->event, 3),
            .kind = sqlite3_column_int(s->event, 4),
            .seat = sqlite3_column_int(s->event, 5),
            .left = sqlite3_column_int64(s->event, 6),
            .text = {(const char *)sqlite3_column_text(s->event, 7),
                     (size_t)sqlite3_column_bytes(s->event, 7)},
        };
        const bool more = on_row(context, &event);
        sqlite3_reset(s->event);
        if (!more)
            break;
    }
    return true;
}

static bool sqlite_events(struct store *store, const struct store_table *row,
                          store_on_event *on_row, void *context, struct text *why)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    int64_t *id = NULL;
    size_t count = 0, capacity = 0;
    bool good = execute(s->read, "BEGIN", why); /* a consistent snapshot */
    for (int64_t next = row->last; next && good;) {
        id = memory_grow(id, count, &capacity, sizeof *id);
        id[count++] = next;
        sqlite3_bind_int64(s->event, 1, next);
        good = sqlite3_step(s->event) == SQLITE_ROW;
        const int64_t previous = good ? sqlite3_column_int64(s->event, 0) : 0;
        sqlite3_reset(s->event);
        if (!good || previous >= next)
            good =
                text_fail(why, tr("the store is damaged: event %lld is missing"), (long long)next);
        next = previous;
    }
    good = good && show_events(s, id, count, on_row, context, why);
    sqlite3_exec(s->read, "COMMIT", NULL, NULL, NULL);
    free(id);
    return good;
}

/* Rows that were read and are yet to be shown. */
struct rows {
    struct store_table *row;
    size_t count, capacity;
};

static void add_row(struct rows *rows, const struct store_table *row, struct span summary)
{
    rows->row = memory_grow(rows->row, rows->count, &rows->capacity, sizeof *rows->row);
    rows->row[rows->count] = *row;
    rows->row[rows->count++].summary =
        (struct span){memory_copy(summary.at, summary.length), summary.length};
}

static void free_rows(struct rows *rows)
{
    for (size_t i = 0; i < rows->count; i++)
        free((char *)rows->row[i].summary.at); /* ours, see add_row */
    free(rows->row);
}

static int newest_first(const void *a, const void *b)
{
    const struct store_table *one = a, *other = b;
    return (one->changed < other->changed) - (one->changed > other->changed);
}

static struct span read_bytes(sqlite3_stmt *row, int column)
{
    return (struct span){(const char *)sqlite3_column_text(row, column),
                         (size_t)sqlite3_column_bytes(row, column)};
}

/* Adds the tables of one phase, the last changed first. The index tables_shown has them in this
 * order, so that no more than `max` of those that are listed are read, however many there are. */
static bool read_phase(struct sqlite_store *s, bool listed, int phase, size_t max,
                       struct rows *rows, struct text *why)
{
    sqlite3_stmt *list;
    if (sqlite3_prepare_v2(
            s->read,
            "SELECT * FROM tables" /* in version 1 without a summary */
            " WHERE listed = ?1 AND phase = ?2 ORDER BY changed DESC, id DESC LIMIT ?3",
            -1, &list, NULL) != SQLITE_OK)
        return sqlite_fail(s->read, why);
    sqlite3_bind_int(list, 1, listed);
    sqlite3_bind_int(list, 2, phase);
    sqlite3_bind_int64(list, 3, max > INT64_MAX ? -1 : (int64_t)max);
    int code;
    while ((code = sqlite3_step(list)) == SQLITE_ROW) {
        struct store_table table;
        sqlite_read_table(list, &table);
        add_row(rows, &table,
                sqlite3_column_count(list) > SUMMARY ? read_bytes(list, SUMMARY)
                                                     : (struct span){NULL, 0});
    }
    const bool good = code == SQLITE_DONE || sqlite_fail(s->read, why);
    sqlite3_finalize(list);
    return good;
}

static bool sqlite_tables(struct store *store, bool listed_only, int min_phase, int max_phase,
                          size_t max, store_on_table *on_row, void *context, struct text *why)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    struct rows rows = {0};
    bool good = true;
    for (int phase = min_phase; good && phase <= max_phase; phase++)
        good = (listed_only || read_phase(s, false, phase, max, &rows, why)) &&
               read_phase(s, true, phase, max, &rows, why);
    if (good && rows.count)
        qsort(rows.row, rows.count, sizeof *rows.row, newest_first);
    for (size_t i = 0; good && i < rows.count && i < max; i++) {
        if (s->mode != STORE_SERVE) /* a server calls `find` before it reads a table's events */
            sqlite_find_newest(s, &rows.row[i]);
        if (!on_row(context, &rows.row[i]))
            break;
    }
    free_rows(&rows);
    return good;
}

static bool sqlite_backup(struct store *store, const char *to, struct text *why)
{
    return backup_copy(((struct sqlite_store *)store)->read, to, why);
}

static void close_file(int file)
{
    if (file >= 0)
        close(file);
}

static uint64_t size_of(const struct sqlite_store *s, const char *suffix)
{
    char name[PATH_MAX + 8];
    struct stat file;
    snprintf(name, sizeof name, "%s%s", s->path, suffix);
    return stat(name, &file) == 0 ? (uint64_t)file.st_size : 0;
}

static void sqlite_size(const struct store *store, uint64_t *database, uint64_t *log)
{
    const struct sqlite_store *s = (const struct sqlite_store *)store;
    *database = size_of(s, "");
    *log = size_of(s, "-wal");
}

static void name_reserve(const struct sqlite_store *s, char name[PATH_MAX + 16])
{
    snprintf(name, PATH_MAX + 16, "%s.reserve", s->path);
}

/* SQLite deletes the write-ahead log and its index when a server ends, and cannot open the store
 * without room for new ones. So a file keeps the room until the next start. */
static void keep_reserve(const struct sqlite_store *s)
{
    char name[PATH_MAX + 16];
    name_reserve(s, name);
    const int file = open(name, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file >= 0 && posix_fallocate(file, 0, RESERVE_BYTES) != 0)
        unlink(name);
    close_file(file);
}

/* Gives the room back; false if none was kept. */
static bool use_reserve(const struct sqlite_store *s)
{
    char name[PATH_MAX + 16];
    name_reserve(s, name);
    return s->mode == STORE_SERVE && s->path[0] && unlink(name) == 0;
}

static void sqlite_close(struct store *store)
{
    struct sqlite_store *s = (struct sqlite_store *)store;
    for (int i = 0; i < WRITE_STATEMENTS; i++)
        sqlite3_finalize(s->statement[i]);
    sqlite3_finalize(s->find);
    sqlite3_finalize(s->event);
    sqlite3_finalize(s->newest);
    if (s->read != s->write)
        sqlite3_close(s->read);
    sqlite3_close(s->write);
    if (s->is_served)
        keep_reserve(s);
    close_file(s->lock);
    close_file(s->inode_lock); /* not before SQLite's: see lock_store */
    free(s);
}

static const struct store_driver sqlite_driver = {
    .write = sqlite_write,
    .find = sqlite_find,
    .events = sqlite_events,
    .tables = sqlite_tables,
    .old = sqlite_old,
    .purge = sqlite_purge,
    .shrink = sqlite_shrink,
    .backup = sqlite_backup,
    .note = sqlite_note,
    .notes = sqlite_notes,
    .people = sqlite_people,
    .rewrite = sqlite_rewrite,
    .size = sqlite_size,
    .close = sqlite_close,
};

/* Finds the path without symbolic links, so that the lock of a store does not depend on the path by
 * which it is opened. A server creates the file if there is none: readable only by its owner, since
 * it contains the seeds of running games. SQLite gives its other files the same mode. */
static bool find_path(struct sqlite_store *s, const char *path, struct text *why)
{
    if (s->mode == STORE_SERVE) {
        const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (file < 0)
            return text_fail(why, tr("cannot write %s: %s"), path, strerror(errno));
        close(file);
    }
    return realpath(path, s->path) ||
           text_fail(why, tr("cannot read %s: %s"), path, strerror(errno));
}

/* Allows one server at a time by file locks, which the kernel releases when their owner dies. The
 * lock on the database itself is the same for every path, also for a hard link. The lock on
 * NAME.lock excludes older versions, which use no other. SQLite's own locks are of another kind
 * (fcntl), and are released when any descriptor of the file is closed, so ours stays open longer
 * than SQLite's. */
static bool lock_store(struct sqlite_store *s, const char *path, struct text *why)
{
    char name[PATH_MAX + 8];
    snprintf(name, sizeof name, "%s.lock", s->path);
    s->inode_lock = open(s->path, O_RDONLY | O_CLOEXEC);
    if (s->inode_lock < 0)
        return text_fail(why, tr("cannot read %s: %s"), s->path, strerror(errno));
    s->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (s->lock < 0)
        return text_fail(why, tr("cannot write %s: %s"), name, strerror(errno));
    if (flock(s->inode_lock, LOCK_EX | LOCK_NB) != 0 || flock(s->lock, LOCK_EX | LOCK_NB) != 0)
        return text_fail(why, tr("another server is using %s"), path);
    return true;
}

static bool migrate(struct sqlite_store *s, const char *path, struct text *why)
{
    const int64_t version = query_number(s->write, "PRAGMA user_version", -1);
    const int64_t kind = query_number(s->write, "PRAGMA application_id", -1);
    if (version < 0)
        return sqlite_fail(s->write, why);
    const bool fresh = version == 0 && kind == 0 &&
                       query_number(s->write, "SELECT count(*) FROM sqlite_master", -1) == 0;
    if (kind != APPLICATION && !fresh)
        return text_fail(why, tr("%s is not a Cornet store"), path);
    if (version > STORE_VERSION)
        return text_fail(why,
                         tr("%s was written by a newer Cornet (version %d; this one knows %d)"),
                         path, (int)version, STORE_VERSION);
    if (version == STORE_VERSION)
        return true;
    if (s->mode <= STORE_NOTES && version > 0)
        return true; /* the columns read have not changed since version 1: see read_phase */
    if (s->mode != STORE_SERVE)
        return text_fail(why, tr("%s has an older version: start cornet serve once"), path);
    for (int64_t from = version; from < STORE_VERSION; from++) {
        char mark[96];
        snprintf(mark, sizeof mark, "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
                 APPLICATION, (int)from + 1);
        if (!execute(s->write, "BEGIN IMMEDIATE", why) ||
            !execute(s->write, migration[from], why) || !execute(s->write, mark, why))
            return sqlite_rollback(s);
    }
    return true;
}

static bool prepare(struct sqlite_store *s, struct text *why)
{
    static const char *const find =
        "SELECT id, name, last, phase, listed, created, changed FROM tables WHERE name = ?1";
    static const char *const event =
        "SELECT previous, tbl, number, at, kind, seat, left, text FROM event WHERE id = ?1";
    static const char *const newest =
        "SELECT max(id) FROM event WHERE id > (SELECT heads FROM mark) AND tbl = ?1";
    for (int i = 0; s->mode > STORE_NOTES && i < WRITE_STATEMENTS; i++) {
        if (sqlite3_prepare_v3(s->write, write_text[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &s->statement[i], NULL) != SQLITE_OK)
            return sqlite_fail(s->write, why);
    }
    const bool good = sqlite3_prepare_v2(s->read, find, -1, &s->find, NULL) == SQLITE_OK &&
                      sqlite3_prepare_v2(s->read, event, -1, &s->event, NULL) == SQLITE_OK &&
                      sqlite3_prepare_v2(s->read, newest, -1, &s->newest, NULL) == SQLITE_OK;
    return good || sqlite_fail(s->read, why);
}

/* Whether the write-ahead log is in use. If SQLite cannot create it, it silently continues with a
 * rollback journal. */
static bool has_log(struct sqlite_store *s, struct text *why)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(s->write, "PRAGMA journal_mode = WAL", -1, &statement, NULL) !=
        SQLITE_OK)
        return sqlite_fail(s->write, why);
    const bool row = sqlite3_step(statement) == SQLITE_ROW || sqlite_fail(s->write, why);
    const bool good = row && strcmp((const char *)sqlite3_column_text(statement, 0), "wal") == 0;
    sqlite3_finalize(statement);
    return good ||
           (row &&
            text_fail(
                why,
                tr("%s cannot be used there: its file system does not support a write-ahead log"),
                s->path));
}

static bool open_files(struct sqlite_store *s, const char *path, struct text *why)
{
    const int flags = s->mode == STORE_SERVE  ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                      : s->mode == STORE_READ ? SQLITE_OPEN_READONLY
                                              : SQLITE_OPEN_READWRITE;
    if (sqlite3_open_v2(path, &s->write, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return sqlite_fail(s->write, why);
    sqlite3_busy_timeout(s->write, BUSY_MS);
    if (s->mode == STORE_SERVE &&
        (!has_log(s, why) || !execute(s->write, "PRAGMA synchronous = FULL", why)))
        return false;
    if (!migrate(s, path, why))
        return false;
    s->read = s->write;
    if (s->mode != STORE_SERVE)
        return true;
    if (sqlite3_open_v2(path, &s->read, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) !=
        SQLITE_OK)
        return sqlite_fail(s->read, why);
    sqlite3_busy_timeout(s->read, BUSY_MS);
    return true;
}

/* Sets the next free ids. */
static bool find_ids(struct sqlite_store *s, struct text *why)
{
    s->store.next_event = query_number(s->write, "SELECT ifnull(max(id), 0) + 1 FROM event", -1);
    s->store.next_table = query_number(s->write, "SELECT ifnull(max(id), 0) + 1 FROM tables", -1);
    if (s->mode > STORE_NOTES && (s->store.next_event > ID_MAX || s->store.next_table > ID_MAX))
        return text_fail(why, tr("the store is damaged: it has an id above %lld"), ID_MAX);
    return (s->store.next_event > 0 && s->store.next_table > 0) || sqlite_fail(s->write, why);
}

static bool identify_files(struct sqlite_store *s, struct text *why)
{
    return s->mode != STORE_SERVE ||
           (identify(s->path, "", &s->file) && identify(s->path, "-wal", &s->log)) ||
           text_fail(why, tr("cannot read %s: %s"), s->path, strerror(errno));
}

/* `retry`: it failed, but there was a reserve, which is free now. */
static struct sqlite_store *open_once(const char *path, enum store_mode mode, bool *retry,
                                      struct text *why)
{
    struct sqlite_store *s = memory_new(1, sizeof *s);
    s->store.driver = &sqlite_driver;
    s->mode = mode;
    s->lock = s->inode_lock = -1;
    const bool good = find_path(s, path, why) &&
                      (mode <= STORE_NOTES || lock_store(s, path, why)) &&
                      open_files(s, path, why) && prepare(s, why) && find_ids(s, why) &&
                      (mode <= STORE_NOTES || set_heads(s, why)) && identify_files(s, why);
    *retry = use_reserve(s) && !good;
    s->is_served = good && mode == STORE_SERVE;
    if (good)
        return s;
    sqlite_close(&s->store);
    return NULL;
}

struct store *sqlite_store_open(const char *path, enum store_mode mode, struct text *why)
{
    bool retry;
    struct sqlite_store *s = open_once(path, mode, &retry, why);
    const bool was_full = !s && retry;
    if (was_full)
        s = open_once(path, mode, &retry, why);
    if (!s)
        return NULL;
    s->store.was_full = was_full;
    return &s->store;
}
