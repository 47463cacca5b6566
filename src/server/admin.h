/* admin.h: administration of a server's store: exporting records, backup, and purging old
 * tables. */
#ifndef CORNET_SERVER_ADMIN_H
#define CORNET_SERVER_ADMIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "store/copy.h"

struct admin_table {
    const char *name, *game, *phase; /* `name` is the table's id */
    uint64_t changed;                /* milliseconds since 1970 */
    size_t lines;                    /* of the record's body */
    struct span record;
};

/* Returning false ends the iteration. */
typedef bool admin_on_table(void *context, const struct admin_table *table);

/* Calls back for the table of this id, or for all (NULL), the last changed first. A server may be
 * running. Skips a table that cannot be read; then returns false, and `why` names the table. */
bool admin_tables(const char *store, const char *name, admin_on_table *see, void *context,
                  struct text *why);

/* Deletes tables that have not changed since `before`: finished ones, or all. A running server
 * deletes them itself, and keeps tables with connected clients. */
bool admin_purge(const char *store, uint64_t before, bool unfinished_too, size_t *tables,
                 struct text *why);

/* The number of tables that admin_purge would delete now, if nobody is connected to one. */
bool admin_count_old(const char *store, uint64_t before, bool unfinished_too, size_t *tables,
                     struct text *why);

/* Adds a command of the operator to the store's log. */
bool admin_note(const char *store, const char *command, struct text *why);

/* Changes the name of a person's account. */
bool admin_rename(const char *store, const char *name, const char *to, struct text *why);

/* Calls back for each line of that log, oldest first. */
bool admin_notes(const char *store, store_on_note *see, void *context, struct text *why);

/* Whether this user owns the store; others would leave files that its server cannot write. A
 * database has no owner here. */
bool admin_is_owner(const char *store, struct text *why);

/* Called for each server that was asked, with its name ("": the only one) and its answer in JSON
 * (NULL: it did not answer). */
typedef void admin_on_answer(void *context, const char *server, const char *answer);

/* Sends a request (server/operator.h) to the servers of the store, or to the one of this name
 * (NULL: all). False with a reason; with none if no server is running. */
bool admin_ask(const char *store, const char *server, const char *request, admin_on_answer *see,
               void *context, struct text *why);

/* Copies the store to a new file. A server may be running. See struct store_driver. */
bool admin_backup(const char *store, const char *to, struct text *why);

/* Copies the tables of one store into another; creates the target file if it does not exist. A
 * server may be using the first one: then each table is copied as of some point in time. */
bool admin_restore(const char *from, const char *to, struct copy_counts *counts, struct text *why);

#endif
