/* store.h: durable storage of tables: for each an append-only list of events, and one row for lists
 * of tables.
 *
 * Writes come in batches: a batch is atomic, and durable once `write` has returned true. One
 * thread writes; another may read at the same time.
 *
 * There are two kinds, each a `struct store_driver`: a file for one server (store/sqlite.c), and a
 * PostgreSQL database that several servers may share (store/postgres.c). In a database each table
 * belongs to one server at a time, and each server holds a lease: see `join` below. */
#ifndef CORNET_STORE_STORE_H
#define CORNET_STORE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "people/people.h"

#define STORE_NAME_MAX 33   /* bytes of a table's public id, the final NUL included */
#define STORE_SERVER_MAX 17 /* bytes of a server's name, the final NUL included */
#define STORE_VERSION 3     /* of the schema */

/* One event. In a file, `previous` links the events of a table backwards, so that no index by table
 * is needed: a batch with events of many tables only appends to one log. A database does not use
 * `id` and `previous`: there an event's key is its table and number. */
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
    struct span summary; /* of a listed table, for lists; empty: unknown. In a row that is read,
                            valid only during the call */

    /* In a database: */
    int64_t owner, claim; /* the server it belongs to (0: none), and its number of claims so far */
    bool released;        /* in a batch: only releases this claim */
};

/* Old tables: those of these phases whose last event was before this time. */
struct store_age {
    uint64_t before;
    int min_phase, max_phase; /* max_phase 0: any from min_phase on */
    int64_t after;            /* only tables whose row has a higher id */
};

struct store_batch {
    struct store_event *event;
    size_t events;           /* their count */
    struct store_table *row; /* new, changed or released */
    size_t rows;
    struct people_change *change; /* of people's games, by these events */
    size_t changes;
};

/* Row ids of the tables in a batch that were not written, because another server has written their
 * next event. */
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

/* The state of a server's lease after a renewal. */
enum store_lease {
    LEASE_HELD,
    LEASE_LOST,    /* other servers may claim its tables */
    LEASE_UNKNOWN, /* the store does not answer */
};

#define STORE_LEASE_SECONDS 5

struct store;

/* One line of the operator's log: a command of `cornet admin`, as JSON. */
struct store_note {
    int64_t id;
    uint64_t at; /* milliseconds since 1970 */
    struct span text;
};

/* A request to a running server through the database. */
struct store_request {
    int64_t id;
    const char *server; /* its name */
    struct span text;   /* the request, or its answer; `at` NULL: not answered yet */
};

/* Callbacks; returning false ends the iteration. */
typedef bool store_on_note(void *context, const struct store_note *note);
typedef bool store_on_request(void *context, const struct store_request *request);
typedef bool store_on_event(void *context, const struct store_event *event);
typedef bool store_on_table(void *context, const struct store_table *table);

/* The functions of a store. Those with `why` return false with a reason if they fail. */
struct store_driver {
    /* Writes the whole batch except the tables in `fenced`. The caller passes `fenced` empty and
     * frees its array. */
    bool (*write)(struct store *store, const struct store_batch *batch, struct store_fenced *fenced,
                  struct text *why);
    enum store_found (*find)(struct store *store, const char *name, struct store_table *out,
                             struct text *why);

    /* Calls back for each event of the table, oldest first, up to the row's last one. The event's
     * text is valid only during the call. */
    bool (*events)(struct store *store, const struct store_table *row, store_on_event *on_row,
                   void *context, struct text *why);

    /* Calls back for at most `max` tables of the phases min_phase to max_phase, the last changed
     * first. */
    bool (*tables)(struct store *store, bool listed_only, int min_phase, int max_phase, size_t max,
                   store_on_table *on_row, void *context, struct text *why);

    /* Calls back for at most `max` old tables, in the order of their rows' ids. */
    bool (*old)(struct store *store, const struct store_age *age, size_t max,
                store_on_table *on_row, void *context, struct text *why);

    /* Deletes the first of these tables with all their events: at least one, and as many as can be
     * done quickly. `done` gets the number processed, `deleted` the number deleted. A table with a
     * newer event than row.last is kept; in a database also one that belongs to a running server. A
     * table is deleted with all its events or not at all. */
    bool (*purge)(struct store *store, const struct store_table row[], size_t rows, size_t *done,
                  size_t *deleted, struct text *why);

