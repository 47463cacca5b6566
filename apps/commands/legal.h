/* legal.h: the legal moves or the outcomes of a match, as lines of a record. */
#ifndef CORNET_APPS_LEGAL_H
#define CORNET_APPS_LEGAL_H

#include "match/match.h"

/* The mover's actions, sorted; at a chance state the outcomes, each followed by a tab and its
 * probability in lowest terms. Nothing if the game is over or anybody may act. */
void legal_lines(const struct match *match, struct lines *out);

#endif
