/* legal.h: the legal moves or the outcomes of a match, as lines of a record. */
#ifndef CORNET_MATCH_LEGAL_H
#define CORNET_MATCH_LEGAL_H

#include "match/match.h"

/* The mover's actions, sorted; at a chance state the outcomes, each followed by a tab and its
 * probability in lowest terms. Nothing if the game is over or anybody may act. */
void legal_lines(const struct match *match, struct lines *out);

/* The actions of one seat, sorted; if anybody may act, those that a bot may choose from. */
void legal_lines_of(const struct match *match, int seat, struct lines *out);

#endif
