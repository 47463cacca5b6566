/* pool.h: threads that compute bots' moves, hints and analyses and read from the store, so that the
 * loop never waits.
 *
 * A job holds copies of all its data. A thread uses nothing of the server, and has its own
 * connection to the store. A thread writes no text for a client: it has the operator's language,
 * and only the loop uses the clients' (base/lang.h). */
#ifndef CORNET_SERVER_WORK_POOL_H
#define CORNET_SERVER_WORK_POOL_H

#include <ev.h>

#include "server/work/queue.h"

struct pool;

/* Called on the loop with a finished job, which the pool frees afterwards. */
typedef void pool_done(void *context, struct job *job);

/* `store` and `env` are what its threads read from (or with `mode` STORE_NOTES also write to) and
 * make tables for; NULL: they do not. NULL
 * with a reason if the store cannot be opened. */
struct pool *pool_open(int threads, const char *store, enum store_mode mode,
                       const struct table_env *env, struct ev_loop *loop, pool_done *done,
                       void *context, struct text *why);
void pool_close(struct pool *pool); /* may be NULL */

/* Queues a job, which the pool owns from now on. */
void pool_ask(struct pool *pool, struct job *job);

/* Whether a job waits or is being done. Any thread may ask. */
bool pool_is_busy(struct pool *pool);

/* Its threads run only while nothing else on the machine wants to. False: the system refuses. */
bool pool_lower(struct pool *pool);

/* The jobs that no thread has taken yet. */
void pool_count(struct pool *pool, struct queue_counts *counts);

#endif
