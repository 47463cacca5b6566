/* <cornet/sim.h>: many games, and tournaments. */
#include "sim/sim.h"

#include <string.h>

#include "api/library.h"
#include "base/lang.h"
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

/* `sized`: the caller's structs are at least as large as those of version 1.0. */
static cornet_status check(bool sized, const cornet_setup *setup, const char *const agents[],
                           int agent_count, uint64_t games, int threads, cornet_error *error)
{
    if (!sized)
        return library_fail(error, CORNET_BAD_ARGUMENT,
                            tr("`size` of a job or result does not match the struct"));
    if (!setup || !agents)
        return library_null(error);
    for (int i = 0; i < agent_count; i++) {
        if (!agents[i])
            return library_null(error);
    }
    if (games < 1)
        return library_fail(error, CORNET_BAD_ARGUMENT, tr("at least one game is needed"));
    if (threads < 1 || threads > THREADS_MAX)
        return library_fail(error, CORNET_BAD_ARGUMENT,
                            tr("the number of threads must be 1 to 1024"));
    return CORNET_OK;
}

/* ---- many games ---- */

static void tell_progress(const struct sim_counts *so_far, void *context)
{
    const cornet_sim_job *asked = context;
    asked->progress(asked->context, so_far->games);
}

static void give_result(const struct sim_result *found, int players, cornet_sim_result *result)
{
    const struct sim_counts *counts = &found->counts;
    *result = (cornet_sim_result){.size = result->size,
                                  .games = counts->games,
                                  .moves = counts->moves,
                                  .turns = counts->turns,
                                  .decisions = counts->decisions,
                                  .forced = counts->forced,
                                  .seconds = found->seconds,
                                  .reproducible = found->reproducible};
    for (int seat = 1; seat <= players; seat++) {
        result->sixtieths[seat] = counts->share[seat - 1];
        result->sixtieths_squared[seat] = counts->share_squared[seat - 1];
        if (counts->games == 0)
            continue;
        result->mean[seat] = sim_mean(counts, seat - 1);
        result->standard_error[seat] = sim_standard_error(counts, seat - 1);
    }
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
    const bool sized = job->size >= sizeof *job && result->size >= sizeof *result;
    cornet_status status = check(sized, job->setup, job->agents, cornet_setup_players(job->setup),
                                 job->games, job->threads, error);
    if (status != CORNET_OK)
        return status;
    struct library_call call;
    struct sim_result found;
    struct sim_job own = {.game = job->setup->game,
                          .settings = job->setup->settings,
                          .games = job->games,
                          .seed = job->seed,
                          .threads = job->threads,
                          .stop = flag_of(stop),
                          .patient = true,
                          .progress = job->progress ? tell_progress : NULL,
                          .context = (void *)job};
    own.settings.bots = (1u << own.settings.players) - 1;
    for (int i = 0; i < own.settings.players; i++)
        own.agent[i] = span_of(job->agents[i]);
    library_begin(&call);
    const bool done = sim_run(&own, &found, &call.why);
    status = library_end(&call, done, error);
    if (status != CORNET_OK)
        return status;
    give_result(&found, own.settings.players, result);
    if (job->progress)
        job->progress(job->context, result->games);
    return CORNET_OK;
}

/* ---- tournaments ---- */

static void tell_sets(const struct arena_result *so_far, void *context)
{
    const cornet_arena_job *asked = context;
    asked->progress(asked->context, so_far->games);
}

static cornet_estimate estimate(struct arena_estimate from)
{
    return (cornet_estimate){.value = from.value, .low = from.low, .high = from.high};
}

static void give_table(const struct arena_job *job, const struct arena_result *found,
                       cornet_arena_result *result)
{
    struct arena_estimate rating[ARENA_AGENTS_MAX];
    *result = (cornet_arena_result){.size = result->size,
                                    .games = found->games,
                                    .seconds = found->seconds,
                                    .reproducible = found->reproducible,
                                    .pair_count = found->pairs};
    for (int i = 0; i < found->pairs; i++) {
        const struct arena_pair *pair = &found->pair[i];
        result->pair[i] = (cornet_arena_pair){.first = pair->a,
                                              .second = pair->b,
                                              .games = pair->games,
                                              .score = estimate(arena_score(job, pair)),
                                              .elo = estimate(arena_difference(job, pair))};
    }
    arena_ratings(job, found, rating);
    for (int i = 0; i < job->agents; i++)
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
    const bool sized = job->size >= sizeof *job && result->size >= sizeof *result;
    cornet_status status = check(sized, job->setup, job->agents, possible ? job->agent_count : 0,
                                 job->games, job->threads, error);
    if (status == CORNET_OK && !possible)
        status = library_fail(error, CORNET_BAD_ARGUMENT, tr("a tournament needs 2 to 16 agents"));
    if (status != CORNET_OK)
        return status;
    struct library_call call;
    struct arena_result found;
    struct arena_job own = {.game = job->setup->game,
                            .settings = job->setup->settings,
                            .agents = job->agent_count,
                            .gauntlet = job->gauntlet != 0,
                            .games = job->games,
                            .seed = job->seed,
                            .threads = job->threads,
                            .stop = flag_of(stop),
                            .patient = true,
                            .progress = job->progress ? tell_sets : NULL,
                            .context = (void *)job};
    own.settings.bots = (1u << own.settings.players) - 1;
    for (int i = 0; i < job->agent_count; i++)
        own.agent[i] = span_of(job->agents[i]);
    library_begin(&call);
    const bool done = arena_run(&own, &found, &call.why);
    status = library_end(&call, done, error);
    if (status == CORNET_OK)
        give_table(&own, &found, result);
    return status;
}
