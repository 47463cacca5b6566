/* lookup: games that nobody is playing, as JSON for a page: a lesson step by step, and what each
 * draw of a finished game could have been. */
#ifndef CORNET_SERVER_LOOKUP_H
#define CORNET_SERVER_LOOKUP_H

#include "match/match.h"

/* A lesson is a record: {"game","players","names","steps":[{"line","note","state"}]}, the states as
 * seat 1 sees them, the note being the comment that follows the line. False with a reason where the
 * record is not good or too long for `out`. */
bool lookup_lesson(struct span record, struct text *out, struct text *why);

/* {"lists":[{"of":N,"outcomes":[[LINE,WEIGHT],...]}],"draws":[{"step":S,"list":L}]}: the outcomes
 * of each draw in the order of their lines, lists that come again written once; a step is the
 * number of the line, from 1, comments not counted. False where it does not fit. */
bool lookup_odds(const struct match *match, struct text *out);

#endif
