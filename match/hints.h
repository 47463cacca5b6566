/* hints.h: at a decision, what each legal action is worth, best first; the best of them where there
 * are thousands. For somebody who plays
 * against bots: never at a table with other people. */
#ifndef CORNET_MATCH_HINTS_H
#define CORNET_MATCH_HINTS_H

#include "agents/judge.h"
#include "match/match.h"

struct hint {
    game_action action;
    double share; /* the seat's chance of winning, or expected share of it */
    double error;
};

struct hints {
    struct hint hint[GAME_ACTIONS_MAX]; /* best first */
    size_t count;
    const char *how; /* where the numbers come from, marked for translation */
};

/* The seat's hints at the match's present state. False with a reason where it is not the seat's
 * decision, other people sit at the table, or nobody can judge the game. The same state gives the
 * same hints. */
bool hints_find(const struct match *match, int seat, struct hints *hints, struct text *why);

/* Who would ask: the seat to move; where anybody may act, the first person. */
int hints_seat(const struct match *match);

/* Whether the seat may have hints now; `others` are the seats of other people at the table, as a
 * bitmask. All but the judge's readiness, which may take time to find out. */
bool hints_allowed(const struct match *match, int seat, unsigned others, struct text *why);

/* The same as hints_find for whoever may ask: the seat is to move, and the judge is ready. Nothing
 * of the state is looked at but the seat's view of it. */
void hints_make(const struct match *match, int seat, const struct judge *judge,
                struct hints *hints);

#define HINTS_JSON_MAX (1u << 17) /* bytes of hints as JSON */

/* {"how":…,"hints":[{"move":"keep 22","share":0.52,"error":0},…]} */
void hints_json(const struct match *match, const struct hints *hints, struct text *out);

#endif
