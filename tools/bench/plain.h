/* plain.h: an anchor for the benchmarks: random games of Easy Come Easy Go, written plainly. */
#ifndef CORNET_TOOLS_BENCH_PLAIN_H
#define CORNET_TOOLS_BENCH_PLAIN_H

#include <stdint.h>

struct plain_counts {
    uint64_t moves, turns, decisions;
    uint64_t wins; /* of the first player */
};

/* Plays games of two players, each choosing any legal action with equal probability. The games
 * differ from those of `cornet sim`, but have the same probabilities. */
struct plain_counts plain_games(uint64_t games, uint64_t seed);

#endif
