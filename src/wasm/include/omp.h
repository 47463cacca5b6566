/* omp.h for WebAssembly: one thread, which nobody has to be locked out by, and a clock. */
#ifndef CORNET_WASM_INCLUDE_OMP_H
#define CORNET_WASM_INCLUDE_OMP_H

#include <time.h>

static inline double omp_get_wtime(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

typedef int omp_lock_t;

static inline void omp_init_lock(omp_lock_t *lock)
{
    *lock = 0;
}

static inline void omp_set_lock(omp_lock_t *lock)
{
    (void)lock;
}

static inline void omp_unset_lock(omp_lock_t *lock)
{
    (void)lock;
}

static inline void omp_destroy_lock(omp_lock_t *lock)
{
    (void)lock;
}

static inline void omp_set_max_active_levels(int levels)
{
    (void)levels;
}

#endif
