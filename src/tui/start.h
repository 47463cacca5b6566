/* start.h: the start menu: games, people, bots, options and saved games. */
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
    char path[PATH_MAX]; /* the file of a saved game; used if there is no game */
};

/* The user's name, as the first seat has it. */
void start_own_name(char name[MATCH_NAME_MAX]);

enum { START_ADAPTIVE = AGENT_LEVELS }; /* one above the highest level: the adaptive bot */

/* The level of this name, START_ADAPTIVE too; -1: none. */
int start_level(const char *name);

/* A bot's name for this level, or the game's best bot if it has no levels. */
void start_bot_name(const struct game *game, const struct game_settings *settings, int level,
                    char name[MATCH_NAME_MAX]);

/* Lets the user choose. False if they leave. */
bool start_choose(struct choosing *choosing, struct start *start);

/* Lets the user choose players and options of a server's table of start->game, and whether
 * everybody sees it. False if they go back. */
bool start_choose_table(struct choosing *choosing, struct start *start, bool *listed);

#endif
