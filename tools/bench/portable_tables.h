#ifndef CORNET_TOOLS_BENCH_PORTABLE_TABLES_H
#define CORNET_TOOLS_BENCH_PORTABLE_TABLES_H

#include "game/game.h"

/* The hash of all messages and events of some games at tables. It depends on the random bytes
 * (randombytes_buf), which portable_random makes reproducible. */
void portable_random(void);
uint64_t portable_tables(const struct game *game, int games);

#endif
