/* records.h: many records, from folders and from files that hold one or more.
 *
 * records_find locates all of them, with a few bytes of memory for each; then any thread can read
 * any one. */
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
 * files `*.cornet`, sorted by name. False with a reason if one cannot be read. Call records_free in
 * any case. */
bool records_find(struct records *records, char *const paths[], int count, struct text *why);
void records_free(struct records *records);

/* Reads one; NULL with `FILE:LINE: reason`. */
struct match *records_read(const struct records *records, size_t index, struct text *why);

#endif
