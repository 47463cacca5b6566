/* debacle_search: principal-variation search over single actions. docs/debacle-engine.md tells how
 * it thinks. With one thread and a budget of nodes or depth it is deterministic. */
#ifndef CORNET_AGENTS_DEBACLE_SEARCH_H
#define CORNET_AGENTS_DEBACLE_SEARCH_H

#include "agents/debacle_eval.h"

enum { DEBACLE_PLY_MAX = 64, DEBACLE_THREADS_MAX = 64 };

struct debacle_limits {
    int depth;      /* single actions, 1 to DEBACLE_PLY_MAX / 2 */
    uint64_t nodes; /* of all threads together; 0: no limit */
    int time_ms;    /* 0: no limit */
    bool linear;    /* judged by the linear sum instead of the network */
    uint32_t
        blur; /* how far each judgement may be off, in thousandths of log-odds; 0: not at all */
    uint64_t mood; /* with blur: which way it is off where; another number, another way */
    bool no_table; /* without the transposition table, for the tests */
};

struct debacle_answer {
    game_action line[DEBACLE_PLY_MAX]; /* the principal variation */
    int length;
    int value; /* for the side to move, in ten-thousandths of a game */
    int depth; /* completed */
    uint64_t nodes;
};

struct debacle_searcher;

/* A table of 2^table_bits positions, and 1 to DEBACLE_THREADS_MAX threads that search with it. */
struct debacle_searcher *debacle_searcher_new(int table_bits, int threads);
void debacle_searcher_free(struct debacle_searcher *searcher);

/* `side` has the trail of past positions; NULL for none. */
void debacle_search(struct debacle_searcher *searcher, const struct debacle *s,
                    const struct game_history *side, const struct debacle_limits *limits,
                    struct debacle_answer *answer);

#endif
