/* race.h: a race at the terminal (GAME_ANYONE): people buzz and type against the clock, and bots
 * act at their planned times. */
#ifndef CORNET_TUI_RACE_H
#define CORNET_TUI_RACE_H

#include "tui/session.h"

/* Counts down before the dice that start a race. False if somebody quits. */
bool race_count_down(struct session *session);

/* Plays until dice are due, the game is over, or somebody quits. */
void race_run(struct session *session);

#endif
