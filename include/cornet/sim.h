/* sim.h: many games between bots, and tournaments. Results depend on the seed, not on the number of
 * threads. */
#ifndef CORNET_SIM_H
#define CORNET_SIM_H

#include <cornet/game.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The maximum number of agents in a tournament, and of pairs. */
#define CORNET_ARENA_AGENTS_MAX 16
#define CORNET_ARENA_PAIRS_MAX 120

/* Called about ten times per second with the number of finished games, and by cornet_sim_run at the
 * end. Only one thread calls it at a time. */
typedef void cornet_sim_progress(void *context, uint64_t done);

/* A run of many games. The caller owns all pointers. */
typedef struct cornet_sim_job {
    size_t size; /* sizeof(cornet_sim_job) */
    const cornet_setup *setup;
    const char *const *agents; /* of the seats: agents[0] is seat 1's */
    uint64_t games;
    uint64_t seed;
    int threads;
    cornet_sim_progress *progress; /* may be NULL */
    void *context;
} cornet_sim_job;

/* The result of a run. Arrays are indexed by seat, from 1. */
typedef struct cornet_sim_result {
    size_t size; /* sizeof(cornet_sim_result), set by the caller */
    uint64_t games;
    uint64_t moves;                                   /* of players and chance */
    uint64_t turns;                                   /* as the game counts them */
    uint64_t decisions;                               /* of seats with more than one legal action */
    uint64_t forced;                                  /* moves of seats with exactly one */
    uint64_t sixtieths[CORNET_SEATS_MAX + 1];         /* sums of the shares, in sixtieths */
    uint64_t sixtieths_squared[CORNET_SEATS_MAX + 1]; /* sums of their squares */
    double mean[CORNET_SEATS_MAX + 1];                /* mean share of the result */
    double standard_error[CORNET_SEATS_MAX + 1];      /* of the mean */
    double seconds;
    int reproducible; /* 0 if a bot has a time budget */
} cornet_sim_result;

/* Plays the games on `threads` threads, and waits for them. */
CORNET_API cornet_status cornet_sim_run(const cornet_sim_job *job, cornet_sim_result *result,
                                        cornet_error *error);

/* Like cornet_sim_run, but ends soon after `*stop` becomes nonzero. Another thread, a signal
 * handler or the progress function may set it, with an atomic store (`__atomic_store_n`, or
 * `std::atomic_ref` in C++). Agents that search answer immediately; the others finish their current
 * decision. The result covers the first `games` games (perhaps 0), exactly as if only these had
 * been requested. `stop` may be NULL. */
CORNET_API cornet_status cornet_sim_run_until(const cornet_sim_job *job, const volatile int *stop,
                                              cornet_sim_result *result, cornet_error *error);

/* A tournament. Pairs of agents play sets of games with the same dice and swapped seats. */
typedef struct cornet_arena_job {
    size_t size; /* sizeof(cornet_arena_job) */
    const cornet_setup *setup;
    const char *const *agents; /* from index 0 */
    int agent_count;           /* 2 to CORNET_ARENA_AGENTS_MAX */
    int gauntlet;              /* 1: the first against each of the others; 0: every pair */
    uint64_t games;            /* of each pair, rounded up to whole sets */
    uint64_t seed;
    int threads;
    cornet_sim_progress *progress; /* may be NULL */
    void *context;
} cornet_arena_job;

/* An estimate with its 95 % confidence interval. */
typedef struct cornet_estimate {
    double value, low, high;
} cornet_estimate;

/* The games of two agents, given as indexes into the job's list. */
typedef struct cornet_arena_pair {
    int first, second;
    uint64_t games;
    cornet_estimate score; /* share of the games that the first won, from 0 to 1 */
    cornet_estimate elo;   /* of the first minus that of the second */
} cornet_arena_pair;

/* The result of a tournament. */
typedef struct cornet_arena_result {
    size_t size; /* sizeof(cornet_arena_result), set by the caller */
    uint64_t games;
    double seconds;
    int reproducible; /* 0 if a bot has a time budget */
    int pair_count;
    cornet_arena_pair pair[CORNET_ARENA_PAIRS_MAX];
    cornet_estimate rating[CORNET_ARENA_AGENTS_MAX]; /* Elo of each agent; their mean is 0 */
} cornet_arena_result;

/* Plays the tournament on `threads` threads, and waits for them. */
CORNET_API cornet_status cornet_arena_run(const cornet_arena_job *job, cornet_arena_result *result,
                                          cornet_error *error);

/* Like cornet_arena_run, with a stop as in cornet_sim_run_until. The result covers the finished
 * sets. Sets rotate through the pairs, so the last pairs may have fewer. */
CORNET_API cornet_status cornet_arena_run_until(const cornet_arena_job *job,
                                                const volatile int *stop,
                                                cornet_arena_result *result, cornet_error *error);

#ifdef __cplusplus
}
#endif

#endif
