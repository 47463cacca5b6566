/* nodes.h: Débâcle's engine at work, for what measures it here and elsewhere. */
#ifndef CORNET_TOOLS_BENCH_NODES_H
#define CORNET_TOOLS_BENCH_NODES_H

#include "games/debacle/rules.h"

/* The first position of a game with the usual options. */
void debacle_begin(struct debacle *s);

/* Searches positions of a game that the engine plays against itself, one a turn, to this depth: how
 * many nodes there were, and how long those searches took. */
uint64_t debacle_nodes(int turns, int depth, double *seconds);

#endif
