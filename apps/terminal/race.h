/* race.h: where anybody may act, on a terminal: people buzz and type against a short clock, bots
 * speak when their time has come. */
#ifndef CORNET_APPS_RACE_H
#define CORNET_APPS_RACE_H

#include "apps/terminal/session.h"

/* Plays until the dice are next, the game is over, or somebody leaves. */
void race_run(struct session *session);

/* Whether the terminal can do it: keys one by one, and a line that is written over. */
bool race_is_possible(void);

/* Gives the terminal back as it was. May be called from a signal's handler. */
void race_restore(void);

#endif
