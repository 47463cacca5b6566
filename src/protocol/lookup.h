/* lookup.h: JSON that needs no live table: the list of games; the steps of a lesson; the steps of a
 * finished game, the possible outcomes of each draw, and its analysis. */
#ifndef CORNET_PROTOCOL_LOOKUP_H
#define CORNET_PROTOCOL_LOOKUP_H

#include "agents/agent.h"
#include "agents/judge.h"
#include "match/daily.h"
#include "match/match.h"

/* {"games":[GAME...]}: the games to play, in the current language. */
void lookup_games(const struct agent_opener *opener, struct text *out);

/* A lesson's record as {"game","players","names","steps":[{"line","note","state"}]}, the
 * states as seat 1 sees them; a note is the comment after the line. False with a reason if the
 * record is invalid or too long for `out`. */
bool lookup_lesson(struct span record, struct text *out, struct text *why);

/* {"from":N,"steps":[{"line","state"}],"total":T}: a finished game from step N: at most 200 steps,
 * and as many as fit into `out`, which must have room for two. Step 0 is the start, without a line.
 */
void lookup_steps(const struct match *match, size_t from, struct text *out);

/* {"lists":[{"of":N,"outcomes":[[LINE,WEIGHT],...]}],"draws":[{"step":S,"list":L}]}: the outcomes
 * of each draw, sorted by their lines; equal lists are written once. A step is a line's number,
 * from 1, not counting comments; the first `from` lines are left out. False if it does not fit into
 * `out`. */
bool lookup_odds(const struct match *match, size_t from, struct text *out);

/* The analysis of a finished game: {"status":"unjudged"} with the reason, "computing" with the
 * number of lines done and the total, or "ready" with the output of analysis_json. The caller frees
 * the string. */
char *lookup_unjudged(const char *sentence);
char *lookup_computing(size_t done, size_t whole);
char *lookup_analysis(const char *analysis, size_t done, size_t whole, const struct judge *judge);

/* An argument of a query without its escapes. */
void lookup_decode(struct span escaped, struct text *out);

/* The challenge of the day at GAME/DATE, for those that are no whole game after what the player has
 * said: actions or words with commas between them, escaped as in a query. `solution`: with the best
 * answers. Refused with a reason if the date or an action is wrong. `out` has room for
 * GAME_JSON_MAX bytes. */
enum lookup_daily { LOOKUP_DAILY_DONE, LOOKUP_DAILY_NONE, LOOKUP_DAILY_REFUSED };
enum lookup_daily lookup_daily(struct span path, struct span said, bool solution, struct text *out,
                               struct text *why);

/* Writes the reason if the game has no judge. */
void lookup_no_judge(const struct game *game, struct text *sentence);

#endif
