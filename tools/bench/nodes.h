/* nodes.h: searches of Débâcle's engine, for the benchmarks. */
#ifndef CORNET_TOOLS_BENCH_NODES_H
#define CORNET_TOOLS_BENCH_NODES_H

#include "games/debacle/rules.h"

/* The first position of a game with the default options. */
void debacle_begin(struct debacle *s);

/* Searches positions of a game that the engine plays against itself, one per turn, to this depth.
 * Returns the number of nodes and the seconds of the searches. */
uint64_t debacle_nodes(int turns, int depth, double *seconds);

#endif
