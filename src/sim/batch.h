/* batch: numbered pieces of work, done on several threads and handed back in order.
 *
 * Pieces are given to the threads in blocks, small ones if a piece takes long, so that all threads
 * have work until the end. A piece must not depend on the others, nor on the thread or the block
 * that it is done in. Finished blocks are taken in the order of their numbers, so what has been
 * taken is always a prefix of all pieces: a run that is stopped is a shorter run. */
#ifndef CORNET_SIM_BATCH_H
#define CORNET_SIM_BATCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "base/stop.h"

/* Pieces from `first` to before `end`, and what they gave: flat bytes, which may be sent to another
 * process. The block owns them. */
struct batch_block {
    uint64_t first, end;
    unsigned char *bytes;
    size_t length, capacity;
    const atomic_bool *halt; /* once it is true, the work may end early */
};

static inline void batch_add(struct batch_block *block, const void *bytes, size_t length)
{
    if (length > block->capacity - block->length) {
        block->capacity = 2 * block->capacity + length;
        block->bytes = memory_resize(block->bytes, block->capacity, 1);
    }
    if (length)
        memcpy(block->bytes + block->length, bytes, length);
    block->length += length;
}

struct batch_job {
    uint64_t first, end; /* numbers of the pieces: from `first` to before `end` */
    int threads;
    const stop_flag *stop;             /* may be NULL; if it is set, the run ends soon */
    bool patient;                      /* a stop waits for all threads, however long they work */
    const struct batch_remote *remote; /* other processes that help; NULL: none */
    void *context;

    /* What one thread works with; `close` frees it. */
    void *(*open)(void *context);
    void (*close)(void *worker);

    /* Does the block's pieces and adds what they gave. If it is halted, it lowers `end` to the
     * first piece that it did not finish. */
    void (*work)(void *worker, struct batch_block *block);

    /* Takes a finished block; the calls follow the numbers, one at a time. False: it is enough. */
    bool (*take)(void *context, const struct batch_block *block);

    /* May be NULL. Called about ten times a second by the thread that called batch_run, never at
     * the same time as `take`. */
    void (*watch)(void *context);
};

/* Does everything. Returns false if threads were still at work half a second after a stop, unless
 * the job is patient: they go on using the job and its context, so the caller reports what has been
 * taken and ends the program.
 */
bool batch_run(const struct batch_job *job);

/* Other processes, each with as many threads as this one: every thread of them does blocks that
 * `ask` brings to it. cli/ranks.c has the one for MPI. */
struct batch_remote {
    int ranks; /* how many other processes */
    /* Has a thread of a rank (from 1) do the block; returns when it is done, or false if `halt`
     * was set before. */
    bool (*ask)(int rank, int thread, struct batch_block *block);
    /* In the other processes: does what is asked for until the run is over. */
    void (*serve)(const struct batch_job *job);
    void (*finish)(void); /* the run is over: ends `serve` in all other processes */
    bool is_helper;       /* this process is one of the others */
};

#endif
