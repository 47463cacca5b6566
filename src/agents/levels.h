/* levels.h: how strong an opponent people want, by the same names in every game.
 *
 * A level is one of the game's agents with its settings; games/NAME/game.cmake names them,
 * docs/measurements/bots.md has the measurements. Wherever an agent is named, a level may be. */
#ifndef CORNET_AGENTS_LEVELS_H
#define CORNET_AGENTS_LEVELS_H

#include "game/game.h"

enum { AGENT_LEVELS = 5 };

/* From weak to strong. */
extern const char *const agent_level_names[AGENT_LEVELS];

/* The levels of one game, from weak to strong: an agent with its settings each. */
struct agent_levels {
    const struct game *game;
    const char *spec[AGENT_LEVELS];
    const char *beginner; /* weaker than any of them, for `adaptive`; NULL: the game has none */
};

/* Made by cmake/games.cmake: the games that have levels, ending with a NULL game. */
extern const struct agent_levels agent_levels_list[];

/* The agent with its settings; NULL for a game without levels. */
const char *agent_level_spec(const struct game *game, int level);
const char *agent_beginner_spec(const struct game *game); /* likewise; NULL too if it has none */

/* The number of the level with that name; -1: none. */
int agent_level_find(struct span name);

/* The strength of `adaptive`, its setting `level`, in tenths of a level. Beyond the ends, for a
 * while, it goes on counting and plays as at the end. If it stopped counting there, people nearly
 * as weak as the beginner would win less than their fair share, since losses would be forgotten and
 * wins not; and those nearly as strong as the best more. */
enum {
    AGENT_ADAPTIVE_LEVEL = 10,
    AGENT_ADAPTIVE_NOVICE = 1,
    AGENT_ADAPTIVE_BEGINNER = AGENT_ADAPTIVE_NOVICE - AGENT_ADAPTIVE_LEVEL,
    AGENT_ADAPTIVE_START = AGENT_ADAPTIVE_NOVICE + 2 * AGENT_ADAPTIVE_LEVEL, /* normal */
    AGENT_ADAPTIVE_BEST = AGENT_ADAPTIVE_NOVICE + (AGENT_LEVELS - 1) * AGENT_ADAPTIVE_LEVEL,
    AGENT_ADAPTIVE_MIN = AGENT_ADAPTIVE_BEGINNER - 2 * AGENT_ADAPTIVE_LEVEL,
    AGENT_ADAPTIVE_MAX = AGENT_ADAPTIVE_BEST + 2 * AGENT_ADAPTIVE_LEVEL,
};

/* Appends what an adaptive agent with these settings is in the next game, if the people of this one
 * had this share of what would be fair (1): `adaptive:level=25`. Any other agent stays itself. */
void agent_adapt(const struct game *game, struct span spec, double share, struct text *out);

#endif
