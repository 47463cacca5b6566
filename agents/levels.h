/* levels.h: how strong an opponent people want, by the same names in every game.
 *
 * A level is one of the game's agents with its settings; games.cmake names them, docs/levels.md has
 * the measurements. Wherever an agent is named, a level may be. */
#ifndef CORNET_AGENTS_LEVELS_H
#define CORNET_AGENTS_LEVELS_H

#include "games/game.h"

enum { AGENT_LEVELS = 5 };

/* From weak to strong. */
extern const char *const agent_level_names[AGENT_LEVELS];

/* The levels of one game, from weak to strong: an agent with its settings each. */
struct agent_levels {
    const struct game *game;
    const char *spec[AGENT_LEVELS];
};

/* Made from games.cmake: the games that have levels, ending with a NULL game. */
extern const struct agent_levels agent_levels_list[];

/* The agent with its settings; NULL for a game without levels. */
const char *agent_level_spec(const struct game *game, int level);

/* The number of the level with that name; -1: none. */
int agent_level_find(struct span name);

/* The strength of `adaptive`, its setting `level`: tenths of a level above the weakest, from 1. */
enum {
    AGENT_ADAPTIVE_LEVEL = 10,
    AGENT_ADAPTIVE_MIN = 1,
    AGENT_ADAPTIVE_MAX = (AGENT_LEVELS - 1) * AGENT_ADAPTIVE_LEVEL + AGENT_ADAPTIVE_MIN,
    AGENT_ADAPTIVE_START = 2 * AGENT_ADAPTIVE_LEVEL + AGENT_ADAPTIVE_MIN, /* normal */
};

/* Appends what an adaptive agent with these settings is in the next game, if the people of this one
 * had this share of what would be fair (1): `adaptive:level=25`. Any other agent stays itself. */
void agent_adapt(struct span spec, double share, struct text *out);

#endif
