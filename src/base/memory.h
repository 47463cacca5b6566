/* memory: allocation that either succeeds or does not return.
 *
 * If there is not enough memory the program ends with a message; under a guard (base/guard.h), as
 * in every call of a host program into libcornet, the call ends instead and everything allocated
 * in it is freed. So whatever these functions allocate is freed by memory_free and never by free
 * directly: a guard must know of it. */
#ifndef CORNET_BASE_MEMORY_H
#define CORNET_BASE_MEMORY_H

#include <stddef.h>

/* `count` elements of `size` bytes, all zero. */
void *memory_new(size_t count, size_t size);

/* Like realloc, for `count` elements of `size` bytes. */
void *memory_resize(void *old, size_t count, size_t size);

/* A copy of these bytes; NULL of none. */
void *memory_copy(const void *from, size_t bytes);

void memory_free(void *block);

/* The block goes to another thread, which frees it: the guard of this one forgets it. */
void memory_give(void *block);

/* ---- for base/guard.c ---- */

/* The blocks allocated on this thread since the guard was set and not freed since: a hash set. A
 * guard may last for hours (a batch's thread has one for all its games), so adding and removing a
 * block takes constant time on average, however many were added and removed before. `capacity` is a
 * power of two, and at most the larger of 64 and 8/3 of the peak number of blocks. */
struct memory_guard {
    /* Called, and must not return, if memory is missing (`why` is NULL) or memory_fail is called.
     */
    void (*fail)(struct memory_guard *guard, const char *why);
    struct memory_guard *outer;
    void **block; /* `capacity` places; NULL: free */
    size_t used, capacity;
};

/* Makes it the guard of this thread; leaving makes the outer one the guard again. On request, all
 * that was allocated since then and is not freed yet is freed. */
void memory_guard_enter(struct memory_guard *guard);
void memory_guard_leave(struct memory_guard *guard, int free_blocks);

/* Ends the guarded call with this sentence; without a guard the program. */
_Noreturn void memory_fail(const char *why);

#endif
