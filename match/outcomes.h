/* outcomes: the outcomes of a chance node in the order of their lines.
 *
 * Wherever outcomes are listed (replay, the engine, the server) or numbered (the fair dice), they
 * stand in the order of their lines' bytes, as LC_ALL=C sorts: the order that others can repeat. */
#ifndef CORNET_MATCH_OUTCOMES_H
#define CORNET_MATCH_OUTCOMES_H

#include "base/lines.h"
#include "games/game.h"

/* Sorts the outcomes of the state by their lines. If `lines` is not NULL, which is then empty, the
 * lines are added to it in that order; the caller frees it. */
void outcomes_sort(const struct game *game, const void *state, struct game_outcome outcome[],
                   size_t count, struct lines *lines);

#endif
