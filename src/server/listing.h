/* listing.h: the list of tables that /api/tables shows, kept up to date in memory.
 *
 * Every listed table in memory has an entry, and of the others those that changed last: they keep
 * the summary with which they left memory, or that of their row in the store. When the server
 * starts, the last ones of the store are read in; and again when so many have left the list that
 * older ones must follow, and, where servers share a store, every few seconds. */
#ifndef CORNET_SERVER_LISTING_H
#define CORNET_SERVER_LISTING_H

#include "base/json.h"
#include "server/loading.h"
#include "server/table_set.h"

#define LISTING_HASH 4096           /* buckets */
#define LISTING_SUMMARY_BYTES 4096u /* of a table */

struct listing_entry;

/* Entries, the last changed first. */
struct listing_order {
    struct listing_entry *first, *last;
    size_t count;
    bool more; /* the store has, or had, more than these */
};

/* The rest is all zero: nothing is known yet. */
struct listing {
    struct table_set *set;
    struct loading *loading;
    struct pool *reader;
    const struct health *health;

    struct listing_order open, over;
    struct listing_entry *hash[LISTING_HASH];
    bool ready;             /* the store's last ones are in it */
    size_t reading;         /* what is being read: the list of rows, and tables of it */
    char why[TEXT_WHY];     /* why the store could not be read; empty: it could */
    struct waiters waiters; /* for it to be ready, or for the reason */
};

/* Reads the store's last ones in. */
void listing_fill(struct listing *listing);

/* Takes the answer of the pool. */
void listing_read(struct listing *listing, struct job *job);

/* A table has changed; has been brought into memory; is about to leave it; is no more. */
void listing_note(struct listing *listing, struct server_table *st);
void listing_came(struct listing *listing, struct server_table *st);
void listing_left(struct listing *listing, struct server_table *st);
void listing_forget(struct listing *listing, const char *id);

/* What a list shows of a table. */
void listing_summarise(const struct table *table, struct text *out);

/* {"tables":[SUMMARY...],"recent":[SUMMARY...]}; `batch` gets the number of the writer's batch that
 * must be durable before it is told. If one of the tables is set aside, that one, and nothing is
 * written. */
struct server_table *listing_write(const struct listing *listing, struct text *out,
                                   uint64_t *batch);

void listing_close(struct listing *listing);

#endif
