/* pool.h: threads on which bots think and games are judged, so that the loop never waits for one.
 *
 * A job is a copy of what is needed and touches nothing of the server. A thread writes no sentence
 * for a client, since only the loop knows the client's language. */
#ifndef CORNET_SERVER_POOL_H
#define CORNET_SERVER_POOL_H

#include <ev.h>
#include <stdatomic.h>

#include "table/table.h"

enum pool_task { POOL_MOVE, POOL_HINT, POOL_ANALYSIS };

struct pool_job {
    struct pool_job *next;
    enum pool_task task;
    char table[TABLE_ID_LENGTH + 1];
    uint64_t instance; /* of the table that asked */

    /* POOL_MOVE: the bot and what it is asked; the answer is in it. */
    struct table_question question;

    /* POOL_HINT: for whom, at which event, what that seat sees; the answer (NULL: no judge is
     * ready). */
    struct table_asker asker;
    uint32_t ticket, event_count;
    struct match view;
    struct hints *hints;

    /* POOL_ANALYSIS: of this record, how far it is, and the answer; NULL: no judge is ready. */
    char *record;
    double seconds; /* that it may take */
    atomic_size_t done, whole;
    char *json;
};

struct pool;

/* Called on the loop with a finished job, which is freed afterwards. */
typedef void pool_done(void *context, struct pool_job *job);

struct pool *pool_open(int threads, struct ev_loop *loop, pool_done *done, void *context);
void pool_close(struct pool *pool);

/* Takes the job, and later frees it. */
void pool_ask(struct pool *pool, struct pool_job *job);

#endif
