/* sqlite.h: the store in an SQLite file, with a write-ahead log and synchronous=FULL. */
#ifndef CORNET_STORE_SQLITE_H
#define CORNET_STORE_SQLITE_H

#include "store/store.h"

struct store *sqlite_store_open(const char *path, enum store_mode mode, struct text *why);

#endif
