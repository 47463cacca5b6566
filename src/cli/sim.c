/* cornet sim: many games between agents. */
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "base/lang.h"
#include "base/memory.h"
#include "cli/agent_games.h"
#include "program/stopping.h"
#include "sim/sim.h"

#define GAMES_MAX 1000000000000u

struct watch {
    struct agent_run run;
    struct sim_job *job;
    struct sim_counts earlier;
    bool reproducible;
};

/* Games that a program could not end. */
static uint64_t forfeits_of(const struct sim_counts *counts)
{
    uint64_t sum = 0;
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        sum += counts->forfeits[i];
    return sum;
}

static void write_json(const void *of_job, const void *of_result, const struct run_identity *run,
                       const struct game_files *files, struct json *json)
{
    const struct sim_job *job = of_job;
    const struct sim_result *result = of_result;
    const struct sim_counts *counts = &result->counts;
    const double games = (double)counts->games;
    const size_t players = (size_t)job->settings.players;
    json_open(json, '{');
    json_key_string(json, "game", job->game->id);
    json_key_number(json, "players", job->settings.players);
    run_put_agents(json, run);
    json_key_number(json, "games", (long long)counts->games);
    json_key_unsigned(json, "seed", job->seed);
    json_key_number(json, "threads", job->threads);
    json_key_real(json, "seconds", result->seconds);
    json_key_number(json, "moves", (long long)counts->moves);
    json_key_open(json, "wins", '[');
    for (int i = 0; i < job->settings.players; i++)
        json_put_real(json, sim_mean(counts, i));
    json_close(json, ']');
    json_key_open(json, "wins_se", '[');
    for (int i = 0; i < job->settings.players; i++)
        json_put_real(json, sim_standard_error(counts, i));
    json_close(json, ']');
    if (forfeits_of(counts))
        json_key_counts(json, "forfeits", counts->forfeits, players);
    json_key_real(json, "mean_turns", (double)counts->turns / games);
    json_key_real(json, "mean_decisions", (double)counts->decisions / games);
    json_key_real(json, "mean_forced", (double)counts->forced / games);
    run_put(json, run, files);
    json_key_unsigned(json, "turns", counts->turns);
    json_key_unsigned(json, "decisions", counts->decisions);
    json_key_unsigned(json, "forced", counts->forced);
    json_key_counts(json, "shares", counts->share, players);
    json_key_counts(json, "shares_squared", counts->share_squared, players);
    json_close(json, '}');
    if (result->stopped)
        json_key_bool(json, "stopped", true);
    if (!result->reproducible)
        json_key_bool(json, "reproducible", false);
    json_close(json, '}');
}

/* The sums of an interrupted run. */
static bool read_counts(const json_t *root, int players, struct sim_counts *counts)
{
    const json_t *run = json_object_get(root, "run");
    const size_t seats = (size_t)players;
    memset(counts, 0, sizeof *counts);
    return run_number(root, "games", &counts->games) && run_number(root, "moves", &counts->moves) &&
           run_number(run, "turns", &counts->turns) &&
           run_number(run, "decisions", &counts->decisions) &&
           run_number(run, "forced", &counts->forced) &&
           run_numbers(run, "shares", counts->share, seats) &&
           run_numbers(run, "shares_squared", counts->share_squared, seats) &&
           (!json_object_get(root, "forfeits") ||
            run_numbers(root, "forfeits", counts->forfeits, seats));
}

/* The wins of a seat; one game has no standard error. */
static void print_seat(struct screen *screen, const struct sim_job *job,
                       const struct sim_counts *counts, int i)
{
    const double mean = sim_mean(counts, i);
    double low, high;
    sim_wilson(mean, counts->games, &low, &high);
    screen_printf(screen, "  %-6d%-23.*s %7.3f %%", i + 1, (int)job->agent[i].length,
                  job->agent[i].at, 100 * mean);
    if (counts->games > 1)
        screen_printf(screen, " ± %.3f", 100 * sim_standard_error(counts, i));
    screen_printf(screen, tr("  (%.1f–%.1f)\n"), 100 * low, 100 * high);
}

static void print_table(const struct sim_job *job, const struct sim_result *result)
{
    const struct sim_counts *counts = &result->counts;
    const double games = (double)counts->games;
    struct screen screen = screen_on(stdout);
    screen_printf(
        &screen,
        trn("%s, %llu game, seed %llu\n\n", "%s, %llu games, seed %llu\n\n", counts->games),
        job->game->title, (unsigned long long)counts->games, (unsigned long long)job->seed);
    screen_printf(&screen, "  %-6s", tr("seat"));
    screen_put_padded(&screen, tr("agent"), 24);
    screen_printf(&screen, "%s\n", tr("wins ± standard error (95 %)"));
    for (int i = 0; i < job->settings.players; i++)
        print_seat(&screen, job, counts, i);
    screen_printf(
        &screen,
        tr("\n  per game: %.2f turns, %.2f decisions, %.2f forced moves, %.2f moves in all\n"),
        (double)counts->turns / games, (double)counts->decisions / games,
        (double)counts->forced / games, (double)counts->moves / games);
    screen_printf(&screen,
                  trn("  %.3f seconds on %d thread: %.1f million moves per second\n",
                      "  %.3f seconds on %d threads: %.1f million moves per second\n",
                      (unsigned long)job->threads),
                  result->seconds, job->threads, (double)counts->moves / result->seconds / 1e6);
    for (int i = 0; i < job->settings.players; i++) {
        if (counts->forfeits[i])
            screen_printf(&screen,
                          trn("  Seat %d has forfeited %llu game.\n",
                              "  Seat %d has forfeited %llu games.\n", counts->forfeits[i]),
                          i + 1, (unsigned long long)counts->forfeits[i]);
    }
    if (result->stopped)
        screen_put(&screen, tr("  Stopped before the end.\n"));
    if (!result->reproducible)
        screen_put(
            &screen,
            tr("  An agent depends on the clock or is a program: this run is not reproducible.\n"));
}

