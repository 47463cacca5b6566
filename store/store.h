/* store: what lasts. Tables, and for each an append-only list of events.
 *
 * A table is what replaying its events gives; nothing else is kept of it but what a list of tables
 * needs. Everything is written in batches: a batch is there as a whole and for good when
 * store_write returns true, or not at all. One thread writes; another may read at the same time.
 * store/sqlite.c implements this; a second store implements the same `struct store_driver`. */
#ifndef CORNET_STORE_STORE_H
#define CORNET_STORE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

#define STORE_NAME_MAX 33 /* bytes of a table's name, the final NUL included */
#define STORE_VERSION 1   /* of the schema */

/* One event. `previous` links a table's events, so that a log that is written strictly at its end
 * needs no index: a move of a thousand tables touches one page and not a thousand. */
struct store_event {
    int64_t id, previous; /* ids grow; previous is 0 for a table's first */
    int64_t table;
    uint32_t number; /* of the table's events, from 1, without gaps */
    uint64_t at;     /* milliseconds since 1970 */
    int kind, seat;
    int64_t left; /* on the clock that matters, in milliseconds; -1 for none */
    struct span text;
};

/* What is kept of a table beside its events. */
struct store_table {
    int64_t table;
    char name[STORE_NAME_MAX];
    int64_t last; /* the id of its last event */
    int phase;    /* the server's own; grows */
    bool listed;
    uint64_t created, changed;
};

struct store_batch {
    struct store_event *event;
    size_t events;
    struct store_table *row; /* new or changed */
    size_t rows;
};

struct store;

typedef bool store_see_event(void *context, const struct store_event *event);
typedef bool store_see_table(void *context, const struct store_table *table);

struct store_driver {
    bool (*write)(struct store *store, const struct store_batch *batch, struct text *why);
    bool (*find)(struct store *store, const char *name, struct store_table *out);
    bool (*events)(struct store *store, int64_t last, store_see_event *see, void *context,
                   struct text *why);
    bool (*tables)(struct store *store, bool listed_only, int min_phase, int max_phase, size_t max,
                   store_see_table *see, void *context, struct text *why);
    bool (*purge)(struct store *store, uint64_t before, int min_phase, size_t *tables,
                  struct text *why);
    void (*close)(struct store *store);
};

/* Each driver's own structure begins with this. */
struct store {
    const struct store_driver *driver;
    int64_t next_event, next_table; /* the next free ids, for the one who writes */
};

enum store_mode { STORE_SERVE, STORE_READ, STORE_ADMIN };

/* Opens a store, makes a new one (STORE_SERVE) and brings an older one up to date. Only one server
 * may have it. NULL with a reason. */
struct store *store_open(const char *path, enum store_mode mode, struct text *why);
void store_close(struct store *store);

bool store_write(struct store *store, const struct store_batch *batch, struct text *why);
bool store_find(struct store *store, const char *name, struct store_table *out);

/* A table's events, from its last one's id; shown oldest first. The text is the callee's only
 * during the call. */
bool store_events(struct store *store, int64_t last, store_see_event *see, void *context,
                  struct text *why);

/* Tables of the phases from least to most, the last changed first, at most so many. */
bool store_tables(struct store *store, bool listed_only, int min_phase, int max_phase, size_t max,
                  store_see_table *see, void *context, struct text *why);

/* Deletes tables that are at least at the phase and have not changed since; says how many. */
bool store_purge(struct store *store, uint64_t before, int min_phase, size_t *tables,
                 struct text *why);

#endif
