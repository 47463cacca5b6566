/* hints.h: at a decision, what each legal action is worth, best first; only the best ones if there
 * are thousands. They are for a person who plays against bots alone: a table with other people has
 * none. */
#ifndef CORNET_MATCH_HINTS_H
#define CORNET_MATCH_HINTS_H

#include "agents/judge.h"
#include "base/stop.h"
#include "match/match.h"

enum { HINT_LINE_MAX = 12 };

struct hint {
    game_action action;
    double share; /* the seat's expected share of the result */
    double error; /* of the share, as in struct judgement */
    size_t length;
    game_action line[HINT_LINE_MAX]; /* the expected continuation, for the best few */
};

struct hints {
    struct hint hint[GAME_ACTIONS_MAX]; /* best first */
    size_t count;
    int depth, depths; /* the judge's, and how many it has */
    const char *how;   /* where the numbers come from, marked for translation */
};

/* Hints are improved for this many milliseconds after the request. */
#define HINTS_MS 500

/* The seat's hints in the match's current state, at a search depth of the judge (judge.h). False
 * with a reason if it is not the seat's decision, if other people play too, or if the game has no
 * judge that is ready. The same state and depth give the same hints. */
bool hints_find(const struct match *match, int seat, int depth, struct hints *hints,
                struct text *why);

/* Whether there is a next depth and time for it: `spent` of HINTS_MS milliseconds are used, `last`
 * of them for these hints. */
bool hints_continue(const struct hints *hints, uint64_t spent, uint64_t last);

/* The seat that hints are for: the seat to move, or the first person if nobody has the turn. */
int hints_seat(const struct match *match);

/* Whether the seat may have hints now; `others` is the bitmask of other people's seats. Does not
 * check whether the judge is ready, which can take time. */
bool hints_allowed(const struct match *match, int seat, unsigned others, struct text *why);

/* The computing part of hints_find, after the checks. Reads only the seat's view of the state.
 * False if `*stop` was set before they were found; it may be NULL. */
bool hints_make(const struct match *match, int seat, const struct judge *judge, int depth,
                uint64_t seed, const stop_flag *stop, struct hints *hints);

#define HINTS_JSON_MAX (1u << 17) /* bytes of hints as JSON */

/* {"how":…,"depth":1,"depths":1,"hints":[{"move":"keep 22","share":0.52,"error":0},…]}; a hint with
 * a line has it as "line", the lines that are expected to follow. */
void hints_json(const struct match *match, const struct hints *hints, struct text *out);

/* Whether the bot at this seat accepts a draw: the judge's first estimate of its share is not
 * better than a draw. Without a judge it refuses. */
bool hints_accept_draw(const struct match *match, int seat);

#endif
