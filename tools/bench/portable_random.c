/* The native version: reproducible random bytes, the same as in tests/offline/portable.mjs. */
#include <sodium.h>
#include <stdlib.h>

#include "tools/bench/portable_tables.h"

static uint32_t state = 1;

static uint32_t next(void)
{
    state = state * 1664525 + 1013904223;
    return state >> 24;
}

static const char *name(void)
{
    return "portable";
}

static void fill(void *const bytes, const size_t length)
{
    for (size_t i = 0; i < length; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)next();
}

void portable_random(void)
{
    static struct randombytes_implementation implementation = {
        .implementation_name = name, .random = next, .buf = fill};
    randombytes_set_implementation(&implementation);
    if (sodium_init() < 0)
        abort();
    state = 1; /* sodium_init has drawn some bytes */
}
