/* postgres.h: the store in a PostgreSQL database. */
#ifndef CORNET_STORE_POSTGRES_H
#define CORNET_STORE_POSTGRES_H

#include "store/store.h"

/* Returns NULL with a reason; in a build without libpq always. */
struct store *postgres_store_open(const char *address, enum store_mode mode, struct text *why);

#endif
