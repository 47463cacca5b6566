/* query.h: setting a match and asking about it, for other programs: cornet engine and the
 * JavaScript package.
 *
 * Words come as they were given; a span whose `at` is NULL was not given. What fails says why in a
 * sentence, and then nothing has changed. */
#ifndef CORNET_MATCH_QUERY_H
#define CORNET_MATCH_QUERY_H

#include "base/stop.h"
#include "match/driver.h"
#include "match/hints.h"
#include "match/match.h"

/* A new game. `options` are lines `name=value`. */
struct match *query_new(struct span id, struct span players, struct span options, struct text *why);

/* The game from its beginning with one option changed, before its first move. */
bool query_option(struct match **match, struct span name, struct span value, struct text *why);

/* A record; the reason names the line. */
struct match *query_record(struct span bytes, struct text *why);

/* Draws an outcome of chance and plays it. Its line, or NULL. */
const char *query_roll(struct match *match, struct rng *rng, struct text *why);

/* Undoes the last line, of a seat or of chance, with what was noted after it. */
bool query_undo(struct match **match, struct text *why);

bool query_seed(struct rng *rng, struct span number, struct text *why);
bool query_viewer(const struct match *match, struct span seat, int *viewer, struct text *why);
bool query_position(const struct match *match, struct text *out, struct text *why);

/* The seat that is asked about: the mover's, or if anybody may act the one that is named. */
bool query_seat(const struct match *match, struct span named, int *seat, struct text *why);

/* The bots that were asked about a match, one for each seat. They stay open, so that what a bot
 * remembers (the rest of a turn it has planned, its table) serves again when the match has gone on.
 * Zero to begin with; to be forgotten when the match is replaced, taken back or seeded anew. */
enum { QUERY_SPEC_MAX = 128 };
struct query_bots {
    const struct agent_opener *opener; /* who makes them; NULL: bot_open */
    const stop_flag *stop;             /* may be NULL; once it is set, a bot answers at once */
    struct driver driver;
    char spec[GAME_SEATS_MAX][QUERY_SPEC_MAX]; /* empty: no bot is open */
};
void query_forget(struct query_bots *bots);

/* The agent's choice, from what the seat sees, as a line; if anybody may act, `at` is the moment in
 * milliseconds since the dice fell. Without an agent: the strongest level's. */
bool query_choice(const struct match *match, struct query_bots *bots, struct span agent,
                  struct span named, struct rng *rng, struct text *line, uint32_t *at,
                  struct text *why);

/* The seat's actions with what they are worth at this depth (0: the usual one), best first; the
 * caller frees them. NULL: none. */
struct hints *query_hints(const struct match *match, struct span named, int depth,
                          const stop_flag *stop, struct text *why);

/* What each seat may expect. The judge sees the whole state. */
bool query_value(const struct match *match, struct rng *rng, const stop_flag *stop,
                 struct judgement *out, struct text *why);

#endif
