#include "base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local struct memory_guard *guard_now; /* of this thread; NULL: none */

static const char freed_mark; /* its address stands where a block was and is no more */
#define FREED ((void *)&freed_mark)

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

/* ---- what a guard knows ---- */

/* The place of the block, or the free one where it belongs. */
static void **place_of(const struct memory_guard *guard, const void *block)
{
    const size_t mask = guard->capacity - 1;
    size_t at = (size_t)(((uintptr_t)block >> 4) * 0x9e3779b97f4a7c15u >> 20) & mask;
    while (guard->block[at] && guard->block[at] != block)
        at = (at + 1) & mask;
    return &guard->block[at];
}

/* Room for one more block, with a quarter of the places left free. */
static void reserve(struct memory_guard *guard)
{
    enum { FIRST = 64 };
    if (!guard || (guard->used + 1) * 4 <= guard->capacity * 3)
        return;
    struct memory_guard larger = *guard;
    larger.capacity = guard->capacity ? guard->capacity * 2 : FIRST;
    larger.used = 0;
    larger.block = need(calloc(larger.capacity, sizeof *larger.block));
    for (size_t i = 0; i < guard->capacity; i++) {
        if (guard->block[i] && guard->block[i] != FREED) {
            *place_of(&larger, guard->block[i]) = guard->block[i];
            larger.used++;
        }
    }
    free(guard->block);
    *guard = larger;
}

static void add(struct memory_guard *guard, void *block)
{
    if (!guard || !block)
        return;
    *place_of(guard, block) = block;
    guard->used++;
}

/* Whether it was there. */
static int take(struct memory_guard *guard, const void *block)
{
    if (!guard || !guard->capacity || !block)
        return 0;
    void **place = place_of(guard, block);
    const int found = *place != NULL;
    if (found)
        *place = FREED;
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
    for (size_t i = 0; free_blocks && i < guard->capacity; i++) {
        if (guard->block[i] != FREED)
            free(guard->block[i]);
    }
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
        add(guard_now, old); /* it is still there */
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
