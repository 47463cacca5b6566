#include "store/store.h"

#include <string.h>

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

bool store_is_shared(const struct store *store)
{
    return store->driver->join != NULL;
}
