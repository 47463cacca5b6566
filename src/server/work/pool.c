#include "server/work/pool.h"

#include <pthread.h>
#include <sched.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "server/work/people.h"
#include "server/work/review.h"
#include "server/work/study.h"

#define WORKSPACES_MAX 8 /* that a thread keeps open */

/* A thread, and its connection to the store. */
struct worker {
    struct pool *pool;
    struct reader reader;
    pthread_t thread;
    bool runs;
};

struct pool {
    struct ev_loop *loop;
    ev_async wake;
    pool_done *done;
    void *context;
    int threads;
    struct worker *worker;
    pthread_mutex_t mutex; /* protects the members below */
    pthread_cond_t change;
    struct queue asked;
    struct job_list answered;
    int running;      /* jobs */
    atomic_bool stop; /* set under the mutex, read anywhere */
};

/* The workspaces that one thread keeps open, the last used first. A bot has its own small memory,
 * and borrows a workspace of its agent and settings for one answer. */
struct workspaces {
    struct bot kept[WORKSPACES_MAX]; /* only agent, settings and workspace; agent NULL: free */
};

/* The entry for such a bot, moved to the front. If it is new and there are too many, the least
 * recently used one is closed. */
static struct bot *find_workspace(struct workspaces *spaces, const struct bot *bot)
{
    int i = 0;
    while (i < WORKSPACES_MAX - 1 && spaces->kept[i].agent && !bot_is_same(&spaces->kept[i], bot))
        i++;
    struct bot found = spaces->kept[i];
    if (!found.agent || !bot_is_same(&found, bot)) {
        if (found.workspace)
            found.agent->close_workspace(found.workspace);
        found = *bot;
        found.memory = found.workspace = NULL;
    }
    memmove(&spaces->kept[1], &spaces->kept[0], (size_t)i * sizeof found);
    spaces->kept[0] = found;
    return &spaces->kept[0];
}

static void think(struct workspaces *spaces, struct table_question *question, struct rng *rng)
{
    if (!question->bot->agent->open_workspace) {
        table_question_ask(question, rng);
        return;
    }
    struct bot *lender = find_workspace(spaces, question->bot);
    question->bot->workspace = lender->workspace;
    table_question_ask(question, rng);
    lender->workspace = question->bot->workspace; /* the agent may just have opened it */
    question->bot->workspace = NULL;
}

static void close_workspaces(struct workspaces *spaces)
{
    for (int i = 0; i < WORKSPACES_MAX; i++) {
        if (spaces->kept[i].workspace)
            spaces->kept[i].agent->close_workspace(spaces->kept[i].workspace);
    }
    free(spaces);
}

static void do_job(struct worker *worker, struct job *job, struct workspaces *spaces,
                   struct rng *rng)
{
    if (job->task == JOB_MOVE)
        think(spaces, &job->question, rng);
    else if (job->task == JOB_HINT)
        room_hint_make(&job->hint);
    else if (job->task == JOB_ANALYSIS)
        review_analyse(job, &worker->reader, &worker->pool->stop);
    else if (job->task == JOB_PEOPLE || job->task == JOB_ERASE)
        people_do(&worker->reader, job);
    else if (job->task == JOB_TAKE)
        study_take(&worker->reader, job);
    else if (job->task == JOB_STUDY)
        study_analyse(job, &worker->pool->stop);
    else if (job->task == JOB_KEEP)
        study_keep(&worker->reader, job);
    else
        reader_do(&worker->reader, job);
}

