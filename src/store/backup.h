/* backup.h: copies an SQLite store, even while a server writes to it. See struct store_driver. */
#ifndef CORNET_STORE_BACKUP_H
#define CORNET_STORE_BACKUP_H

#include <sqlite3.h>

#include "base/text.h"

bool backup_copy(sqlite3 *from, const char *to, struct text *why);

/* Renames a complete file NAME.part to its final name. */
bool backup_publish(const char *part, const char *to, struct text *why);

#endif
