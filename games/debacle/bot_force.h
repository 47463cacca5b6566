/* bot_force.h: finds rounds of Débâcle that are won by force, by exhaustive search. */
#ifndef CORNET_GAMES_DEBACLE_BOT_FORCE_H
#define CORNET_GAMES_DEBACLE_BOT_FORCE_H

#include <stdbool.h>

#include "games/debacle/rules.h"

/* Whether `side`, to move, can force the capture of its fifth die within this many of its turns;
 * and whether the other side, to move, can prevent that. `budget` limits the number of positions.
 * If it runs out, nothing is proved. */
bool debacle_can_force(const struct debacle *s, int side, int turns, long *budget);
bool debacle_can_escape(const struct debacle *s, int side, int turns, long *budget);

#endif
