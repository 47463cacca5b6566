/* The WebAssembly version: the host's random bytes are already reproducible
 * (tests/offline/portable.mjs). */
#include "tools/bench/portable_tables.h"

void portable_random(void)
{
}
