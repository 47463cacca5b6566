/* job.h: a question for a thread of a pool, with copies of all it needs, and then its answer. */
#ifndef CORNET_SERVER_WORK_JOB_H
#define CORNET_SERVER_WORK_JOB_H

#include <stdatomic.h>

#include "net/ip.h"
#include "protocol/room.h"
#include "store/store.h"

enum job_task {
    JOB_MOVE,
    JOB_HINT,
    JOB_ANALYSIS, /* this and the next ones read the store: they have a struct reading */
    JOB_TABLE,
    JOB_PAGE,
    JOB_LISTED,
    JOB_OLD,
    JOB_TASKS,
};

enum reading_result {
    READING_DONE,
    READING_NONE,      /* there is no such table */
    READING_ELSEWHERE, /* JOB_TABLE: it belongs to another server: `at` */
    READING_FAILED,    /* it cannot be read: `why` */
    READING_NOT_OVER,  /* pages: the game is not over, as far as it is stored */
    READING_TOO_LONG,  /* pages: the game is too long */
};

enum reading_page { PAGE_RECORD, PAGE_STEPS, PAGE_ODDS };

/* A result read from the store. */
struct reading {
    enum reading_result result;
    char why[TEXT_WHY];

    /* JOB_TABLE: its row and the table, asleep. The loop takes it out of the job. Where servers
     * share a store, the number of the one that it is to belong to; or the name of the one it
     * belongs to.
     */
    int64_t server;
    char at;
    struct store_table row;
    struct table *table;

    /* JOB_PAGE: which, from which step on, and its text. */
    enum reading_page page;
    size_t from;
    char *body;
    size_t length;

    /* JOB_LISTED, JOB_OLD: rows; of JOB_OLD those of this age. Of those that are listed twice as
     * many as are shown, since some may be about to leave the list. */
    struct store_age age;
    struct store_table *rows;
    size_t count;
};

/* Owns all it holds. Only the members of its task are used. */
struct job {
    struct job *next;
    enum job_task task;
    char table[TABLE_ID_LENGTH + 1];
    uint64_t instance; /* of the server_table that asked */

    /* By which the queue is shared: see queue.h. */
    bool people;               /* a person sits at the table */
    char address[IP_TEXT_MAX]; /* of the client on whose behalf it is; "": of nobody */

    struct table_question question; /* JOB_MOVE: the bot, what it is asked, and its answer */
    struct room_hint hint;          /* JOB_HINT */

    /* JOB_ANALYSIS: the progress in lines, and the answer (NULL: no judge is ready). */
    int depth;                 /* of the judge; 0: the usual one */
    double seconds;            /* that it may take */
    atomic_size_t done, whole; /* read by the loop meanwhile */
    char *json;

    struct reading *reading; /* the tasks from JOB_ANALYSIS on */
};

struct job *job_new(enum job_task task, const char *table, const char *address, bool people);
void job_free(struct job *job);

#endif
