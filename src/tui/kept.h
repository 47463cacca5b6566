/* kept.h: the user's name, level, pace, language and look, kept from game to game in the data
 * folder. */
#ifndef CORNET_TUI_KEPT_H
#define CORNET_TUI_KEPT_H

#include "match/match.h"

/* The look: the colours that the terminal's background allows, or none. */
enum kept_look { KEPT_DARK, KEPT_LIGHT, KEPT_PLAIN, KEPT_LOOKS };

struct kept {
    char name[MATCH_NAME_MAX]; /* empty: not kept, as in the others */
    char level[16];            /* of the bots of a new game */
    char language[3];          /* "en" or "fr" */
    int pace;                  /* of the full screen, in milliseconds; -1: not kept */
    enum kept_look look;
};

void kept_read(struct kept *kept);

/* Errors are ignored: without a data folder nothing is kept. */
void kept_write(const struct kept *kept);

#endif
