/* listing.h: the list of tables that /api/tables shows, kept up to date in memory.
 *
 * It has an entry for every listed table in memory, and for the most recently changed of the
 * others. Those keep the summary they had when they left memory, or the one in their row of the
 * store. The most recent rows are read from the store at start, again when older entries are needed
 * to fill the list, and every few seconds if servers share a store. */
#ifndef CORNET_SERVER_LISTING_H
#define CORNET_SERVER_LISTING_H

#include <sys/queue.h>

#include "base/json.h"
#include "server/loading.h"
#include "server/table_set.h"

#define LISTING_HASH 4096           /* buckets */
#define LISTING_SUMMARY_BYTES 4096u /* of a table */

struct listing_entry;

/* Entries, the last changed first. */
struct listing_order {
    TAILQ_HEAD(listing_queue, listing_entry) queue;
    size_t count;
    bool more; /* the store has (or had) more entries */
};

/* Initialise with zeros and the queues with TAILQ_INIT, and set the pointers to other modules. */
struct listing {
    struct table_set *set;
    struct loading *loading;
    struct pool *reader;
    const struct health *health;

    struct listing_order open, over;
    struct listing_entry *hash[LISTING_HASH];
    bool ready;             /* the most recent rows of the store are loaded */
    size_t reading;         /* number of reads in progress: the list of rows, and tables of it */
    char why[TEXT_WHY];     /* why the store could not be read; empty: it could */
    struct waiters waiters; /* called when it is ready or has failed */
};

/* Loads the most recent rows of the store. */
void listing_fill(struct listing *listing);

/* Handles the pool's answer. */
void listing_read(struct listing *listing, struct job *job);

/* In order: a table has changed; was loaded into memory; is about to leave it; was deleted. */
void listing_note(struct listing *listing, struct server_table *st);
void listing_on_join(struct listing *listing, struct server_table *st);
void listing_left(struct listing *listing, struct server_table *st);
void listing_forget(struct listing *listing, const char *id);

/* Writes a table's summary for the list. */
void listing_summarise(const struct table *table, struct text *out);

/* {"tables":[SUMMARY...],"recent":[SUMMARY...]}; `batch` gets the number of the writer's batch that
 * must be durable before the list is sent. If a table is set aside, returns that table and writes
 * nothing. */
struct server_table *listing_write(const struct listing *listing, struct text *out,
                                   uint64_t *batch);

void listing_close(struct listing *listing);

#endif
