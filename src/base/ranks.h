/* ranks: several processes that compute the same thing together, each a part of it. */
#ifndef CORNET_BASE_RANKS_H
#define CORNET_BASE_RANKS_H

#include <stddef.h>

struct ranks {
    int rank, count; /* this process, from 0, of how many */
    /* Gives bytes of the process `from` to all others; all of them call it, in the same order. */
    void (*share)(void *bytes, size_t length, int from);
};

#endif
