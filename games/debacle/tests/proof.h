/* proof.h: rounds of Débâcle that are won by force, by a search that leaves nothing out. */
#ifndef CORNET_GAMES_DEBACLE_TESTS_PROOF_H
#define CORNET_GAMES_DEBACLE_TESTS_PROOF_H

#include <stdbool.h>

#include "games/debacle/rules.h"

/* Whether `side`, to move, can take its fifth die within this many of its turns, whatever the other
 * side does; and whether the other side, to move, can prevent that. `budget` bounds the positions
 * looked at: a proof that runs out of it is none. */
bool debacle_can_force(const struct debacle *s, int side, int turns, long *budget);
bool debacle_can_escape(const struct debacle *s, int side, int turns, long *budget);

#endif
