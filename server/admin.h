/* tend: what whoever runs a server does with its store: records out, old tables away. */
#ifndef CORNET_SERVER_ADMIN_H
#define CORNET_SERVER_ADMIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

struct admin_table {
    const char *name, *game, *phase;
    uint64_t changed; /* milliseconds since 1970 */
    size_t lines;
    struct span record;
};

typedef bool admin_see(void *context, const struct admin_table *table);

/* Shows a table by its name, or all (NULL), the last changed first. Works beside a running server.
 * A table that cannot be read is named in `why` at the end; the others are shown all the same. */
bool admin_tables(const char *store, const char *name, admin_see *see, void *context,
                  struct text *why);

/* Deletes tables that have not changed since; only finished ones, or all. No server may run. */
bool admin_purge(const char *store, uint64_t before, bool unfinished_too, size_t *tables,
                 struct text *why);

uint64_t admin_now(void);

#endif
