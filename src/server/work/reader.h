/* reader.h: what a pool's thread reads from the store, so that the loop does not: a table with all
 * its events, a page about a finished game, which tables are listed or old. */
#ifndef CORNET_SERVER_WORK_READER_H
#define CORNET_SERVER_WORK_READER_H

#include "store/store.h"
#include "table/table.h"

#define READER_LISTED_MAX 100 /* tables that are waiting or playing, in the list of tables */
#define READER_OLD_MAX 64     /* old tables that are found at a time */
#define READER_RECENT_MAX 20  /* tables that are over, in that list */

struct pool_job;

/* A thread's own connection to the store. */
struct reader {
    struct store *store;
    const struct table_env *env; /* of the tables it makes */
};

enum reading_result {
    READING_DONE,
    READING_NONE,      /* there is no such table */
    READING_ELSEWHERE, /* POOL_TABLE: it belongs to another server: `at` */
    READING_FAILED,    /* it cannot be read: `why` */
    READING_NOT_OVER,  /* pages: the game is not over, as far as it is stored */
    READING_TOO_LONG,  /* pages: the game is too long */
};

enum reading_page { PAGE_RECORD, PAGE_STEPS, PAGE_ODDS };

/* A job's question and answer; the job owns it. */
struct reading {
    enum reading_result result;
    char why[TEXT_WHY];

    /* POOL_TABLE: its row and the table, asleep. The loop takes it out of the job. Where servers
     * share a store, the number of the one that it is to belong to; or the name of the one it
     * belongs to.
     */
    int64_t server;
    char at;
    struct store_table row;
    struct table *table;

    /* POOL_PAGE: which, from which step on, and its text. */
    enum reading_page page;
    size_t from;
    char *body;
    size_t length;

    /* POOL_LISTED, POOL_OLD: rows; of POOL_OLD those of this age. Of those that are listed twice as
     * many as are shown, since some may be about to leave the list. */
    struct store_age age;
    struct store_table *rows;
    size_t count;
};

struct reading *reading_new(void);
void reading_free(struct reading *reading); /* may be NULL */

/* On the thread: does the job. */
void reader_do(struct reader *reader, struct pool_job *job);

/* The table of this id, and its row; NULL with a result and a reason. */
struct table *reader_table(struct reader *reader, const char *id, struct reading *reading);

#endif
