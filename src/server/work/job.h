/* job.h: a question for a thread of a pool, with copies of all data it needs, and its answer. */
#ifndef CORNET_SERVER_WORK_JOB_H
#define CORNET_SERVER_WORK_JOB_H

#include <stdatomic.h>

#include "match/analyse.h"
#include "net/ip.h"
#include "protocol/room.h"
#include "store/store.h"

enum job_task {
    JOB_MOVE,
    JOB_HINT,
    JOB_ANALYSIS, /* this task and those below read the store: they have a struct reading */
    JOB_TABLE,
    JOB_PAGE,
    JOB_LISTED,
    JOB_OLD,
    JOB_REQUESTS, /* of the operator, and new lines of the log */
    JOB_REPLY,    /* to one of them */
    JOB_PEOPLE,   /* this task and the next have a struct people_job */
    JOB_ERASE,
    JOB_TAKE, /* this task and those below have a struct study_job, which the asker sets
               */
    JOB_STUDY,
    JOB_KEEP,
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

enum reading_page {
    PAGE_RECORD,
    PAGE_STEPS,
    PAGE_ODDS,
    PAGE_PRINT,
    PAGE_PNG, /* a position: `from` as PICTURE_FROM */
    PAGE_SVG,
    PAGE_REPLAY,
    PAGE_DAILY, /* `from` as PICTURE_DAILY; there is no table */
};

/* A line (0: the last one; counted from 1 here), and the language. */
#define PICTURE_FROM(line, french) ((line) << 1 | (french))

/* The day, the result (-1 to 2046), the challenge's index in daily_list, and the language. */
#define PICTURE_DAILY(day, result, index, french)                                                  \
    ((size_t)(day) << 16 | (size_t)((result) + 1) << 5 | (size_t)(index) << 1 | (size_t)(french))

/* A result read from the store. */
struct reading {
    enum reading_result result;
    char why[TEXT_WHY];

    /* JOB_TABLE. If servers share a store, the reader claims the table for `server`. */
    int64_t server;            /* this server's number */
    char at[STORE_SERVER_MAX]; /* READING_ELSEWHERE: the name of the server that owns the table */
    struct store_table row;    /* of the table */
    struct table *table;       /* suspended; the loop takes it out of the job */

    /* JOB_PAGE: the kind of page, its first step, and its text. PAGE_PRINT: `from` is the number
     * of the PDF (print.h), and there is no table. */
    enum reading_page page;
    size_t from;
    char *body;
    size_t length;
    bool live; /* the game goes on: the page must not be kept */

    /* JOB_LISTED: rows for the list of tables, twice as many as are shown, because some may leave
     * the list soon. JOB_OLD: rows of tables of this age. */
    struct store_age age;
    struct store_table *rows;
    size_t count;

    /* JOB_REQUESTS: lines of the log after `after`; the first request that the server has not
     * answered (0: none) in `body`. JOB_REPLY: its answer there. */
    int64_t after, request;
    struct store_note *notes; /* with texts of their own */
    size_t note_count;
};

/* A request of a person (people/people.h) and its answer. */
struct people_job {
    struct people_request request;
    struct people_answer answer;
    unsigned char key[PEOPLE_KEY_BYTES];
    uint64_t now, number;
    bool french;
    bool done;          /* JOB_ERASE: nothing is left */
    struct lines texts; /* of the request */
    void *body;         /* its JSON */
    void (*free_body)(void *body);
};

/* A game from the moment when it is taken until its numbers are stored. */
struct study_job {
    const char *server; /* this server's name among those that share a store; "": it is alone */
    bool restarted;     /* takes back what it left unfinished before */
    uint64_t now;
    struct people_study game; /* `table` 0: none waits */
    struct match *match;      /* NULL: it cannot be read any more */
    struct analysis analysis;
    bool failed;   /* the store did not answer */
    bool finished; /* the analysis is whole, or there can be none */
    bool stored;

    /* The analysis waits while somebody plays, which any thread may ask, and ends at shutdown. */
    bool (*is_play_busy)(const void *context);
    const void *context;
    const stop_flag *halt;
};

/* Owns all it holds. Only the members of its task are used. */
struct job {
    struct job *next;
    enum job_task task;
    char table[TABLE_ID_LENGTH + 1];
    uint64_t instance; /* of the server_table that asked */

    /* The queue's order depends on these: see queue.h. */
    bool people;               /* a person sits at the table */
    char address[IP_TEXT_MAX]; /* of the client that is charged for the job; "": nobody */

    struct table_question question; /* JOB_MOVE: the bot, its question and its answer */
    struct room_hint hint;          /* JOB_HINT */

    /* JOB_ANALYSIS: the progress in lines, and the answer (NULL: no judge is ready). */
    int depth;                 /* of the judge; 0: the default */
    double seconds;            /* time limit */
    atomic_size_t done, whole; /* read by the loop meanwhile */
    char *json;

    struct reading *reading; /* the tasks from JOB_ANALYSIS to JOB_REPLY */
    struct people_job *account;
    struct study_job *study;
};

struct job *job_new(enum job_task task, const char *table, const char *address, bool people);
void job_free(struct job *job);

#endif
