/* records.h: many records: those of folders, and of files that hold one or more.
 *
 * First all of them are found, which takes a few bytes for each; then any one can be read, by any
 * thread. */
#ifndef CORNET_CLI_RECORDS_H
#define CORNET_CLI_RECORDS_H

#include "base/lines.h"
#include "match/match.h"

struct records {
    struct lines path;
    struct records_entry *entry;
    size_t count, capacity;
};

/* Finds the records of these files and folders, in the order of the arguments; in a folder the
 * files
 * `*.cornet`, sorted by name. False with a reason if one cannot be read. Freed in any case with
 * records_free. */
bool records_find(struct records *records, char *const paths[], int count, struct text *why);
void records_free(struct records *records);

/* Reads one; NULL with `FILE:LINE: reason`. */
struct match *records_read(const struct records *records, size_t index, struct text *why);

#endif
