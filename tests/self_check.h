/* self_check.h: compares a table with its stored events; a server_settings.self_check. */
#ifndef CORNET_TESTS_SELF_CHECK_H
#define CORNET_TESTS_SELF_CHECK_H

#include "store/store.h"
#include "table/table.h"

/* Restores the table (whose events must all be durable) from the store, and compares every viewer's
 * message `table` with the live one's. Aborts if they differ. Where servers share a store, does
 * nothing unless `owner` is the number of the table's server. */
void self_check(const struct table_env *env, struct store *store, const struct table *live,
                int64_t owner, uint64_t now);

#endif
