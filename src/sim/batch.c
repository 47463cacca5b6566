#include "sim/batch.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

#include "base/clock.h"
#include "base/fault.h"

enum { BLOCK_MAX = 128 };                                   /* pieces */
static const double block_short = 2e-3, block_long = 10e-3; /* seconds: smaller blocks are doubled,
                                                               longer ones are halved */
static const double patience = 0.5; /* seconds that a stop waits for threads */

struct pending {
    struct batch_block block;
    struct pending *next;
};

/* Shared by the threads; `lock` protects all but `halt`. */
struct batch {
    struct batch_job job;
    pthread_mutex_t lock;
    pthread_cond_t ended;    /* a thread has ended */
    pthread_cond_t taking;   /* blocks have been taken */
    uint64_t begun;          /* the first piece that nobody has begun */
    uint64_t taken;          /* the first piece that has not been taken */
    struct pending *pending; /* finished blocks that wait for one before them, sorted */
    int running;             /* threads */
    bool closed;             /* no more blocks are taken */
    char fault[TEXT_WHY];    /* of the first thread that had one; "": none */
    atomic_bool halt;
};

/* Puts a finished block in its place among those that wait. */
static void insert(struct batch *b, struct pending *new)
{
    struct pending **at = &b->pending;
    while (*at && (*at)->block.first < new->block.first)
        at = &(*at)->next;
    new->next = *at;
    *at = new;
}

/* Takes the blocks that are next in order. */
static void take_pending(struct batch *b)
{
    while (b->pending && b->pending->block.first == b->taken && !b->closed) {
        struct pending *first = b->pending;
        b->pending = first->next;
        b->taken = first->block.end;
        if (first->block.end > first->block.first && !b->job.take(b->job.context, &first->block)) {
            b->closed = true;
            atomic_store(&b->halt, true);
        }
        memory_free(first->block.bytes);
        memory_free(first);
    }
}

/* Waits while the finished blocks that wait for a slow one before them are many, so that memory is
 * bounded. */
static void wait_for_room(struct batch *b)
{
    const uint64_t ahead_max = BLOCK_MAX * (8 + 2 * (uint64_t)b->running);
    while (b->begun - b->taken > ahead_max && !b->closed && !atomic_load(&b->halt))
        pthread_cond_wait(&b->taking, &b->lock);
}

/* The next block for a thread that wants `size` pieces; false if there is none. Near the end blocks
 * become smaller, so that all threads end together. */
static bool next_block(struct batch *b, uint64_t size, struct batch_block *block)
{
    const uint64_t left = b->job.end - b->begun;
    const uint64_t share = left / (2 * (uint64_t)b->running) + 1;
    if (left == 0 || b->closed || atomic_load(&b->halt))
        return false;
    size = size < share ? size : share;
    *block = (struct batch_block){.first = b->begun, .end = b->begun + size, .halt = &b->halt};
    b->begun += size;
    return true;
}

static void work_blocks(struct batch *b, void *memory)
{
    struct batch_block block;
    uint64_t size = 1;
    pthread_mutex_lock(&b->lock);
    while (wait_for_room(b), next_block(b, size, &block)) {
        const uint64_t first = block.first, end = block.end;
        pthread_mutex_unlock(&b->lock);
        const double began = clock_steady();
        b->job.work(memory, &block);
        if (fault_happened()) /* these games do not count */
            block.end = first;
        const double seconds = clock_steady() - began;
        if (seconds < block_short && size < BLOCK_MAX)
            size *= 2;
        else if (seconds > block_long && size > 1)
            size /= 2;
        struct pending *finished = memory_new(1, sizeof *finished);
        finished->block = block;
        pthread_mutex_lock(&b->lock);
        insert(b, finished);
        take_pending(b);
        pthread_cond_broadcast(&b->taking);
        if (block.end < end) { /* cut short: later blocks can never be taken */
            b->closed = b->closed || b->taken == block.end;
            break;
        }
    }
    pthread_mutex_unlock(&b->lock);
}

/* A fault ends the run, and is then one of the thread that called for it. */
static void *run_worker(void *argument)
{
    struct batch *b = argument;
    struct fault fault;
    fault_watch(&fault, &b->halt);
    void *memory = b->job.open ? b->job.open(b->job.context) : b->job.context;
    work_blocks(b, memory); /* nothing, if opening was a fault: it has set `halt` */
    if (b->job.close)
        b->job.close(memory);
    fault_unwatch(&fault);
    pthread_mutex_lock(&b->lock);
    if (!b->fault[0])
        memcpy(b->fault, fault.why, sizeof fault.why);
    b->closed = b->closed || b->fault[0];
    b->running--;
    pthread_cond_signal(&b->ended);
    pthread_cond_broadcast(&b->taking); /* after a fault nobody waits for its block */
    pthread_mutex_unlock(&b->lock);
    return NULL;
}

/* Starts the threads. If the system refuses some, the others do all the work. */
static void start_threads(struct batch *b)
{
    for (int i = 0; i < b->job.threads; i++) {
        pthread_t thread;
        b->running++;
        if (pthread_create(&thread, NULL, run_worker, b) == 0)
            pthread_detach(thread);
        else
            b->running--;
    }
}

/* Waits for the threads, and passes a stop on to them. False if they do not end in time after a
 * stop. */
static bool wait_for_threads(struct batch *b)
{
    double stopped = 0;
    while (b->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += 100000000;
        if (until.tv_nsec >= 1000000000) {
            until.tv_nsec -= 1000000000;
            until.tv_sec++;
        }
        const int result = pthread_cond_timedwait(&b->ended, &b->lock, &until);
        if (b->job.watch && result == ETIMEDOUT && !b->closed)
            b->job.watch(b->job.context);
        if (!stopped && stop_is_set(b->job.stop)) {
            stopped = clock_steady();
            atomic_store(&b->halt, true);
            pthread_cond_broadcast(&b->taking);
        }
        if (stopped && !b->job.patient && clock_steady() - stopped > patience && b->running > 0)
            return false;
    }
    return true;
}

static void free_batch(struct batch *b)
{
    while (b->pending) {
        struct pending *first = b->pending;
        b->pending = first->next;
        memory_free(first->block.bytes);
        memory_free(first);
    }
    pthread_mutex_destroy(&b->lock);
    pthread_cond_destroy(&b->ended);
    pthread_cond_destroy(&b->taking);
    memory_free(b);
}

bool batch_run(const struct batch_job *job)
{
    pthread_condattr_t monotonic;
    struct batch *b = memory_new(1, sizeof *b);
    *b = (struct batch){.job = *job, .begun = job->first, .taken = job->first};
    pthread_mutex_init(&b->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&b->ended, &monotonic);
    pthread_cond_init(&b->taking, NULL);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_lock(&b->lock);
    start_threads(b);
    const bool started = b->running > 0;
    const bool ended = wait_for_threads(b);
    b->closed = true;
    pthread_mutex_unlock(&b->lock);
    if (!started) { /* no thread at all: this one does everything */
        b->closed = false;
        b->running = 1;
        run_worker(b);
    }
    if (b->fault[0])
        fault_report("%s", b->fault);
    if (ended)
        free_batch(b);
    return ended;
}
