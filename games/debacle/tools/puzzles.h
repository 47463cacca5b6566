/* puzzles.h: the second opinion on a puzzle of Débâcle: see puzzles_prove.c. */
#ifndef CORNET_GAMES_DEBACLE_TOOLS_PUZZLES_H
#define CORNET_GAMES_DEBACLE_TOOLS_PUZZLES_H

#include "base/lines.h"
#include "base/text.h"

/* Whether red, to move in this position, can force its fifth capture in `turns` of its own turns
 * and not in fewer; whether exactly one turn does it; and whether it is the turn of this solution.
 * False with a reason. */
bool puzzles_prove(struct span position, int turns, struct span solution, struct text *why);

#endif
