#include "base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local struct memory_guard *guard_now; /* of this thread; NULL: none */

/* ---- failing ---- */

_Noreturn static void fail(const char *why)
{
    if (guard_now)
        guard_now->fail(guard_now, why);
    if (!why)
        perror("cornet");
    else
        fprintf(stderr, "cornet: %s\n", why);
    if (!why)
        abort();
    exit(1);
}

void memory_fail(const char *why)
{
    fail(why);
}

static void *need(void *memory)
{
    if (!memory)
        fail(NULL);
    return memory;
}

/* ---- the blocks of a guard ---- */

/* Open addressing with linear probing. Removing a block closes the gap, so the table holds live
 * blocks only: neither its size nor the length of a probe depends on how many blocks were freed. */

/* Where the search for a block starts. */
static size_t home_of(const struct memory_guard *guard, const void *block)
{
    return (size_t)(((uintptr_t)block >> 4) * 0x9e3779b97f4a7c15u >> 20) & (guard->capacity - 1);
}

static size_t next_place(const struct memory_guard *guard, size_t at)
{
    return (at + 1) & (guard->capacity - 1);
}

/* The place of the block, or the free place where it belongs. */
static size_t place_of(const struct memory_guard *guard, const void *block)
{
    size_t at = home_of(guard, block);
    while (guard->block[at] && guard->block[at] != block)
        at = next_place(guard, at);
    return at;
}

/* Makes room for one more block and leaves at least a quarter of the places free. */
static void reserve(struct memory_guard *guard)
{
    enum { FIRST = 64 };
    if (!guard || (guard->used + 1) * 4 <= guard->capacity * 3)
        return;
    struct memory_guard larger = *guard;
    larger.capacity = guard->capacity ? guard->capacity * 2 : FIRST;
    larger.block = need(calloc(larger.capacity, sizeof *larger.block));
    for (size_t i = 0; i < guard->capacity; i++) {
        if (guard->block[i])
            larger.block[place_of(&larger, guard->block[i])] = guard->block[i];
    }
    free(guard->block);
    *guard = larger;
}

/* A block that another thread freed may still be in the set when malloc returns its address again;
 * it is counted once. */
static void add(struct memory_guard *guard, void *block)
{
    if (!guard || !block)
        return;
    const size_t at = place_of(guard, block);
    guard->used += !guard->block[at];
    guard->block[at] = block;
}

/* Empties a place. Every block behind it, up to the next free place, moves into the gap if its
 * search would otherwise end there. */
static void empty_place(struct memory_guard *guard, size_t gap)
{
    const size_t mask = guard->capacity - 1;
    for (size_t at = next_place(guard, gap); guard->block[at]; at = next_place(guard, at)) {
        const size_t home = home_of(guard, guard->block[at]);
        if (((at - home) & mask) >= ((at - gap) & mask)) {
            guard->block[gap] = guard->block[at];
            gap = at;
        }
    }
    guard->block[gap] = NULL;
    guard->used--;
}

/* Removes the block. Returns whether it was in the set. */
static int take(struct memory_guard *guard, const void *block)
{
    if (!guard || !guard->capacity || !block)
        return 0;
    const size_t at = place_of(guard, block);
    const int found = guard->block[at] != NULL;
    if (found)
        empty_place(guard, at);
    return found;
}

void memory_guard_enter(struct memory_guard *guard)
{
    guard->outer = guard_now;
    guard->block = NULL;
    guard->used = guard->capacity = 0;
    guard_now = guard;
}

void memory_guard_leave(struct memory_guard *guard, int free_blocks)
{
    for (size_t i = 0; free_blocks && i < guard->capacity; i++)
        free(guard->block[i]);
    free(guard->block);
    guard_now = guard->outer;
}

/* ---- allocating ---- */

void *memory_new(size_t count, size_t size)
{
    reserve(guard_now);
    void *block = need(calloc(count, size));
    add(guard_now, block);
    return block;
}

void *memory_resize(void *old, size_t count, size_t size)
{
    reserve(guard_now);
    const int known = take(guard_now, old);
    void *block = reallocarray(old, count, size);
    if (!block && known)
        add(guard_now, old); /* reallocarray has not freed it */
    need(block);
    if (known || !old)
        add(guard_now, block);
    return block;
}

void *memory_copy(const void *from, size_t bytes)
{
    return bytes ? memcpy(memory_resize(NULL, bytes, 1), from, bytes) : NULL;
}

void memory_give(void *block)
{
    take(guard_now, block);
}

void memory_free(void *block)
{
    take(guard_now, block);
    free(block);
}
