/* lookup.h: JSON about games that are not being played: the games that there are; the steps of a
 * lesson; the steps of a finished game, the possible outcomes of each of its draws, its analysis.
 */
#ifndef CORNET_PROTOCOL_LOOKUP_H
#define CORNET_PROTOCOL_LOOKUP_H

#include "agents/agent.h"
#include "agents/judge.h"
#include "match/match.h"

/* {"games":[GAME...]}: those to play, in the present language. */
void lookup_games(const struct agent_opener *opener, struct text *out);

/* A lesson's record as {"game","players","names","steps":[{"line","note","state"}]}, the
 * states as seat 1 sees them; a note is the comment after the line. False with a reason if the
 * record is invalid or too long for `out`. */
bool lookup_lesson(struct span record, struct text *out, struct text *why);

/* {"from":N,"steps":[{"line","state"}],"total":T}: a finished game from step N on, as many steps as
 * fit into `out`, which has room for two at least, and 200 at most. Step 0 is the start, without a
 * line. */
void lookup_steps(const struct match *match, size_t from, struct text *out);

/* {"lists":[{"of":N,"outcomes":[[LINE,WEIGHT],...]}],"draws":[{"step":S,"list":L}]}: the outcomes
 * of each draw, sorted by their lines; equal lists are written once. A step is the number of a
 * line, from 1, without comments; the first `from` lines are left out. False if it does not fit
 * into `out`. */
bool lookup_odds(const struct match *match, size_t from, struct text *out);

/* The analysis of a finished game: {"status":"unjudged"}, with the reason; "computing", so many
 * lines of all; or "ready", with what analysis_json gave. The caller frees them. */
char *lookup_unjudged(const char *sentence);
char *lookup_computing(size_t done, size_t whole);
char *lookup_analysis(const char *analysis, size_t done, size_t whole, const struct judge *judge);

/* The reason if the game has no judge. */
void lookup_no_judge(const struct game *game, struct text *sentence);

#endif
