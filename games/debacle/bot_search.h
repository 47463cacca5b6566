/* debacle_search: principal-variation search over single actions, described in
 * docs/design/debacle-engine.md. With one thread and a budget of nodes or depth it is
 * deterministic. */
#ifndef CORNET_GAMES_DEBACLE_BOT_SEARCH_H
#define CORNET_GAMES_DEBACLE_BOT_SEARCH_H

#include "base/stop.h"
#include "games/debacle/bot_eval.h"

enum { DEBACLE_PLY_MAX = 64, DEBACLE_THREADS_MAX = 64 };

/* Parts of the search that can be switched off, to measure the gain of each:
 * docs/measurements/debacle.md. */
enum debacle_part {
    DEBACLE_UNFINISHED = 1, /* use the result of an iteration stopped by the budget */
    DEBACLE_ONE_ORDER = 2,  /* search one order of two exchangeable actions */
    DEBACLE_REDUCTIONS = 4, /* search late actions less deeply first */
    DEBACLE_NULL_MOVE = 8,
    DEBACLE_HORIZON = 16, /* end a turn at the horizon if nothing else is legal */
    DEBACLE_MARGIN = 32,  /* reverse futility */
    DEBACLE_ORDER = 64,   /* killers and history */
    DEBACLE_WINDOWS = 128,
    DEBACLE_KEPT_TABLE = 256, /* keep the table from turn to turn, with time= or threads= */
    DEBACLE_CORRECTION = 512, /* correct evaluations by search results of the same turn */
    DEBACLE_PARTS = 1023,
    /* Without these, every action is searched to the full depth with a full window, and the result
     * depends only on the position. */
    DEBACLE_SHORTCUTS = DEBACLE_ONE_ORDER | DEBACLE_REDUCTIONS | DEBACLE_NULL_MOVE |
                        DEBACLE_MARGIN | DEBACLE_WINDOWS | DEBACLE_CORRECTION,
};

struct debacle_limits {
    int depth;                             /* single actions, 1 to DEBACLE_PLY_MAX / 2 */
    uint64_t nodes;                        /* of all threads together; 0: no limit */
    int time_ms;                           /* 0: no limit */
    const stop_flag *stop;                 /* may be NULL; once set, the search ends */
    const struct debacle_weights *weights; /* of the network; NULL: the library's for the options */
    int (*evaluate)(const struct debacle *s, int noise); /* instead of a network; NULL: none */
    uint32_t blur;    /* the largest noise added to an evaluation, in thousandths of log-odds */
    uint64_t mood;    /* seed of that noise */
    bool keep_table;  /* reuses the table of earlier searches; the result depends on them */
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

/* Creates a table of 2^table_bits positions, and 1 to DEBACLE_THREADS_MAX threads that share it. */
struct debacle_searcher *debacle_searcher_new(int table_bits, int threads);
void debacle_searcher_free(struct debacle_searcher *searcher);

/* `past` has the trail of earlier positions, for repetitions; may be NULL. */
void debacle_search(struct debacle_searcher *searcher, const struct debacle *s,
                    const struct game_history *past, const struct debacle_limits *limits,
                    struct debacle_answer *answer);

#endif
