/* ranks: several processes that share one computation, each doing a part. */
#ifndef CORNET_BASE_RANKS_H
#define CORNET_BASE_RANKS_H

#include <stddef.h>

struct ranks {
    int rank, count; /* this process's number, from 0, and the number of processes */
    /* Broadcasts bytes of the process `from` to all others. Every process makes the same calls in
     * the same order. */
    void (*share)(void *bytes, size_t length, int from);
};

#endif
