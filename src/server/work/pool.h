/* pool.h: threads that compute bots' moves, hints and analyses and read from the store, so that the
 * loop never waits.
 *
 * A job holds copies of all it needs; a thread uses nothing of the server, and has a connection to
 * the store of its own. A thread writes no text for a client: it has the operator's language, and
 * only the loop uses the clients' (base/lang.h). */
#ifndef CORNET_SERVER_WORK_POOL_H
#define CORNET_SERVER_WORK_POOL_H

#include <ev.h>
#include <stdatomic.h>

#include "protocol/lobby.h"
#include "server/addresses.h"
#include "server/work/queue.h"

enum pool_task {
    POOL_MOVE,
    POOL_HINT,
    POOL_ANALYSIS,
    POOL_TABLE, /* this and the next ones: see reader.h */
    POOL_PAGE,
    POOL_LISTED,
    POOL_OLD,
    POOL_TASKS,
};

struct reading;

/* Owned by the pool from pool_ask on, with all it holds. Only the members of its task are used. */
struct pool_job {
    struct pool_job *next;
    enum pool_task task;
    char table[TABLE_ID_LENGTH + 1];
    uint64_t instance; /* of the server_table that asked */

    /* By which the queue is shared: see queue.h. */
    bool people;                    /* a person sits at the table */
    char address[ADDRESS_NAME_MAX]; /* of the client on whose behalf it is */

    /* POOL_MOVE: the bot, what it is asked, and its answer. */
    struct table_question question;

    struct lobby_hint hint; /* POOL_HINT */

    /* POOL_ANALYSIS: the progress in lines, and the answer (NULL: no judge is ready). */
    int depth;                 /* of the judge; 0: the usual one */
    double seconds;            /* that it may take */
    atomic_size_t done, whole; /* read by the loop meanwhile */
    char *json;

    /* The others: what is read. */
    struct reading *reading;
};

struct pool;

/* Called on the loop with a finished job, which the pool frees afterwards. */
typedef void pool_done(void *context, struct pool_job *job);

/* `store` and `env` are what its threads read from and make tables for; NULL: they do not. NULL
 * with a reason if the store cannot be opened. */
struct pool *pool_open(int threads, const char *store, const struct table_env *env,
                       struct ev_loop *loop, pool_done *done, void *context, struct text *why);
void pool_close(struct pool *pool); /* may be NULL */

/* Queues a job, which the pool owns from now on. */
void pool_ask(struct pool *pool, struct pool_job *job);

/* The jobs that no thread has taken yet. */
void pool_count(struct pool *pool, struct queue_counts *counts);

#endif
