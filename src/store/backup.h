/* backup.h: a copy of an SQLite store, also while a server writes to it. See store_backup. */
#ifndef CORNET_STORE_BACKUP_H
#define CORNET_STORE_BACKUP_H

#include <sqlite3.h>

#include "base/text.h"

bool backup_copy(sqlite3 *from, const char *to, struct text *why);

/* Gives a complete file, NAME.part, its name. */
bool backup_publish(const char *part, const char *to, struct text *why);

#endif
