/* arena.h: agents against each other, and how strong that makes them.
 *
 * Two agents meet in sets of games with the same dice, turn by turn, and the same numbers for what
 * agents draw themselves: in a set each plays each other's seats too, so that neither seats nor
 * luck decide. In a gauntlet the first agent meets all others, alone against a table of one other
 * in games for more than two; otherwise everybody meets everybody, and a pair shares the table
 * evenly. Set k of a seed has the same dice whoever plays it and whatever the number of threads. */
#ifndef CORNET_MATCH_ARENA_H
#define CORNET_MATCH_ARENA_H

#include <signal.h>

#include "match/sim.h"

enum { ARENA_AGENTS_MAX = 16, ARENA_PAIRS_MAX = ARENA_AGENTS_MAX * (ARENA_AGENTS_MAX - 1) / 2 };

struct arena_result;

struct arena_job {
    const struct game *game;
    struct game_settings settings;
    struct span agent[ARENA_AGENTS_MAX];
    int agents; /* at least two */
    bool gauntlet;
    uint64_t games; /* of each pair, at the most; whole sets are played */
    uint64_t seed;
    int threads;
    bool sprt;     /* two agents: stops as soon as it is plain … */
    double elo[2]; /* … that the first is no more than elo[0] or at least elo[1] above the second */
    const volatile sig_atomic_t *stop; /* may be NULL: where it is set, no further set is played */
    void (*progress)(const struct arena_result *so_far, void *context); /* may be NULL */
    void *context;
};

/* Two agents' games. Shares are the first one's, in sixtieths. */
struct arena_pair {
    int a, b;
    uint64_t sets, games;
    uint64_t sum, squares; /* of a set's shares together */
};

enum arena_decision { ARENA_OPEN, ARENA_NO_BETTER, ARENA_BETTER };

struct arena_result {
    struct arena_pair pair[ARENA_PAIRS_MAX];
    struct driver_thinking thinking[ARENA_AGENTS_MAX];
    int pairs;
    uint64_t games, games_max;
    double seconds;
    bool reproducible; /* no agent plays on a time budget */
    bool stopped;      /* by the job's `stop` */
    bool dice;         /* a game begins with chance, so that no two are alike */
    double llr;        /* of the SPRT */
    enum arena_decision decision;
};

/* An estimate with its 95 % interval. */
struct arena_estimate {
    double value, low, high;
};

/* False with a reason where the settings or the agents are not possible. */
bool arena_run(const struct arena_job *job, struct arena_result *result, struct text *why);

/* What the first of a pair wins of what there is to win, and what it would win if they were equal.
 */
struct arena_estimate arena_score(const struct arena_job *job, const struct arena_pair *pair);
double arena_even(const struct arena_job *job);

/* How many games with dice of their own one game of the pair's sets is worth, since equal dice make
 * the sets less different. */
double arena_worth(const struct arena_job *job, const struct arena_pair *pair);

/* How far the first of a pair is above the second, in Elo. The value is as if one more set had come
 * out even; where everything was won, the interval has no end. */
struct arena_estimate arena_difference(const struct arena_job *job, const struct arena_pair *pair);

/* Everybody's Elo, from all pairs; their mean is 0. */
void arena_ratings(const struct arena_job *job, const struct arena_result *result,
                   struct arena_estimate out[ARENA_AGENTS_MAX]);

/* The sequential test of a pair against the job's marks, and its log-likelihood ratio, which has to
 * pass a limit. */
#define ARENA_LLR_LIMIT 2.94443897916644 /* log(0.95 / 0.05): wrong once in twenty */
uint64_t arena_batch(uint64_t sets);     /* so many more are played before the next look */
enum arena_decision arena_sprt(const struct arena_job *job, const struct arena_pair *pair,
                               double *llr);

#endif