/* One agent for each seat; if none are named, the best one in every seat. Without --players there
 * are as many players as agents. */
static bool seat_agents(struct sim_job *job, const char *list, bool players_given, struct text *why)
{
    const char *best = agent_best(job->game, &job->settings)->name;
    int count = 0;
    if (!list) {
        for (int i = 0; i < job->settings.players; i++)
            job->agent[i] = span_of(best);
        return true;
    }
    struct span rest = span_of(list);
    while (rest.at) {
        const struct span agent = span_cut(&rest, ',');
        if (count < GAME_SEATS_MAX)
            job->agent[count] = agent;
        count++;
    }
    if (!players_given && count >= job->game->seats_min && count <= job->game->seats_max)
        job->settings.players = count;
    if (count != job->settings.players)
        return text_fail(why, tr("--agents needs one agent per player: %d, not %d"),
                         job->settings.players, count);
    return true;
}

static void print_result(const struct sim_job *job, const struct sim_result *result,
                         const struct run_identity *run, bool as_json)
{
    if (as_json) {
        char *json = run_json(write_json, job, result, run, NULL);
        puts(json);
        memory_free(json);
    } else if (result->counts.games > 0) {
        print_table(job, result);
    } else {
        struct screen screen = screen_on(stdout);
        screen_put(&screen, tr("No game was finished.\n"));
    }
}

static void show_progress(const struct sim_counts *so_far, void *context)
{
    struct watch *watch = context;
    struct agent_run *run = &watch->run;
    const struct sim_result result = {.counts = *so_far,
                                      .seconds = run->seconds + progress_seconds(&run->progress),
                                      .reproducible = watch->reproducible,
                                      .stopped = true};
    if (agent_run_watch(run, so_far->games, watch->job->games))
        agent_run_save(run, &result);
}

static bool resume(struct agent_run *run)
{
    struct watch *watch = (struct watch *)run;
    struct sim_job *job = watch->job;
    if (!read_counts(run->earlier, job->settings.players, &watch->earlier) ||
        watch->earlier.games > job->games)
        return false;
    job->earlier = &watch->earlier;
    run->before = (double)watch->earlier.games / (double)job->games;
    return true;
}

static int simulate(const struct command *command, struct sim_job *job,
                    const struct agent_games *line)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct sim_result result;
    struct watch watch = {.job = job, .run = {.job = job, .write = write_json, .resume = resume}};
    int code;
    watch.run.identity = (struct run_identity){.command = command->name,
                                               .game = job->game,
                                               .settings = job->settings,
                                               .agents = job->settings.players,
                                               .seed = job->seed,
                                               .rule = "",
                                               .whole = job->games,
                                               .step = 1};
    memcpy(watch.run.identity.agent, job->agent, sizeof job->agent);
    if (!sim_check(job, &watch.reproducible, &why))
        return command_usage(command, "%s", why.start);
    job->take = line->records || line->results ? agent_run_take : NULL;
    job->lines = line->records != NULL;
    watch.run.files.games = job->games;
    const struct sim_result start = {.reproducible = watch.reproducible, .stopped = true};
    if (!agent_run_open(&watch.run, command, line, &start, &code))
        return code;
    job->stop = stopping_watch();
    job->progress = show_progress;
    job->context = &watch;
    if (!sim_run(job, &result, &why))
        abort(); /* the job has been checked */
    progress_clear(&watch.run.progress);
    result.seconds += watch.run.seconds;
    agent_run_save(&watch.run, &result);
    print_result(job, &result, &watch.run.identity, line->json);
    if (!line->json)
        agent_games_print_note(line);
    return agent_run_close(&watch.run, result.stopped, result.abandoned);
}

static int run(const struct command *command, int argc, char **argv)
{
    struct agent_games line = {.games = 10000, .seed = 1};
    const struct command_option own[] = {
        {"players", "N", mark("Sets the number of players."),
         .default_text = mark("the number of agents"), .text = &line.given.players},
        {"agents", "a,b,...", mark("Names one agent per seat: name or name:key=value."),
         .default_text = mark("the game's strongest"), .text = &line.agents},
        {"games", "G", mark("Sets the number of games."), .number = &line.games, .min = 1,
         .max = GAMES_MAX},
        {0},
    };
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    int code;
    if (!agent_games_read(command, own, argc, argv, &line, &code))
        return code;
    struct sim_job job = {.game = line.game,
                          .settings = line.settings,
                          .opener = &line.opener,
                          .games = line.games,
                          .seed = line.seed,
                          .threads = line.threads};
    if (!seat_agents(&job, line.agents, line.given.players != NULL, &why))
        return command_usage(command, "%s", why.start);
    job.settings.bots = (1u << job.settings.players) - 1;
    return simulate(command, &job, &line);
}

const struct command command_sim = {
    .name = "sim",
    .topic = COMMAND_BOTS,
    .arguments = mark("GAME"),
    .about = mark("Plays many games between agents and prints results with standard errors."),
    .example = "cornet sim %s --players 2 --agents greedy,random --games 100000",
    .run = run,
};
