/* copy.h: copies tables from one store to another, of any kind. */
#ifndef CORNET_STORE_COPY_H
#define CORNET_STORE_COPY_H

#include "store/store.h"

struct copy_counts {
    size_t copied, there; /* numbers of tables; `there`: the other store already had this id and is
                             unchanged */
};

/* Copies every table with all its events, several tables per commit. After an error the tables
 * copied so far remain; call it again to continue. */
bool copy_tables(struct store *from, struct store *to, struct copy_counts *counts,
                 struct text *why);

/* Copies all tables into a new store file with mode 0600. The file gets its name only when it is
 * complete. */
bool copy_to_file(struct store *from, const char *to, struct text *why);

/* Copies the accounts of people and the rows of their games. Call it after copy_tables. The key of
 * the hashes is copied by server/accounts.h. */
bool copy_people(struct store *from, struct store *to, struct text *why);

#endif