static void *work(void *context)
{
    struct worker *worker = context;
    struct pool *pool = worker->pool;
    struct workspaces *spaces = memory_new(1, sizeof *spaces);
    struct rng rng;
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    rng_seed(&rng, seed);
    for (;;) {
        pthread_mutex_lock(&pool->mutex);
        while (pool->asked.count == 0 && !pool->stop)
            pthread_cond_wait(&pool->change, &pool->mutex);
        struct job *job = pool->stop ? NULL : queue_take(&pool->asked);
        pool->running += job != NULL;
        pthread_mutex_unlock(&pool->mutex);
        if (!job)
            break;
        do_job(worker, job, spaces, &rng);
        pthread_mutex_lock(&pool->mutex);
        job_list_add(&pool->answered, job);
        pool->running--;
        pthread_mutex_unlock(&pool->mutex);
        ev_async_send(pool->loop, &pool->wake);
    }
    close_workspaces(spaces);
    return NULL;
}

static void on_wake(struct ev_loop *loop, ev_async *wake, int events)
{
    struct pool *pool = wake->data;
    (void)loop;
    (void)events;
    for (;;) {
        pthread_mutex_lock(&pool->mutex);
        struct job *job = job_list_take(&pool->answered);
        pthread_mutex_unlock(&pool->mutex);
        if (!job)
            return;
        pool->done(pool->context, job);
        job_free(job);
    }
}

/* The store is opened here and now, so that it is the one that the server writes to. */
static bool start_worker(struct worker *worker, const char *store, enum store_mode mode,
                         struct text *why)
{
    if (store && !(worker->reader.store = store_open(store, mode, why)))
        return false;
    if (pthread_create(&worker->thread, NULL, work, worker) != 0)
        abort();
    worker->runs = true;
    return true;
}

struct pool *pool_open(int threads, const char *store, enum store_mode mode,
                       const struct table_env *env, struct ev_loop *loop, pool_done *done,
                       void *context, struct text *why)
{
    struct pool *pool = memory_new(1, sizeof *pool);
    pool->loop = loop;
    pool->done = done;
    pool->context = context;
    pool->threads = threads;
    pool->worker = memory_new((size_t)threads, sizeof *pool->worker);
    job_list_init(&pool->answered);
    ev_async_init(&pool->wake, on_wake);
    pool->wake.data = pool;
    ev_async_start(loop, &pool->wake);
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->change, NULL);
    for (int i = 0; i < threads; i++) {
        pool->worker[i] = (struct worker){.pool = pool, .reader = {.env = env}};
        if (!start_worker(&pool->worker[i], store, mode, why)) {
            pool_close(pool);
            return NULL;
        }
    }
    return pool;
}

void pool_close(struct pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->mutex);
    pool->stop = true;
    pthread_cond_broadcast(&pool->change);
    pthread_mutex_unlock(&pool->mutex);
    for (int i = 0; i < pool->threads; i++) {
        if (pool->worker[i].runs)
            pthread_join(pool->worker[i].thread, NULL);
        store_close(pool->worker[i].reader.store);
    }
    ev_async_stop(pool->loop, &pool->wake);
    for (struct job *job; (job = queue_take(&pool->asked));)
        job_free(job);
    for (struct job *job; (job = job_list_take(&pool->answered));)
        job_free(job);
    pthread_mutex_destroy(&pool->mutex);
    pthread_cond_destroy(&pool->change);
    free(pool->worker);
    free(pool);
}

void pool_ask(struct pool *pool, struct job *job)
{
    pthread_mutex_lock(&pool->mutex);
    queue_add(&pool->asked, job);
    pthread_cond_signal(&pool->change);
    pthread_mutex_unlock(&pool->mutex);
}

bool pool_is_busy(struct pool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    const bool busy = pool->running > 0 || pool->asked.count > 0;
    pthread_mutex_unlock(&pool->mutex);
    return busy;
}

bool pool_lower(struct pool *pool)
{
    const struct sched_param none = {.sched_priority = 0};
    bool good = true;
    for (int i = 0; i < pool->threads; i++)
        good = pthread_setschedparam(pool->worker[i].thread, SCHED_IDLE, &none) == 0 && good;
    return good;
}

void pool_count(struct pool *pool, struct queue_counts *counts)
{
    pthread_mutex_lock(&pool->mutex);
    *counts = pool->asked.counts;
    pthread_mutex_unlock(&pool->mutex);
}
