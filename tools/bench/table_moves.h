/* table_moves.h: moves at a table with fair dice, for hot_loops.c. */
#ifndef CORNET_TOOLS_BENCH_TABLE_MOVES_H
#define CORNET_TOOLS_BENCH_TABLE_MOVES_H

#include <stdint.h>

#include "game/game.h"

/* Plays this number of moves, stops of Easy Come, of two persons without keys, with the
 * fair dice of version 2 or 3: rules, dice, ledger, events and messages, which nobody stores or
 * reads. The moves are in counted_table, with the hashing that the persons' programs do. */
void table_moves(const struct game *game, int version, uint64_t moves);

#endif
