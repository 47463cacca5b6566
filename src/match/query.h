/* query.h: sets up a match and answers questions about it, for cornet engine and the JavaScript
 * package.
 *
 * Arguments are unparsed words; a span whose `at` is NULL means that the argument is absent. A
 * function that fails sets `why` and changes nothing. */
#ifndef CORNET_MATCH_QUERY_H
#define CORNET_MATCH_QUERY_H

#include "base/stop.h"
#include "match/driver.h"
#include "match/hints.h"
#include "match/match.h"

/* A new game. `options` are lines `name=value`. */
struct match *query_new(struct span id, struct span players, struct span options, struct text *why);

/* Restarts the game with one option changed; allowed only before the first move. */
bool query_option(struct match **match, struct span name, struct span value, struct text *why);

/* Reads a record; an error names the line. */
struct match *query_record(struct span bytes, struct text *why);

/* Draws an outcome of chance and plays it. Returns its line, or NULL. */
const char *query_roll(struct match *match, struct rng *rng, struct text *why);

bool query_seed(struct rng *rng, struct span number, struct text *why);
bool query_viewer(const struct match *match, struct span seat, int *viewer, struct text *why);
bool query_position(const struct match *match, struct text *out, struct text *why);

/* The seat of the query: the mover, or the named seat if anybody may act. */
bool query_seat(const struct match *match, struct span named, int *seat, struct text *why);

/* The bots used for a match, one per seat. They stay open, so that a bot can reuse its memory (the
 * rest of a planned turn, its table) later in the match. Initialise with zeros; call query_forget
 * when the match is replaced, undone or reseeded. */
enum { QUERY_SPEC_MAX = 128 };
struct query_bots {
    const struct agent_opener *opener; /* creates the bots; NULL: bot_open */
    const stop_flag *stop;             /* may be NULL; once set, bots answer immediately */
    struct driver driver;
    char spec[GAME_SEATS_MAX][QUERY_SPEC_MAX]; /* empty: no bot is open */
};
void query_forget(struct query_bots *bots);

/* The agent's choice, made from the seat's view, as a line. If anybody may act, `at` is the time of
 * the action in milliseconds after the dice. Without an agent, the strongest level chooses. */
bool query_choice(const struct match *match, struct query_bots *bots, struct span agent,
                  struct span named, struct rng *rng, struct text *line, uint32_t *at,
                  struct text *why);

/* The seat's actions with their values at this depth (0: the default), best first; the caller frees
 * them. NULL with a reason on failure. */
struct hints *query_hints(const struct match *match, struct span named, int depth,
                          const stop_flag *stop, struct text *why);

/* The expected share of each seat. The judge sees the whole state. */
bool query_value(const struct match *match, struct rng *rng, const stop_flag *stop,
                 struct judgement *out, struct text *why);

#endif
