/* The store's interface: passes every call to its driver. */
#include "store/store.h"

#include <string.h>

#include "store/postgres.h"
#include "store/sqlite.h"

bool store_is_database(const char *path)
{
    return strncmp(path, "postgresql://", 13) == 0 || strncmp(path, "postgres://", 11) == 0;
}

struct store *store_open(const char *path, enum store_mode mode, struct text *why)
{
    return store_is_database(path) ? postgres_store_open(path, mode, why)
                                   : sqlite_store_open(path, mode, why);
}

void store_close(struct store *store)
{
    if (store)
        store->driver->close(store);
}

bool store_write(struct store *store, const struct store_batch *batch, struct store_fenced *fenced,
                 struct text *why)
{
    return store->driver->write(store, batch, fenced, why);
}

enum store_found store_find(struct store *store, const char *name, struct store_table *out,
                            struct text *why)
{
    return store->driver->find(store, name, out, why);
}

bool store_events(struct store *store, const struct store_table *row, store_on_event *on_row,
                  void *context, struct text *why)
{
    return store->driver->events(store, row, on_row, context, why);
}

bool store_tables(struct store *store, bool listed_only, int min_phase, int max_phase, size_t max,
                  store_on_table *on_row, void *context, struct text *why)
{
    return store->driver->tables(store, listed_only, min_phase, max_phase, max, on_row, context,
                                 why);
}

bool store_backup(struct store *store, const char *to, struct text *why)
{
    return store->driver->backup(store, to, why);
}

bool store_old(struct store *store, const struct store_age *age, size_t max, store_on_table *on_row,
               void *context, struct text *why)
{
    return store->driver->old(store, age, max, on_row, context, why);
}

bool store_purge(struct store *store, const struct store_table row[], size_t rows, size_t *done,
                 size_t *deleted, struct text *why)
{
    return store->driver->purge(store, row, rows, done, deleted, why);
}

void store_shrink(struct store *store)
{
    store->driver->shrink(store);
}

void store_size(const struct store *store, uint64_t *database, uint64_t *log)
{
    store->driver->size(store, database, log);
}

bool store_is_shared(const struct store *store)
{
    return store->driver->join != NULL;
}

int64_t store_join(struct store *store, char name, struct text *why)
{
    return store->driver->join(store, name, why);
}

enum store_lease store_renew(struct store *store, int64_t server, struct text *why)
{
    return store->driver->renew(store, server, why);
}

void store_leave(struct store *store, int64_t server)
{
    store->driver->leave(store, server);
}

enum store_found store_claim(struct store *store, int64_t server, const char *name,
                             struct store_table *out, char *at, struct text *why)
{
    return store->driver->claim(store, server, name, out, at, why);
}
