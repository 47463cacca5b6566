/* preferences.h: the user's name, level, pace, language and look, kept from game to game in the
 * data folder. */
#ifndef CORNET_TUI_PREFERENCES_H
#define CORNET_TUI_PREFERENCES_H

#include "match/match.h"

/* The look: the colours that the terminal's background allows, or none. */
enum look { LOOK_DARK, LOOK_LIGHT, LOOK_PLAIN, LOOKS };

struct preferences {
    char name[MATCH_NAME_MAX]; /* empty: not kept, as in the others */
    char level[16];            /* of the bots of a new game */
    char language[3];          /* "en" or "fr" */
    int pace;                  /* of the full screen, in milliseconds; -1: not kept */
    enum look look;
};

void preferences_read(struct preferences *preferences);

/* Errors are ignored: without a data folder nothing is kept. */
void preferences_write(const struct preferences *preferences);

#endif
