/* sqlite_internal.h: declarations private to the SQLite store. */
#ifndef CORNET_STORE_SQLITE_INTERNAL_H
#define CORNET_STORE_SQLITE_INTERNAL_H

#include <limits.h>
#include <sqlite3.h>
#include <sys/types.h>

#include "store/store.h"

enum { BEGIN, COMMIT, ADD_EVENT, ADD_TABLE, SET_HEADS, MARK_HEADS, WRITE_STATEMENTS };

/* A file's inode, to detect that the file has been replaced. */
struct file_identity {
    dev_t device;
    ino_t inode;
};

struct sqlite_store {
    struct store store;
    enum store_mode mode;
    char path[PATH_MAX];            /* without symbolic links */
    struct file_identity file, log; /* of a serving store: the database, and its write-ahead log */
    sqlite3 *write, *read;
    sqlite3_stmt *statement[WRITE_STATEMENTS];
    sqlite3_stmt *find, *event, *newest;
    bool is_served;       /* opened by a server, in full */
    size_t since_heads;   /* events since the last update of tables.last */
    int lock, inode_lock; /* file descriptors, see lock_store; -1: none */
};

/* Returns false, with the connection's last error as the reason. */
bool sqlite_fail(sqlite3 *db, struct text *why);

/* Runs a statement that gives no rows. */
bool sqlite_step(sqlite3 *db, sqlite3_stmt *statement, struct text *why);

/* Rolls back a failed transaction; returns false. */
bool sqlite_rollback(struct sqlite_store *s);

/* Whether the files at the store's path are still the opened ones. SQLite would keep writing to
 * deleted files, and the data would be lost. */
bool sqlite_is_in_place(const struct sqlite_store *s, struct text *why);

void sqlite_read_table(sqlite3_stmt *row, struct store_table *out);

/* Searches the events since the last update of tables.last for a newer one. */
void sqlite_find_newest(struct sqlite_store *s, struct store_table *table);

/* sqlite_notes.c, sqlite_purge.c: as in store.h. */
bool sqlite_note(struct store *store, uint64_t at, const char *text, struct text *why);
bool sqlite_notes(struct store *store, int64_t after, store_on_note *on_note, void *context,
                  struct text *why);
/* sqlite_people.c */
bool sqlite_people_run(void *context, const char *text, const struct people_value value[],
                       int values, people_on_row *on_row, void *row_context, struct text *why);
struct people_db sqlite_people(struct store *store);
bool sqlite_write_changes(struct sqlite_store *s, const struct store_batch *batch,
                          struct text *why);
bool sqlite_rewrite(struct store *store, const struct store_event *event, struct span text,
                    struct text *why);

bool sqlite_old(struct store *store, const struct store_age *age, size_t max,
                store_on_table *on_row, void *context, struct text *why);
bool sqlite_purge(struct store *store, const struct store_table row[], size_t rows, size_t *done,
                  size_t *deleted, struct text *why);
void sqlite_shrink(struct store *store);

#endif
