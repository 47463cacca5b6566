/* debacle_search: principal-variation search over single actions, described in
 * docs/design/debacle-engine.md. With one thread and a budget of nodes or depth it is
 * deterministic. */
#ifndef CORNET_GAMES_DEBACLE_BOT_SEARCH_H
#define CORNET_GAMES_DEBACLE_BOT_SEARCH_H

#include "base/stop.h"
#include "games/debacle/bot_eval.h"

enum { DEBACLE_PLY_MAX = 64, DEBACLE_THREADS_MAX = 64 };

/* Parts of the search that can be left out, to measure what each is worth:
 * docs/measurements/debacle.md.
 */
enum debacle_part {
    DEBACLE_UNFINISHED = 1, /* what an iteration found before the budget stopped it */
    DEBACLE_ONE_ORDER = 2,  /* of two actions that can be exchanged */
    DEBACLE_REDUCTIONS = 4, /* late actions are looked at less deeply first */
    DEBACLE_NULL_MOVE = 8,
    DEBACLE_HORIZON = 16, /* there a turn that can only be ended is ended */
    DEBACLE_MARGIN = 32,  /* reverse futility */
    DEBACLE_ORDER = 64,   /* killers and history */
    DEBACLE_WINDOWS = 128,
    DEBACLE_KEPT_TABLE = 256, /* from turn to turn, with time= or threads= */
    DEBACLE_CORRECTION = 512, /* evaluations are corrected by what was found in the same turn */
    DEBACLE_PARTS = 1023,
    /* Without these every action is searched to the full depth, in a full window, and the result
     * depends on nothing else. */
    DEBACLE_SHORTCUTS = DEBACLE_ONE_ORDER | DEBACLE_REDUCTIONS | DEBACLE_NULL_MOVE |
                        DEBACLE_MARGIN | DEBACLE_WINDOWS | DEBACLE_CORRECTION,
};

struct debacle_limits {
    int depth;                             /* single actions, 1 to DEBACLE_PLY_MAX / 2 */
    uint64_t nodes;                        /* of all threads together; 0: no limit */
    int time_ms;                           /* 0: no limit */
    const stop_flag *stop;                 /* may be NULL; once it is set, the search ends */
    const struct debacle_weights *weights; /* of the network; NULL: those of the library */
    bool linear;      /* evaluates with the linear sum instead of the network */
    uint32_t blur;    /* the largest noise added to an evaluation, in thousandths of log-odds */
    uint64_t mood;    /* seed of that noise */
    bool keep_table;  /* uses what earlier searches left in the table: the result depends on them */
    bool no_table;    /* without the transposition table, for the tests */
    unsigned without; /* bitmask of enum debacle_part */
};

struct debacle_answer {
    game_action line[DEBACLE_PLY_MAX]; /* the principal variation */
    int length;
    int value; /* for the side to move, in ten-thousandths of a game */
    int depth; /* of the last completed iteration */
    uint64_t nodes;
};

struct debacle_searcher;

/* A table of 2^table_bits positions, and 1 to DEBACLE_THREADS_MAX threads that search with it. */
struct debacle_searcher *debacle_searcher_new(int table_bits, int threads);
void debacle_searcher_free(struct debacle_searcher *searcher);

/* `past` has the trail of earlier positions, for repetitions; may be NULL. */
void debacle_search(struct debacle_searcher *searcher, const struct debacle *s,
                    const struct game_history *past, const struct debacle_limits *limits,
                    struct debacle_answer *answer);

#endif
