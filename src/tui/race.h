/* race.h: a race at the terminal (GAME_ANYONE): people buzz and type against the clock, and bots
 * act when they planned to. */
#ifndef CORNET_TUI_RACE_H
#define CORNET_TUI_RACE_H

#include "tui/session.h"

/* Plays until dice are due, the game is over, or somebody quits. */
void race_run(struct session *session);

#endif
