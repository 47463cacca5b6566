/* levels.h: how strong an opponent people want, by the same names in every game.
 *
 * A level is one of the game's agents with its settings; levels.c has the one table. Wherever an
 * agent is named, a level may be. */
#ifndef CORNET_AGENTS_LEVELS_H
#define CORNET_AGENTS_LEVELS_H

#include "games/game.h"

enum { AGENT_LEVELS = 5 };

/* From weak to strong. */
extern const char *const agent_level_names[AGENT_LEVELS];

/* The agent with its settings; NULL for a game without levels. */
const char *agent_level_spec(const struct game *game, int level);

/* The number of the level with that name; -1: none. */
int agent_level_find(struct span name);

#endif
