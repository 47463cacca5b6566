/* store.h: durable storage of tables: for each an append-only list of events, and one row for lists
 * of tables.
 *
 * Writes come in batches: a batch is atomic, and durable once store_write has returned true. One
 * thread writes; another may read at the same time. store/sqlite.c implements this; another kind of
 * store would implement the same `struct store_driver`. */
#ifndef CORNET_STORE_STORE_H
#define CORNET_STORE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

#define STORE_NAME_MAX 33 /* bytes of a table's public id, the final NUL included */
#define STORE_VERSION 1   /* of the schema */

/* One event. `previous` links the events of a table backwards, so that no index by table is needed:
 * a batch of events of many tables only appends to the end of one log. */
struct store_event {
    int64_t id, previous; /* ids increase; previous is 0 for a table's first event */
    int64_t table;        /* the id of the table's row */
    uint32_t number;      /* within the table, from 1, without gaps */
    uint64_t at;          /* milliseconds since 1970 */
    int kind, seat;
    int64_t left; /* as in struct table_event */
    struct span text;
};

/* The row of a table. */
struct store_table {
    int64_t table;             /* the row's id */
    char name[STORE_NAME_MAX]; /* the table's public id */
    int64_t last;              /* the id of its last event */
    int phase;                 /* enum table_phase, which the store only compares */
    bool listed;
    uint64_t created, changed;
};

/* Which tables are old: those of at least this phase whose last event was before this time. */
struct store_age {
    uint64_t before;
    int min_phase;
    int64_t after; /* only those whose row has a higher id */
};

struct store_batch {
    struct store_event *event;
    size_t events;           /* their count */
    struct store_table *row; /* new or changed */
    size_t rows;
};

struct store;

/* Callbacks; returning false ends the iteration. */
typedef bool store_on_event(void *context, const struct store_event *event);
typedef bool store_on_table(void *context, const struct store_table *table);

struct store_driver {
    bool (*write)(struct store *store, const struct store_batch *batch, struct text *why);
    bool (*find)(struct store *store, const char *name, struct store_table *out);
    bool (*events)(struct store *store, int64_t last, store_on_event *on_row, void *context,
                   struct text *why);
    bool (*tables)(struct store *store, bool listed_only, int min_phase, int max_phase, size_t max,
                   store_on_table *on_row, void *context, struct text *why);
    bool (*old)(struct store *store, const struct store_age *age, size_t max,
                store_on_table *on_row, void *context, struct text *why);
    bool (*purge)(struct store *store, const struct store_table row[], size_t rows, size_t *done,
                  size_t *deleted, struct text *why);
    void (*shrink)(struct store *store);
    bool (*backup)(struct store *store, const char *to, struct text *why);
    void (*size)(const struct store *store, uint64_t *database, uint64_t *log);
    void (*close)(struct store *store);
};

/* The first member of each driver's own structure. */
struct store {
    const struct store_driver *driver;
    int64_t next_event, next_table; /* the next free ids; the writer increments them */
};

enum store_mode {
    STORE_SERVE, /* reads and writes; creates or migrates the file; excludes other servers */
    STORE_READ,  /* beside a running server */
    STORE_ADMIN, /* reads and writes; excludes servers */
};

/* NULL with a reason if it cannot be opened in this mode. */
struct store *store_open(const char *path, enum store_mode mode, struct text *why);
void store_close(struct store *store);

bool store_write(struct store *store, const struct store_batch *batch, struct text *why);
bool store_find(struct store *store, const char *name, struct store_table *out);

/* Calls back for each event of the table whose last event has this id, oldest first. The event's
 * text is valid only during the call. */
bool store_events(struct store *store, int64_t last, store_on_event *on_row, void *context,
                  struct text *why);

/* Calls back for at most `max` tables of the phases min_phase to max_phase, the last changed first.
 */
bool store_tables(struct store *store, bool listed_only, int min_phase, int max_phase, size_t max,
                  store_on_table *on_row, void *context, struct text *why);

/* Calls back for at most `max` old tables, in the order of their rows' ids. */
bool store_old(struct store *store, const struct store_age *age, size_t max, store_on_table *on_row,
               void *context, struct text *why);

/* Deletes tables with all their events, unless they have a newer event than row.last: the first
 * ones of these, as many as are done quickly, and at least one. `done` gets how many, and `deleted`
 * how many of them were deleted. All of it happens, or nothing. */
bool store_purge(struct store *store, const struct store_table row[], size_t rows, size_t *done,
                 size_t *deleted, struct text *why);

/* Gives the space of deleted tables back to the disk. Takes long; not while serving. */
void store_shrink(struct store *store);

/* Copies the store as it is at one moment, also while a server writes to it, to the file `to`,
 * which must not exist. The copy is a store, for its owner only (mode 0600); it is durable when
 * this returns true, and has its name only when it is complete. */
bool store_backup(struct store *store, const char *to, struct text *why);

/* The bytes of its files: what is kept, and the log of what is to go there (0: it has none). */
void store_size(const struct store *store, uint64_t *database, uint64_t *log);

#endif
