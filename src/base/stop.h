/* stop.h: a flag by which a thread or a signal handler stops the work of other threads. */
#ifndef CORNET_BASE_STOP_H
#define CORNET_BASE_STOP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* 0: continue; else: stop soon. The flag protects no other data, so readers need no memory
 * ordering. */
typedef atomic_int stop_flag;
_Static_assert(ATOMIC_INT_LOCK_FREE == 2, "a signal handler may only set a lock-free flag");

/* `stop` may be NULL: the work cannot be stopped. */
static inline bool stop_is_set(const stop_flag *stop)
{
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

#endif
