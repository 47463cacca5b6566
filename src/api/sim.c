/* <cornet/sim.h>: many games, and tournaments. */
#include "sim/sim.h"

#include <stdio.h>
#include <string.h>

#include "api/library.h"
#include "base/lang.h"
#include "base/memory.h"
#include "base/stop.h"
#include "sim/arena.h"

enum { THREADS_MAX = 1024 };

/* The host's flag is an int, since C++ has no _Atomic; all threads read it as an atomic one. */
static const stop_flag *flag_of(const volatile int *stop)
{
    _Static_assert(sizeof(stop_flag) == sizeof *stop && _Alignof(stop_flag) == _Alignof(int),
                   "an int can be read as a stop_flag");
    return (const stop_flag *)stop;
}

/* What is asked for, of both kinds. */
struct asked {
    bool sized; /* the caller's structs are at least as large as those of version 1.0 */
    const cornet_setup *setup;
    const char *const *agents;
    int agent_count;
    uint64_t games;
    int threads;
};

static cornet_status check(const struct asked *asked, cornet_error *error)
{
    if (!asked->sized)
        return library_fail(error, CORNET_BAD_ARGUMENT,
                            tr("`size` of a job or a result is not that of the struct"));
    if (!asked->setup || !asked->agents)
        return library_null(error);
    for (int i = 0; i < asked->agent_count; i++) {
        if (!asked->agents[i])
            return library_null(error);
    }
    if (asked->games < 1)
        return library_fail(error, CORNET_BAD_ARGUMENT, tr("at least one game is needed"));
    if (asked->threads < 1 || asked->threads > THREADS_MAX)
        return library_fail(error, CORNET_BAD_ARGUMENT, tr("threads are a number from 1 to 1024"));
    return CORNET_OK;
}

/* ---- many games ---- */

struct simulation {
    struct library_call call;
    struct sim_job job;
    struct sim_result result;
};

static void tell_progress(const struct sim_counts *so_far, void *context)
{
    const cornet_sim_job *asked = context;
    asked->progress(asked->context, so_far->games);
}

static void simulate(void *context)
{
    struct simulation *c = context;
    c->call.refused = !sim_run(&c->job, &c->result, &c->call.why);
}

static void give_result(const struct simulation *c, cornet_sim_result *result)
{
    const struct sim_counts *counts = &c->result.counts;
    const size_t size = result->size;
    memset(result, 0, sizeof *result);
    result->size = size;
    result->games = counts->games;
    result->moves = counts->moves;
    result->turns = counts->turns;
    result->decisions = counts->decisions;
    result->forced = counts->forced;
    for (int seat = 1; seat <= c->job.settings.players; seat++) {
        result->sixtieths[seat] = counts->share[seat - 1];
        result->sixtieths_squared[seat] = counts->share_squared[seat - 1];
        if (counts->games == 0)
            continue;
        result->mean[seat] = sim_mean(counts, seat - 1);
        result->standard_error[seat] = sim_standard_error(counts, seat - 1);
    }
    result->seconds = c->result.seconds;
    result->reproducible = c->result.reproducible;
}

cornet_status cornet_sim_run(const cornet_sim_job *job, cornet_sim_result *result,
                             cornet_error *error)
{
    return cornet_sim_run_until(job, NULL, result, error);
}

