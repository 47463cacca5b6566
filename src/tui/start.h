/* start.h: what to play: the menu of games, people, bots, options and saved games. */
#ifndef CORNET_TUI_START_H
#define CORNET_TUI_START_H

#include <limits.h>

#include "agents/levels.h"
#include "match/match.h"
#include "tui/choosing.h"

/* A new game: the game, its settings and the names of its seats; or a saved one; or a table. */
struct start {
    const struct game *game;
    struct game_settings settings;
    char name[GAME_SEATS_MAX][MATCH_NAME_MAX];
    char path[PATH_MAX]; /* of a saved game, if there is no game */
};

/* The user's name, as the first seat has it. */
void start_own_name(char name[MATCH_NAME_MAX]);

enum { START_ADAPTIVE = AGENT_LEVELS }; /* the level behind the last: one that follows people */

/* A bot's name for this level, or the game's best bot if it has no levels. */
void start_bot_name(const struct game *game, const struct game_settings *settings, int level,
                    char name[MATCH_NAME_MAX]);

/* Lets the user choose. False: they leave. */
bool start_choose(struct choosing *choosing, struct start *start);

#endif
