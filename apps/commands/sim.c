/* cornet sim: many games between agents. */
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "apps/commands/agent_games.h"
#include "apps/commands/progress.h"
#include "base/lang.h"
#include "match/sim.h"

#define GAMES_MAX 1000000000000u

struct watch {
    struct progress progress;
    uint64_t games;
};

static void show_progress(uint64_t done, void *context)
{
    struct watch *watch = context;
    progress_show(&watch->progress, tr("%llu of %llu games (%d %%)"), (unsigned long long)done,
                  (unsigned long long)watch->games,
                  (int)(100.0 * (double)done / (double)watch->games));
}

/* Games that a program could not end. */
static uint64_t forfeits_of(const struct sim_counts *counts)
{
    uint64_t sum = 0;
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        sum += counts->forfeits[i];
    return sum;
}

static void print_json(const struct sim_job *job, const struct sim_result *result)
{
    const struct sim_counts *counts = &result->counts;
    const double games = (double)counts->games;
    char buffer[GAME_JSON_MAX], agent[GAME_LINE_MAX];
    struct text out = text_on(buffer, sizeof buffer);
    struct json json = json_on(&out);
    json_open(&json, '{');
    json_key_string(&json, "game", job->game->id);
    json_key_number(&json, "players", job->settings.players);
    json_key_open(&json, "agents", '[');
    for (int i = 0; i < job->settings.players; i++) {
        struct text name = text_on(agent, sizeof agent);
        text_add_bytes(&name, job->agent[i].at, job->agent[i].length);
        json_put_string(&json, agent);
    }
    json_close(&json, ']');
    json_key_number(&json, "games", (long long)counts->games);
    json_key_unsigned(&json, "seed", job->seed);
    json_key_number(&json, "threads", job->threads);
    json_key_real(&json, "seconds", result->seconds);
    json_key_number(&json, "moves", (long long)counts->moves);
    json_key_open(&json, "wins", '[');
    for (int i = 0; i < job->settings.players; i++)
        json_put_real(&json, sim_mean(counts, i));
    json_close(&json, ']');
    json_key_open(&json, "wins_se", '[');
    for (int i = 0; i < job->settings.players; i++)
        json_put_real(&json, sim_standard_error(counts, i));
    json_close(&json, ']');
    if (forfeits_of(counts)) {
        json_key_open(&json, "forfeits", '[');
        for (int i = 0; i < job->settings.players; i++)
            json_put_number(&json, (long long)counts->forfeits[i]);
        json_close(&json, ']');
    }
    json_key_real(&json, "mean_turns", (double)counts->turns / games);
    json_key_real(&json, "mean_decisions", (double)counts->decisions / games);
    json_key_real(&json, "mean_forced", (double)counts->forced / games);
    if (!result->reproducible)
        json_key_bool(&json, "reproducible", false);
    json_close(&json, '}');
    puts(buffer);
}

static void print_table(const struct sim_job *job, const struct sim_result *result)
{
    const struct sim_counts *counts = &result->counts;
    const double games = (double)counts->games;
    struct screen screen = screen_on(stdout);
    screen_printf(&screen, tr("%s, %llu games, seed %llu\n\n"), job->game->title,
                  (unsigned long long)counts->games, (unsigned long long)job->seed);
    screen_printf(&screen, "  %-6s", tr("seat"));
    screen_put_padded(&screen, tr("agent"), 24);
    screen_printf(&screen, "%s\n", tr("wins, with the standard error"));
    for (int i = 0; i < job->settings.players; i++)
        screen_printf(&screen, "  %-6d%-23.*s %7.3f %% ± %.3f\n", i + 1, (int)job->agent[i].length,
                      job->agent[i].at, 100 * sim_mean(counts, i),
                      100 * sim_standard_error(counts, i));
    screen_printf(
        &screen,
        tr("\n  a game: %.2f turns, %.2f decisions, %.2f forced moves, %.2f moves in all\n"),
        (double)counts->turns / games, (double)counts->decisions / games,
        (double)counts->forced / games, (double)counts->moves / games);
    screen_printf(&screen, tr("  %.3f seconds on %d threads: %.1f million moves a second\n"),
                  result->seconds, job->threads, (double)counts->moves / result->seconds / 1e6);
    for (int i = 0; i < job->settings.players; i++) {
        if (counts->forfeits[i])
            screen_printf(&screen, tr("  Seat %d has forfeited %llu games.\n"), i + 1,
                          (unsigned long long)counts->forfeits[i]);
    }
    if (!result->reproducible)
        screen_put(&screen, tr("  An agent plays by the clock: this run is not reproducible.\n"));
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
        return text_fail(why, tr("--agents needs one agent for each of the %d players, not %d"),
                         job->settings.players, count);
    return true;
}

static int simulate(const struct command *command, struct sim_job *job, bool json)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    struct sim_result result;
    struct watch watch = {progress_start(), job->games};
    if (watch.progress.terminal) {
        job->progress = show_progress;
        job->context = &watch;
    }
    const bool done = sim_run(job, &result, &why);
    progress_clear(&watch.progress);
    if (!done)
        return command_usage(command, "%s", buffer);
    if (json)
        print_json(job, &result);
    else
        print_table(job, &result);
    return command_finish(command);
}

static int run(const struct command *command, int argc, char **argv)
{
    struct agent_games line = {.games = 10000, .seed = 1};
    const struct command_option own[] = {
        {.name = "players",
         .argument = "N",
         .help = mark("how many play; else as many as agents are named"),
         .text = &line.given.players},
        {.name = "agents",
         .argument = "a,b,...",
         .help = mark("one agent for each seat: name or name:key=value"),
         .text = &line.agents},
        {.name = "games",
         .argument = "G",
         .help = mark("how many games"),
         .number = &line.games,
         .min = 1,
         .max = GAMES_MAX},
        {0},
    };
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
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
        return command_usage(command, "%s", buffer);
    job.settings.bots = (1u << job.settings.players) - 1;
    return simulate(command, &job, line.json);
}

const struct command command_sim = {
    .name = "sim",
    .arguments = mark("GAME"),
    .about = mark("many games between agents: results with standard errors"),
    .example = "cornet sim %s --players 2 --agents greedy,random --games 100000",
    .run = run,
};
