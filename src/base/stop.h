/* stop.h: a flag with which one thread, or a signal handler, ends what other threads compute. */
#ifndef CORNET_BASE_STOP_H
#define CORNET_BASE_STOP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* 0: go on; else: end soon. It protects no other data, so readers need no ordering. */
typedef atomic_int stop_flag;
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler may only set a lock-free flag");

/* `stop` may be NULL: nobody ever stops this work. */
static inline bool stop_is_set(const stop_flag *stop)
{
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

#endif
