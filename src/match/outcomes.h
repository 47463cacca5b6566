/* outcomes.h: the outcomes of a chance node, sorted by their lines.
 *
 * Whatever lists outcomes (replay, the engine, the server) or numbers them (the fair dice) uses the
 * byte order of their lines, as `LC_ALL=C sort` does, so that other programs can reproduce it. */
#ifndef CORNET_MATCH_OUTCOMES_H
#define CORNET_MATCH_OUTCOMES_H

#include "base/lines.h"
#include "game/game.h"

/* Sorts the outcomes of the state by their lines. If `lines` is not NULL it must be empty, and gets
 * the lines in that order; the caller frees it. */
void outcomes_sort(const struct game *game, const void *state, struct game_outcome outcome[],
                   size_t count, struct lines *lines);

/* The same for at most OUTCOMES_FEW of them, quickly and without their lines. */
#define OUTCOMES_FEW 16
void outcomes_sort_few(const struct game *game, const void *state, struct game_outcome outcome[],
                       size_t count);

/* Whether two lists, as chance() gave them, are the same. */
bool outcomes_are_same(const struct game_outcome a[], const struct game_outcome b[], size_t count);

/* The greatest common divisor. */
uint64_t outcomes_divisor(uint64_t a, uint64_t b);

#endif
