#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

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

void *memory_resize(void *old, size_t count, size_t size)
{
    return need(reallocarray(old, count, size));
}
