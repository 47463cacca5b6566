/* sim.h: many games between bots, and tournaments. The numbers depend on the seed and not on the
 * number of threads. */
#ifndef CORNET_SIM_H
#define CORNET_SIM_H

#include <cornet/game.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The largest number of agents of a tournament, and of its pairs. */
#define CORNET_ARENA_AGENTS_MAX 16
#define CORNET_ARENA_PAIRS_MAX 120

/* Called about ten times a second, by one thread at a time, with how many games are done, and by
 * cornet_sim_run at the end. */
typedef void cornet_sim_progress(void *context, uint64_t done);

/* Many games. The caller owns what it points to. */
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

/* What came of them. Arrays are by seat, from 1. */
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

/* Plays the games, on this thread and as many more as the job says. */
CORNET_API cornet_status cornet_sim_run(const cornet_sim_job *job, cornet_sim_result *result,
                                        cornet_error *error);

/* The same with a stop: once `*stop` is not 0, which another thread, a signal handler or the
 * progress function may set, the run ends soon. The library's threads read it atomically; set it
 * with an atomic store (`__atomic_store_n`, or `std::atomic_ref` in C++). Agents that search are
 * told to answer at once; the call waits for the others' present decisions. The result is that of
 * the first games, `games` of them, exactly as if no more had been asked for; it may be none. NULL
 * is no stop. */
CORNET_API cornet_status cornet_sim_run_until(const cornet_sim_job *job, const volatile int *stop,
                                              cornet_sim_result *result, cornet_error *error);

/* A tournament: two agents play sets of games with the same dice, and change seats. */
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

/* The games of two agents, which are indexes of the job's list. */
typedef struct cornet_arena_pair {
    int first, second;
    uint64_t games;
    cornet_estimate score; /* of the first, as a part of all there is to win */
    cornet_estimate elo;   /* of the first, above the second */
} cornet_arena_pair;

/* What came of it. */
typedef struct cornet_arena_result {
    size_t size; /* sizeof(cornet_arena_result), set by the caller */
    uint64_t games;
    double seconds;
    int reproducible; /* 0 if a bot has a time budget */
    int pair_count;
    cornet_arena_pair pair[CORNET_ARENA_PAIRS_MAX];
    cornet_estimate rating[CORNET_ARENA_AGENTS_MAX]; /* Elo of each agent; their mean is 0 */
} cornet_arena_result;

/* Plays the tournament, on this thread and as many more as the job says. */
CORNET_API cornet_status cornet_arena_run(const cornet_arena_job *job, cornet_arena_result *result,
                                          cornet_error *error);

/* The same with a stop, as in cornet_sim_run_until. The result is that of the sets that were
 * played; they go round the pairs, of which the last may have fewer. */
CORNET_API cornet_status cornet_arena_run_until(const cornet_arena_job *job,
                                                const volatile int *stop,
                                                cornet_arena_result *result, cornet_error *error);

#ifdef __cplusplus
}
#endif

#endif
