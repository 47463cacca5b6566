/* easycome_pack: a complete solution in a quarter of the room, to be built into the program.
 *
 * Values are rounded to 2^-19, which changes the regret of the solution for four players by less
 * than a hundredth, and its gain little (docs/design/easycome-solution.md). Only the difference to
 * a prediction is stored: a sum of one number for each prize and its holder. These numbers are
 * given for each class of positions, which have equal numbers of prizes in every hand. Differences
 * are Rice codes. */
#ifndef CORNET_GAMES_EASYCOME_SOLVE_PACK_H
#define CORNET_GAMES_EASYCOME_SOLVE_PACK_H

#include "games/easycome/solve/solution.h"

/* Unpacks into a solution whose space and values are allocated. False, with the solution unchanged,
 * if the bytes are damaged or of another game. */
bool easycome_pack_parse(struct easycome_solution *solution, const unsigned char *bytes,
                         size_t length);

/* Whether bytes that begin like this are of a game with these rules. */
bool easycome_pack_is_for(struct easycome_rules rules, const unsigned char *bytes, size_t length);

#endif
