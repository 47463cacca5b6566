/* reader.h: what a pool's thread reads from the store, so that the loop does not: a table with all
 * its events, a page about a finished game, which tables are listed or old. */
#ifndef CORNET_SERVER_WORK_READER_H
#define CORNET_SERVER_WORK_READER_H

#include "server/work/job.h"

#define READER_LISTED_MAX 100 /* tables that are waiting or playing, in the list of tables */
#define READER_OLD_MAX 64     /* old tables that are found at a time */
#define READER_RECENT_MAX 20  /* tables that are over, in that list */

/* A thread's own connection to the store. */
struct reader {
    struct store *store;
    const struct table_env *env; /* of the tables it makes */
};

/* On the thread: does the job. */
void reader_do(struct reader *reader, struct job *job);

/* The table of this id, and its row; NULL with a result and a reason. */
struct table *reader_table(struct reader *reader, const char *id, struct reading *reading);

/* A table restored from the store, asleep and nobody's. NULL with a reason. */
struct table *reader_restore(const struct table_env *env, struct store *store,
                             const struct store_table *row, struct text *why);

#endif
