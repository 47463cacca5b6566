/* batch: does numbered pieces of work on several threads, and returns the results in order.
 *
 * Pieces are given to the threads in blocks, small ones if a piece takes long, so that all threads
 * have work until the end. A piece must not depend on the others, nor on the thread or the block
 * that it is done in. Finished blocks are taken in the order of their numbers, so the pieces taken
 * are always a prefix of all: a stopped run is a shorter run. */
#ifndef CORNET_SIM_BATCH_H
#define CORNET_SIM_BATCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "base/stop.h"

/* Pieces `first` to `end` - 1, and their results, which the block owns. */
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
    const stop_flag *stop; /* may be NULL; if it is set, the run ends soon */
    bool patient;          /* a stop waits for all threads without a time limit */
    void *context;

    /* The data of one thread; `close` frees it. NULL: the threads share the context. */
    void *(*open)(void *context);
    void (*close)(void *worker);

    /* Does the block's pieces and adds their results. If halted, lowers `end` to the first
     * unfinished piece. */
    void (*work)(void *worker, struct batch_block *block);

    /* Takes a finished block; called in the order of the numbers, one call at a time. Return false
     * to stop. */
    bool (*take)(void *context, const struct batch_block *block);

    /* May be NULL. Called about ten times a second by the thread that called batch_run, never at
     * the same time as `take`. */
    void (*watch)(void *context);
};

/* Runs the job. Returns false if threads were still working half a second after a stop, unless the
 * job is patient. These threads still use the job and its context, so the caller must report the
 * results and exit the program. */
bool batch_run(const struct batch_job *job);

#endif
