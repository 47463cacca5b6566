/* store.h: durable storage of tables: for each an append-only list of events, and one row for lists
 * of tables.
 *
 * Writes come in batches: a batch is atomic, and durable once store_write has returned true. One
 * thread writes; another may read at the same time.
 *
 * There are two kinds, each a `struct store_driver`: a file of one server (store/sqlite.c), and a
 * PostgreSQL database, which several servers may share (store/postgres.c). There each table belongs
 * to one server at a time, and a server exists by its lease: see store_join. */
#ifndef CORNET_STORE_STORE_H
#define CORNET_STORE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

#define STORE_NAME_MAX 33 /* bytes of a table's public id, the final NUL included */
#define STORE_VERSION 2   /* of the schema */

/* One event. In a file `previous` links the events of a table backwards, so that no index by table
 * is needed: a batch of events of many tables only appends to the end of one log. A database has no
 * use for `id` and `previous`: there an event's key is its table and number. */
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
    int64_t last;              /* its last event: the id, or in a database the number */
    int phase;                 /* enum table_phase, which the store only compares */
    bool listed;
    uint64_t created, changed;
    struct span summary; /* of a listed table, as lists show it; empty: not known. Of a row that is
                            read it is valid only during the call */

    /* In a database: */
    int64_t owner, claim; /* the server it belongs to (0: none), and how often it was claimed */
    bool released;        /* in a batch: only gives up this claim */
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
    struct store_table *row; /* new, changed or released */
    size_t rows;
};

/* Tables of a batch, by their rows' ids, of which nothing was written: somebody else has written
 * their next event. */
struct store_fenced {
    int64_t *table;
    size_t count;
};

enum store_found {
    STORE_FOUND,
    STORE_NONE,
    STORE_ELSEWHERE, /* it belongs to another server */
    STORE_FAILED,    /* nobody knows */
};

/* What is known of a server's lease after asking for more time. */
enum store_lease {
    LEASE_HELD,
    LEASE_LOST,    /* its tables are anybody's */
    LEASE_UNKNOWN, /* the store does not answer */
};

#define STORE_LEASE_SECONDS 5

struct store;

/* Callbacks; returning false ends the iteration. */
typedef bool store_on_event(void *context, const struct store_event *event);
typedef bool store_on_table(void *context, const struct store_table *table);

struct store_driver {
    bool (*write)(struct store *store, const struct store_batch *batch, struct store_fenced *fenced,
                  struct text *why);
    enum store_found (*find)(struct store *store, const char *name, struct store_table *out,
                             struct text *why);
    bool (*events)(struct store *store, const struct store_table *row, store_on_event *on_row,
                   void *context, struct text *why);
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

    /* Of a database only: */
    int64_t (*join)(struct store *store, char name, struct text *why);
    enum store_lease (*renew)(struct store *store, int64_t server, struct text *why);
    void (*leave)(struct store *store, int64_t server);
    enum store_found (*claim)(struct store *store, int64_t server, const char *name,
                              struct store_table *out, char *at, struct text *why);
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

/* Whether `path` names a database, and not a file. */
bool store_is_database(const char *path);

/* All of it is written, but for the tables in `fenced`, which the caller gives empty, and whose
 * array it frees. */
bool store_write(struct store *store, const struct store_batch *batch, struct store_fenced *fenced,
                 struct text *why);
enum store_found store_find(struct store *store, const char *name, struct store_table *out,
                            struct text *why);

/* Calls back for each event of the table, oldest first, up to the row's last one. The event's text
 * is valid only during the call. */
bool store_events(struct store *store, const struct store_table *row, store_on_event *on_row,
                  void *context, struct text *why);

/* Calls back for at most `max` tables of the phases min_phase to max_phase, the last changed first.
 */
bool store_tables(struct store *store, bool listed_only, int min_phase, int max_phase, size_t max,
                  store_on_table *on_row, void *context, struct text *why);

/* Calls back for at most `max` old tables, in the order of their rows' ids. */
bool store_old(struct store *store, const struct store_age *age, size_t max, store_on_table *on_row,
               void *context, struct text *why);

/* Deletes tables with all their events, unless they have a newer event than row.last: the first
 * ones of these, as many as are done quickly, and at least one. `done` gets how many, and `deleted`
 * how many of them were deleted. A table is deleted with all its events or not at all; in a
 * database one of a server that runs is not. */
bool store_purge(struct store *store, const struct store_table row[], size_t rows, size_t *done,
                 size_t *deleted, struct text *why);

/* Gives the space of deleted tables back to the disk. Takes long; not while serving. */
void store_shrink(struct store *store);

/* Copies the store as it is at one moment, also while a server writes to it, to the file `to`,
 * which must not exist. The copy is a store, for its owner only (mode 0600); it is durable when
 * this returns true, and has its name only when it is complete. */
bool store_backup(struct store *store, const char *to, struct text *why);

/* ---- servers that share a database ---- */

/* Whether several servers may use it at once. If not, none of the following is called. */
bool store_is_shared(const struct store *store);

/* Becomes the server of this name: its number, which no server had before; 0 with a reason. It
 * lasts for STORE_LEASE_SECONDS, and as long again from each time it is renewed. A server whose
 * time is over may lose its tables at any moment, and then its lease is lost for good. */
int64_t store_join(struct store *store, char name, struct text *why);
enum store_lease store_renew(struct store *store, int64_t server, struct text *why);

/* Gives up the lease: all its tables are anybody's. */
void store_leave(struct store *store, int64_t server);

/* Finds the table, which then belongs to this server, unless it is another's whose lease lasts:
 * `at` gets that one's name. */
enum store_found store_claim(struct store *store, int64_t server, const char *name,
                             struct store_table *out, char *at, struct text *why);

/* The bytes of its files: what is kept, and the log of what is to go there (0: it has none). */
void store_size(const struct store *store, uint64_t *database, uint64_t *log);

#endif
