/* copy.h: tables from one store to another, of whatever kinds. */
#ifndef CORNET_STORE_COPY_H
#define CORNET_STORE_COPY_H

#include "store/store.h"

struct copy_counts {
    size_t copied, there; /* tables; `there`: the other store has one of that id, which stays */
};

/* Copies every table with all its events, some tables with each commit. What was copied before an
 * error stays; copying again goes on. */
bool copy_tables(struct store *from, struct store *to, struct copy_counts *counts,
                 struct text *why);

/* Copies all tables into a new file, which is a store, has mode 0600, and gets its name when it is
 * complete. */
bool copy_to_file(struct store *from, const char *to, struct text *why);

#endif