cornet_status cornet_sim_run_until(const cornet_sim_job *job, const volatile int *stop,
                                   cornet_sim_result *result, cornet_error *error)
{
    if (!job || !result)
        return library_null(error);
    const struct asked asked = {.sized = job->size >= sizeof *job && result->size >= sizeof *result,
                                .setup = job->setup,
                                .agents = job->agents,
                                .agent_count = cornet_setup_players(job->setup),
                                .games = job->games,
                                .threads = job->threads};
    cornet_status status = check(&asked, error);
    if (status != CORNET_OK)
        return status;
    struct simulation c = {.job = {.game = job->setup->game,
                                   .settings = job->setup->settings,
                                   .games = job->games,
                                   .seed = job->seed,
                                   .threads = job->threads,
                                   .stop = flag_of(stop),
                                   .patient = true,
                                   .progress = job->progress ? tell_progress : NULL,
                                   .context = (void *)job}};
    for (int i = 0; i < c.job.settings.players; i++)
        c.job.agent[i] = span_of(job->agents[i]);
    status = library_run(simulate, &c.call, error);
    if (status == CORNET_OK)
        give_result(&c, result);
    if (status == CORNET_OK && job->progress)
        job->progress(job->context, result->games);
    return status;
}

/* ---- tournaments ---- */

struct tournament {
    struct library_call call;
    struct arena_job job;
    struct arena_result result;
};

static void tell_sets(const struct arena_result *so_far, void *context)
{
    const cornet_arena_job *asked = context;
    asked->progress(asked->context, so_far->games);
}

static void hold(void *context)
{
    struct tournament *c = context;
    c->call.refused = !arena_run(&c->job, &c->result, &c->call.why);
}

static cornet_estimate estimate(struct arena_estimate from)
{
    return (cornet_estimate){.value = from.value, .low = from.low, .high = from.high};
}

static void give_table(const struct tournament *c, cornet_arena_result *result)
{
    struct arena_estimate rating[ARENA_AGENTS_MAX];
    const size_t size = result->size;
    memset(result, 0, sizeof *result);
    result->size = size;
    result->games = c->result.games;
    result->seconds = c->result.seconds;
    result->reproducible = c->result.reproducible;
    result->pair_count = c->result.pairs;
    for (int i = 0; i < c->result.pairs; i++) {
        const struct arena_pair *pair = &c->result.pair[i];
        result->pair[i] = (cornet_arena_pair){.first = pair->a,
                                              .second = pair->b,
                                              .games = pair->games,
                                              .score = estimate(arena_score(&c->job, pair)),
                                              .elo = estimate(arena_difference(&c->job, pair))};
    }
    arena_ratings(&c->job, &c->result, rating);
    for (int i = 0; i < c->job.agents; i++)
        result->rating[i] = estimate(rating[i]);
}

cornet_status cornet_arena_run(const cornet_arena_job *job, cornet_arena_result *result,
                               cornet_error *error)
{
    return cornet_arena_run_until(job, NULL, result, error);
}

cornet_status cornet_arena_run_until(const cornet_arena_job *job, const volatile int *stop,
                                     cornet_arena_result *result, cornet_error *error)
{
    if (!job || !result)
        return library_null(error);
    const bool possible = job->agent_count >= 2 && job->agent_count <= ARENA_AGENTS_MAX;
    const struct asked asked = {.sized = job->size >= sizeof *job && result->size >= sizeof *result,
                                .setup = job->setup,
                                .agents = job->agents,
                                .agent_count = possible ? job->agent_count : 0,
                                .games = job->games,
                                .threads = job->threads};
    cornet_status status = check(&asked, error);
    if (status == CORNET_OK && !possible)
        status =
            library_fail(error, CORNET_BAD_ARGUMENT, tr("a tournament is between 2 to 16 agents"));
    if (status != CORNET_OK)
        return status;
    struct tournament c = {.job = {.game = job->setup->game,
                                   .settings = job->setup->settings,
                                   .agents = job->agent_count,
                                   .gauntlet = job->gauntlet != 0,
                                   .games = job->games,
                                   .seed = job->seed,
                                   .threads = job->threads,
                                   .stop = flag_of(stop),
                                   .patient = true,
                                   .progress = job->progress ? tell_sets : NULL,
                                   .context = (void *)job}};
    for (int i = 0; i < job->agent_count; i++)
        c.job.agent[i] = span_of(job->agents[i]);
    status = library_run(hold, &c.call, error);
    if (status == CORNET_OK)
        give_table(&c, result);
    return status;
}