    /* Returns the space of deleted tables to the file system. Slow; not while serving. */
    void (*shrink)(struct store *store);

    /* Copies a consistent snapshot of the store, even while a server writes to it, to the file
     * `to`, which must not exist. The copy is a store with mode 0600. It is durable when this
     * returns true, and gets its name only when it is complete. */
    bool (*backup)(struct store *store, const char *to, struct text *why);

    /* Adds a line to the operator's log, durably; calls back for those with a higher id than
     * `after`, oldest first. The callbacks' texts are valid only during the call. */
    bool (*note)(struct store *store, uint64_t at, const char *text, struct text *why);
    bool (*notes)(struct store *store, int64_t after, store_on_note *on_note, void *context,
                  struct text *why);

    /* The database of people (people/people.h). Use it on the thread of the store's readers, in a
     * store that may write: STORE_NOTES and above. */
    struct people_db (*people)(struct store *store);

    /* Replaces the text of an event: of a seat whose person's account was deleted. */
    bool (*rewrite)(struct store *store, const struct store_event *event, struct span text,
                    struct text *why);

    /* The sizes of its files in bytes: the database, and its write-ahead log (0: none). */
    void (*size)(const struct store *store, uint64_t *database, uint64_t *log);
    void (*close)(struct store *store); /* call store_close */

    /* ---- only of a database, which several servers may share: see store_is_shared ---- */

    /* Registers a server with this name. Returns its number, which no server had before, or 0 with
     * a reason. The lease lasts for STORE_LEASE_SECONDS from now and from each renewal. After it
     * expires the server may lose its tables at any time; then the lease cannot be renewed any
     * more. */
    int64_t (*join)(struct store *store, const char *name, struct text *why);
    enum store_lease (*renew)(struct store *store, int64_t server, struct text *why);

    /* Releases the lease: other servers may claim all its tables. */
    void (*leave)(struct store *store, int64_t server);

    /* Finds the table and claims it for this server. If it belongs to another server with a valid
     * lease, `at`, of STORE_SERVER_MAX bytes, gets that server's name. */
    enum store_found (*claim)(struct store *store, int64_t server, const char *name,
                              struct store_table *out, char *at, struct text *why);

    /* An operator's requests. ask: sends one to the running servers, or to the one of this name
     * (NULL: all); returns the number of the request, 0 with a reason. answers: calls back for each
     * server that was asked. requests: those that this server has not answered. */
    int64_t (*ask)(struct store *store, const char *server, const char *text, struct text *why);
    bool (*answers)(struct store *store, int64_t asked, store_on_request *on_answer, void *context,
                    struct text *why);
    bool (*requests)(struct store *store, int64_t server, store_on_request *on_request,
                     void *context, struct text *why);
    bool (*answer)(struct store *store, int64_t id, const char *text, struct text *why);
};

/* The first member of each driver's own structure. */
struct store {
    const struct store_driver *driver;
    int64_t next_event, next_table; /* the next free ids; the writer increments them */
    bool was_full;                  /* the disk was full: opening needed the reserved space */
};

/* In this order: the last two may write tables. */
enum store_mode {
    STORE_READ,  /* beside a running server */
    STORE_NOTES, /* as STORE_READ; adds to the operator's log */
    STORE_ADMIN, /* reads and writes; excludes servers */
    STORE_SERVE, /* as STORE_ADMIN; creates or migrates the file */
};

/* NULL with a reason if it cannot be opened in this mode. */
struct store *store_open(const char *path, enum store_mode mode, struct text *why);
void store_close(struct store *store);

/* The two kinds: an SQLite file, with a write-ahead log and synchronous=FULL; and a PostgreSQL
 * database, which a build without libpq always refuses. */
struct store *sqlite_store_open(const char *path, enum store_mode mode, struct text *why);
/* The queries of this process to its database so far, and how long their answers took together. */
struct store_trips {
    uint64_t count;
    double seconds;
};
struct store_trips postgres_trips(void);

struct store *postgres_store_open(const char *address, enum store_mode mode, struct text *why);

/* Whether `path` names a database, and not a file. */
bool store_is_database(const char *path);

/* Whether several servers may use the store at once. */
bool store_is_shared(const struct store *store);

#endif
