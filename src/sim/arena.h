/* arena.h: tournaments between agents, and their ratings.
 *
 * Two agents play sets of games. All games of a set have the same dice, turn by turn, and the same
 * random numbers for the agents, and the agents change seats between them, so that seats and luck
 * cancel out. In a gauntlet the first agent plays each of the others; in games of more than two it
 * sits alone at a table of the other one. Otherwise every pair plays, and over a set each agent
 * has every seat once. The dice of set k depend only on the seed and k, not on the agents, the
 * number of threads or an interruption. */
#ifndef CORNET_SIM_ARENA_H
#define CORNET_SIM_ARENA_H

#include "base/stop.h"
#include "sim/sim.h"

enum { ARENA_AGENTS_MAX = 16, ARENA_PAIRS_MAX = ARENA_AGENTS_MAX * (ARENA_AGENTS_MAX - 1) / 2 };

struct arena_result;

/* A tournament. The caller owns everything it points to. */
struct arena_job {
    const struct game *game;
    struct game_settings settings;
    struct span agent[ARENA_AGENTS_MAX];
    int agents;                        /* at least two */
    const struct agent_opener *opener; /* who makes the bots; NULL: bot_open */
    bool gauntlet;
    uint64_t games; /* of each pair, at most; rounded up to whole sets */
    uint64_t seed;
    int threads;
    bool sprt;     /* for two agents: stops once the sequential test accepts a hypothesis: */
    double elo[2]; /* the first is elo[0] or elo[1] above the second */
    const stop_flag *stop;              /* may be NULL; if it is set, the run ends soon */
    bool patient;                       /* as in struct sim_job */
    const struct arena_result *earlier; /* of the same job, interrupted; NULL: none */
    sim_taker *take;                    /* may be NULL */
    bool lines;                         /* `take` gets the moves */
    /* May be NULL. Called some times a second, never at the same time as `take`. */
    void (*progress)(const struct arena_result *so_far, void *context);
    void *context;
};

/* The games of a pair of agents. Shares are the first agent's, in units of 1/GAME_WHOLE. */
struct arena_pair {
    int a, b; /* indexes of the agents */
    uint64_t sets, games;
    uint64_t sum, squares; /* over the sets: of a set's total share, and of its square */
};

enum arena_decision { ARENA_OPEN, ARENA_NO_BETTER, ARENA_BETTER };

struct arena_result {
    struct arena_pair pair[ARENA_PAIRS_MAX];
    struct driver_thinking thinking[ARENA_AGENTS_MAX];
    uint64_t forfeits[ARENA_AGENTS_MAX]; /* games that the agent could not end */
    int pairs;
    uint64_t sets; /* of each pair, to play */
    uint64_t done; /* sets of all pairs together */
    uint64_t games, games_max;
    double seconds;
    bool reproducible; /* no agent has a time budget */
    bool stopped;      /* stopped before the end, without a decision */
    bool abandoned;    /* as in struct sim_result */
    bool dice;         /* games have chance, so that they differ */
    double llr;        /* of the SPRT */
    enum arena_decision decision;
};

/* An estimate with its 95 % confidence interval. */
struct arena_estimate {
    double value, low, high;
};

/* Return false with a reason if the settings or the agents are impossible. arena_check plays
 * nothing, and sets `reproducible` if no agent has a time budget. */
bool arena_check(const struct arena_job *job, bool *reproducible, struct text *why);
bool arena_run(const struct arena_job *job, struct arena_result *result, struct text *why);

/* The job's pairs, sets and number of games, before anything is played. */
void arena_plan(const struct arena_job *job, struct arena_result *result);

/* Consecutive sets of one pair, so that bots are not reopened for each. The order of the sets of
 * a longer job is the same up to the last whole row. */
uint64_t arena_row(const struct arena_result *plan);

/* The score of the first of a pair, as a fraction of the maximum; and the score of equal agents. */
struct arena_estimate arena_score(const struct arena_job *job, const struct arena_pair *pair);
double arena_even(const struct arena_job *job);

/* How many games with independent dice one game of the pair's sets is worth: equal dice reduce the
 * variance. */
double arena_worth(const struct arena_job *job, const struct arena_pair *pair);

/* The Elo difference of the first of a pair to the second. One extra drawn set is counted, so that
 * the value is finite; if every game was won or lost, one end of the interval is infinite. */
struct arena_estimate arena_difference(const struct arena_job *job, const struct arena_pair *pair);

/* The Elo of every agent, from all pairs; their mean is 0. */
void arena_ratings(const struct arena_job *job, const struct arena_result *result,
                   struct arena_estimate out[ARENA_AGENTS_MAX]);

/* The sequential probability ratio test of a pair between the job's elo[0] and elo[1]. It decides
 * when the log-likelihood ratio passes the limit, either way. */
#define ARENA_LLR_LIMIT 2.94443897916644 /* log(0.95 / 0.05): 5 % errors of either kind */
uint64_t arena_batch(uint64_t sets);     /* after this many sets: how many until the next test */
enum arena_decision arena_sprt(const struct arena_job *job, const struct arena_pair *pair,
                               double *llr);

#endif
