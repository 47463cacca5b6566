/* The host's random bytes are the same each time already: tests/offline/portable.mjs. */
#include "tools/bench/portable_tables.h"

void portable_random(void)
{
}
