#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *need(void *memory)
{
    if (!memory) {
        perror("cornet");
        abort();
    }
    return memory;
}

void *memory_new(size_t count, size_t size)
{
    return need(calloc(count, size));
}

void *memory_try(size_t count, size_t size)
{
    return calloc(count, size);
}

void *memory_resize(void *old, size_t count, size_t size)
{
    return need(reallocarray(old, count, size));
}

void *memory_grow(void *old, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return old;
    *capacity = *capacity ? 2 * *capacity : 16;
    return memory_resize(old, *capacity, size);
}

void *memory_copy(const void *from, size_t bytes)
{
    return bytes ? memcpy(memory_resize(NULL, bytes, 1), from, bytes) : NULL;
}

void memory_free(void *block)
{
    free(block);
}
