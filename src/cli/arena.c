/* cornet arena: agents against each other: table of results, Elo with error bars, SPRT. */
#include "sim/arena.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "agents/levels.h"
#include "base/lang.h"
#include "base/memory.h"
#include "cli/agent_games.h"
#include "program/stopping.h"

#define GAMES_MAX 1000000000u

enum { NAME_WIDTH = 30, PAIR_WIDTH = 16 }; /* of columns; a longer name gets its own line */
enum { EVERY_MAX = 86400 };                /* seconds */

struct watch {
    struct agent_run run;
    struct arena_job *job;
    struct arena_result plan; /* the games to play, and those already played */
    uint64_t every;           /* seconds between tables; 0: none */
    double printed;           /* when the last table was */
};

/* ---- tables ---- */

static bool fits(struct span agent, int width)
{
    return (int)agent.length < width;
}

/* The agent in a column; if it is too long, on a separate line above an empty column. */
static void put_agent(struct screen *screen, struct span agent, int width)
{
    if (!fits(agent, width)) {
        screen_printf(screen, "%.*s\n  ", (int)agent.length, agent.at);
        agent.length = 0;
    }
    screen_printf(screen, "%-*.*s", width, (int)agent.length, agent.at);
}

/* An agent's share of wins and number of games over all its pairs. A pair counts the wins of its
 * first agent; the rest are the second one's. */
static void agent_total(const struct arena_job *job, const struct arena_result *result, int agent,
                        double *score, uint64_t *games)
{
    double sum = 0;
    *games = 0;
    for (int p = 0; p < result->pairs; p++) {
        const struct arena_pair *pair = &result->pair[p];
        if (pair->a != agent && pair->b != agent)
            continue;
        const double first = arena_score(job, pair).value;
        sum += (pair->a == agent ? first : 1 - first) * (double)pair->games;
        *games += pair->games;
    }
    *score = *games ? sum / (double)*games : 0;
}

static void sort_by_rating(const struct arena_estimate rating[], int count, int order[])
{
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at > 0 && rating[order[at - 1]].value < rating[i].value; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

static void print_ratings(const struct arena_job *job, const struct arena_result *result,
                          struct screen *screen)
{
    struct arena_estimate rating[ARENA_AGENTS_MAX];
    int order[ARENA_AGENTS_MAX];
    arena_ratings(job, result, rating);
    sort_by_rating(rating, job->agents, order);
    screen_put(screen, "  ");
    screen_put_padded(screen, tr("agent"), NAME_WIDTH);
    screen_put_padded(screen, tr("    Elo  interval (95 %)"), 26);
    screen_printf(screen, "%s\n", tr("wins     games"));
    for (int i = 0; i < job->agents; i++) {
        const struct arena_estimate *one = &rating[order[i]];
        uint64_t games;
        double score;
        agent_total(job, result, order[i], &score, &games);
        if (games == 0)
            continue;
        screen_put(screen, "  ");
        put_agent(screen, job->agent[order[i]], NAME_WIDTH);
        screen_printf(screen, "%+7.0f  %+6.0f .. %+-6.0f  %5.1f %%  %8llu\n", one->value, one->low,
                      one->high, 100 * score, (unsigned long long)games);
    }
}

/* Both names in their columns, or one below the other. */
static void put_pair(struct screen *screen, struct span first, struct span second)
{
    screen_put(screen, "  ");
    if (fits(first, PAIR_WIDTH) && fits(second, PAIR_WIDTH)) {
        put_agent(screen, first, PAIR_WIDTH);
        put_agent(screen, second, PAIR_WIDTH);
    } else {
        screen_printf(screen, "%.*s\n  ", (int)first.length, first.at);
        put_agent(screen, second, 2 * PAIR_WIDTH);
    }
}

static void put_elo(struct screen *screen, double elo)
{
    if (isinf(elo))
        screen_put(screen, elo < 0 ? "    -∞" : "    +∞");
    else
        screen_printf(screen, "%+6.0f", elo);
}

static void print_pairs(const struct arena_job *job, const struct arena_result *result,
                        struct screen *screen)
{
    screen_put(screen, "\n  ");
    screen_put_padded(screen, tr("first of a pair, second"), 2 * PAIR_WIDTH);
    screen_printf(screen, "%s\n", tr("wins of the first (95 %) Elo apart (95 %)"));
    for (int p = 0; p < result->pairs; p++) {
        const struct arena_pair *pair = &result->pair[p];
        if (pair->games == 0)
            continue;
        const struct arena_estimate score = arena_score(job, pair);
        const struct arena_estimate apart = arena_difference(job, pair);
        put_pair(screen, job->agent[pair->a], job->agent[pair->b]);
        screen_printf(screen, "%5.1f %%  %5.1f .. %5.1f ", 100 * score.value, 100 * score.low,
                      100 * score.high);
        put_elo(screen, apart.value);
        put_elo(screen, apart.low);
        screen_put(screen, " ..");
        put_elo(screen, apart.high);
        screen_put(screen, "\n");
    }
}

static double mean_answer(const struct driver_thinking *thinking)
{
    return thinking->measured ? thinking->seconds / (double)thinking->measured : 0;
}

/* The time that the agents took to answer. */
static void print_thinking(const struct arena_job *job, const struct arena_result *result,
                           struct screen *screen)
{
    screen_put(screen, "\n  ");
    screen_put_padded(screen, tr("agent"), NAME_WIDTH);
    screen_printf(screen, "%s\n", tr("answers timed  mean (ms)  slowest (ms)"));
    for (int i = 0; i < job->agents; i++) {
        const struct driver_thinking *one = &result->thinking[i];
        screen_put(screen, "  ");
        put_agent(screen, job->agent[i], NAME_WIDTH);
        screen_printf(screen, "%13llu %10.3f %13.3f\n", (unsigned long long)one->measured,
                      1000 * mean_answer(one), 1000 * one->slowest);
    }
}

static void print_sprt(const struct arena_job *job, const struct arena_result *result,
                       struct screen *screen)
{
    screen_printf(screen, tr("\n  SPRT from %+.1f to %+.1f Elo: LLR %.2f, bounds -%.2f and %.2f\n"),
                  job->elo[0], job->elo[1], result->llr, ARENA_LLR_LIMIT, ARENA_LLR_LIMIT);
    screen_put(screen, result->decision == ARENA_BETTER
                           ? tr("  The first is better: the upper bound was reached.\n")
                       : result->decision == ARENA_NO_BETTER
                           ? tr("  The first is not better: the lower bound was reached.\n")
                           : tr("  Undecided.\n"));
}

static void print_table(const struct arena_job *job, const struct arena_result *result,
                        struct screen *screen)
{
    screen_printf(screen,
                  trn("%s, %d player", "%s, %d players", (unsigned long)job->settings.players),
                  job->game->title, job->settings.players);
    screen_printf(screen,
                  trn(", %llu game, seed %llu\n\n", ", %llu games, seed %llu\n\n", result->games),
                  (unsigned long long)result->games, (unsigned long long)job->seed);
    print_ratings(job, result, screen);
    print_pairs(job, result, screen);
    if (job->sprt)
        print_sprt(job, result, screen);
}

static void print_notes(const struct arena_job *job, const struct arena_result *result,
                        struct screen *screen)
{
    print_thinking(job, result, screen);
    screen_printf(screen,
                  trn("\n  %.1f seconds on %d thread; equal players win %.1f %%\n",
                      "\n  %.1f seconds on %d threads; equal players win %.1f %%\n",
                      (unsigned long)job->threads),
                  result->seconds, job->threads, 100 * arena_even(job));
    for (int i = 0; i < job->agents; i++) {
        if (result->forfeits[i])
            screen_printf(screen,
                          trn("  %.*s has forfeited %llu game.\n",
                              "  %.*s has forfeited %llu games.\n", result->forfeits[i]),
                          (int)job->agent[i].length, job->agent[i].at,
                          (unsigned long long)result->forfeits[i]);
    }
    if (result->stopped)
        screen_put(screen, tr("  Stopped before the end.\n"));
    if (!result->dice)
        screen_put(screen, tr("  All games start from the same position, so deterministic agents "
                              "repeat the same game.\n  A game option may vary the start.\n"));
    if (!result->reproducible)
        screen_put(
            screen,
            tr("  An agent depends on the clock or is a program: this run is not reproducible.\n"));
}

/* ---- JSON ---- */

static void put_agent_name(struct json *json, const char *key, struct span span)
{
    struct text text = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    text_add_bytes(&text, span.at, span.length);
    json_key_string(json, key, text.start);
}

static void put_estimate(struct json *json, const char *key, struct arena_estimate estimate)
{
    run_put_interval(json, key, estimate.value, estimate.low, estimate.high);
}

static void put_agents(struct json *json, const struct arena_job *job,
                       const struct arena_result *result)
{
    struct arena_estimate rating[ARENA_AGENTS_MAX];
    arena_ratings(job, result, rating);
    json_key_open(json, "agents", '[');
    for (int i = 0; i < job->agents; i++) {
        uint64_t games;
        double score;
        agent_total(job, result, i, &score, &games);
        json_open(json, '{');
        put_agent_name(json, "agent", job->agent[i]);
        put_estimate(json, "elo", rating[i]);
        json_key_unsigned(json, "games", games);
        if (result->forfeits[i])
            json_key_unsigned(json, "forfeits", result->forfeits[i]);
        json_key_unsigned(json, "answers", result->thinking[i].answers);
        json_key_unsigned(json, "answers_measured", result->thinking[i].measured);
        json_key_real(json, "seconds_an_answer", mean_answer(&result->thinking[i]));
        json_key_real(json, "seconds_slowest", result->thinking[i].slowest);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_pairs(struct json *json, const struct arena_job *job,
                      const struct arena_result *result)
{
    json_key_open(json, "pairs", '[');
    for (int p = 0; p < result->pairs; p++) {
        const struct arena_pair *pair = &result->pair[p];
        json_open(json, '{');
        put_agent_name(json, "first", job->agent[pair->a]);
        put_agent_name(json, "second", job->agent[pair->b]);
        json_key_unsigned(json, "games", pair->games);
        put_estimate(json, "wins", arena_score(job, pair));
        put_estimate(json, "elo", arena_difference(job, pair));
        json_key_real(json, "game_worth", arena_worth(job, pair));
        json_key_unsigned(json, "sets", pair->sets);
        json_key_unsigned(json, "sum", pair->sum);
        json_key_unsigned(json, "squares", pair->squares);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_sprt(struct json *json, const struct arena_job *job,
                     const struct arena_result *result)
{
    static const char *const decision[] = {"open", "no better", "better"};
    json_key_open(json, "sprt", '{');
    json_key_real(json, "elo0", job->elo[0]);
    json_key_real(json, "elo1", job->elo[1]);
    json_key_real(json, "llr", result->llr);
    json_key_real(json, "limit", ARENA_LLR_LIMIT);
    json_key_string(json, "verdict", decision[result->decision]);
    json_close(json, '}');
}

static void write_json(const void *of_job, const void *of_result, const struct run_identity *run,
                       const struct game_files *files, struct json *json)
{
    const struct arena_job *job = of_job;
    const struct arena_result *result = of_result;
    json_open(json, '{');
    json_key_string(json, "game", job->game->id);
    json_key_number(json, "players", job->settings.players);
    json_key_bool(json, "gauntlet", job->gauntlet);
    json_key_unsigned(json, "games", result->games);
    json_key_unsigned(json, "seed", job->seed);
    json_key_number(json, "threads", job->threads);
    json_key_real(json, "seconds", result->seconds);
    json_key_real(json, "even", arena_even(job));
    put_agents(json, job, result);
    put_pairs(json, job, result);
    if (job->sprt)
        put_sprt(json, job, result);
    run_put(json, run, files);
    json_key_unsigned(json, "done", result->done);
    json_close(json, '}');
    if (result->stopped)
        json_key_bool(json, "stopped", true);
    if (!result->reproducible)
        json_key_bool(json, "reproducible", false);
    json_close(json, '}');
}

/* The sums of an interrupted run, into a planned result. */
static bool read_sums(const struct arena_job *job, const json_t *root, struct arena_result *result)
{
    const json_t *pairs = json_object_get(root, "pairs"), *agents = json_object_get(root, "agents");
    bool good = json_array_size(pairs) == (size_t)result->pairs &&
                json_array_size(agents) == (size_t)job->agents &&
                run_number(root, "games", &result->games) &&
                run_number(json_object_get(root, "run"), "done", &result->done);
    uint64_t sets = 0, games = 0;
    for (int i = 0; good && i < result->pairs; i++) {
        const json_t *from = json_array_get(pairs, (size_t)i);
        struct arena_pair *pair = &result->pair[i];
        good = run_number(from, "sets", &pair->sets) && run_number(from, "games", &pair->games) &&
               run_number(from, "sum", &pair->sum) && run_number(from, "squares", &pair->squares);
        sets += pair->sets;
        games += pair->games;
    }
    for (int i = 0; good && i < job->agents; i++) {
        const json_t *from = json_array_get(agents, (size_t)i);
        struct driver_thinking *thinking = &result->thinking[i];
        good = run_number(from, "answers", &thinking->answers) &&
               run_number(from, "answers_measured", &thinking->measured);
        thinking->seconds = json_number_value(json_object_get(from, "seconds_an_answer")) *
                            (double)thinking->measured;
        thinking->slowest = json_number_value(json_object_get(from, "seconds_slowest"));
        if (json_object_get(from, "forfeits"))
            good = good && run_number(from, "forfeits", &result->forfeits[i]);
    }
    result->seconds = json_number_value(json_object_get(root, "seconds"));
    return good && sets == result->done && games == result->games &&
           result->games <= result->games_max;
}

/* ---- the command ---- */

static void print_result(const struct arena_job *job, const struct arena_result *result,
                         const struct run_identity *run, bool as_json)
{
    if (as_json) {
        char *json = run_json(write_json, job, result, run, NULL);
        puts(json);
        memory_free(json);
        return;
    }
    struct screen screen = screen_on(stdout);
    if (result->games == 0) {
        screen_put(&screen, tr("No game was finished.\n"));
        return;
    }
    print_table(job, result, &screen);
    print_notes(job, result, &screen);
}

static void show_progress(const struct arena_result *so_far, void *context)
{
    struct watch *watch = context;
    const double now = omp_get_wtime();
    if (watch->every && so_far->games && now - watch->printed >= (double)watch->every) {
        struct screen screen = screen_on(stderr);
        watch->printed = now;
        progress_clear(&watch->run.progress);
        print_table(watch->job, so_far, &screen);
        screen_put(&screen, "\n");
        fflush(stderr);
    }
    if (agent_run_watch(&watch->run, so_far->games, so_far->games_max)) {
        struct arena_result result = *so_far;
        result.seconds = watch->run.seconds + progress_seconds(&watch->run.progress);
        result.stopped = true;
        agent_run_save(&watch->run, &result);
    }
}

static bool resume(struct agent_run *run)
{
    struct watch *watch = (struct watch *)run;
    struct arena_result *plan = &watch->plan;
    plan->stopped = false;
    if (!read_sums(watch->job, run->earlier, plan))
        return false;
    watch->job->earlier = plan;
    run->before = plan->games_max ? (double)plan->games / (double)plan->games_max : 0;
    return true;
}

/* Which run it is. `rule` has room for what changes the result besides the agents. */
static void identify(const struct command *command, const struct arena_job *job,
                     const struct arena_result *plan, char rule[64], struct run_identity *run)
{
    struct text out = text_on(rule, 64);
    if (job->gauntlet)
        text_add(&out, "gauntlet");
    if (job->sprt)
        text_printf(&out, "%ssprt %.17g,%.17g", job->gauntlet ? " " : "", job->elo[0], job->elo[1]);
    *run = (struct run_identity){.command = command->name,
                                 .game = job->game,
                                 .settings = job->settings,
                                 .agents = job->agents,
                                 .seed = job->seed,
                                 .rule = rule,
                                 .whole = plan->sets,
                                 .step = arena_row(plan)};
    memcpy(run->agent, job->agent, sizeof job->agent);
}

static int compete(const struct command *command, struct arena_job *job, uint64_t every,
                   const struct agent_games *line)
{
    char buffer[TEXT_WHY], rule[64] = "";
    struct text why = text_on(buffer, sizeof buffer);
    static struct arena_result result;
    static struct watch watch;
    struct arena_result *plan = &watch.plan;
    bool reproducible;
    int code;
    watch = (struct watch){.run = {.job = job, .write = write_json, .resume = resume},
                           .job = job,
                           .every = every,
                           .printed = omp_get_wtime()};
    if (!arena_check(job, &reproducible, &why))
        return command_usage(command, "%s", buffer);
    arena_plan(job, plan);
    plan->reproducible = reproducible;
    plan->stopped = true;
    identify(command, job, plan, rule, &watch.run.identity);
    job->take = line->records || line->results ? agent_run_take : NULL;
    job->lines = line->records != NULL;
    watch.run.files.games = plan->games_max;
    if (!agent_run_open(&watch.run, command, line, plan, &code))
        return code;
    job->stop = stopping_watch();
    job->progress = show_progress;
    job->context = &watch;
    if (!arena_run(job, &result, &why))
        abort(); /* the job has been checked */
    progress_clear(&watch.run.progress);
    agent_run_save(&watch.run, &result);
    print_result(job, &result, &watch.run.identity, line->json);
    if (!line->json)
        agent_games_print_note(line);
    return agent_run_close(&watch.run, result.stopped, result.abandoned);
}

/* The agents of the list, or the game's levels. */
static bool name_agents(struct arena_job *job, const char *list, struct text *why)
{
    if (!list) {
        for (int level = 0; level < AGENT_LEVELS; level++) {
            if (!agent_level_spec(job->game, level))
                return text_fail(why, tr("%s has no levels; name the agents with --agents"),
                                 job->game->id);
            job->agent[job->agents++] = span_of(agent_level_names[level]);
        }
        return true;
    }
    struct span rest = span_of(list);
    while (rest.at) {
        const struct span agent = span_cut(&rest, ',');
        if (job->agents == ARENA_AGENTS_MAX)
            return text_fail(why, tr("at most %d agents at a time"), ARENA_AGENTS_MAX);
        job->agent[job->agents++] = agent;
    }
    if (job->agents < 2)
        return text_fail(why, tr("--agents takes two agents or more, with commas between them"));
    return true;
}

/* `LOW,HIGH` in Elo. */
static bool read_sprt(struct arena_job *job, const char *marks, struct text *why)
{
    char *rest;
    if (!marks)
        return true;
    job->sprt = true;
    job->elo[0] = strtod(marks, &rest);
    const bool first = rest != marks && *rest == ',';
    const char *second = first ? rest + 1 : marks;
    job->elo[1] = strtod(second, &rest);
    if (!first || rest == second || *rest || !(job->elo[0] < job->elo[1]) || job->elo[0] < -1000 ||
        job->elo[1] > 1000)
        return text_fail(
            why, tr("--sprt takes two bounds in Elo, the lower one first, such as 0,10, not '%s'"),
            marks);
    if (job->agents != 2)
        return text_fail(why, tr("--sprt compares two agents, not %d"), job->agents);
    return true;
}

/* The parsed command line. */
struct request {
    struct agent_games line;
    const char *sprt;
    uint64_t every;
    bool gauntlet;
};

static bool read_line(const struct command *command, int argc, char **argv, struct request *r,
                      int *code)
{
    const struct command_option own[] = {
        {"agents", "a,b,...", mark("Names two or more agents: name or name:key=value."),
         .default_text = mark("all levels"), .text = &r->line.agents},
        {"gauntlet", NULL,
         mark("Plays the first agent against each of the others, alone at its table. By default "
              "all play against all, and seats rotate."),
         .flag = &r->gauntlet},
        {"games", "G", mark("Sets the number of games per pair; seats rotate with equal dice."),
         .number = &r->line.games, .min = 1, .max = GAMES_MAX},
        {"sprt", mark("LOW,HIGH"),
         mark("Stops, with two agents, once the first is clearly at most LOW or at least HIGH Elo "
              "above the second."),
         .text = &r->sprt},
        {"players", "N", mark("Sets the number of players."), .text = &r->line.given.players},
        {"every", "S", mark("Sets the seconds between interim tables; 0 means none."),
         .number = &r->every, .max = EVERY_MAX},
        {0},
    };
    return agent_games_read(command, own, argc, argv, &r->line, code);
}

static int run(const struct command *command, int argc, char **argv)
{
    struct request request = {.line = {.games = 1000, .seed = 1}, .every = 60};
    const struct agent_games *line = &request.line;
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    int code;
    if (!read_line(command, argc, argv, &request, &code))
        return code;
    struct arena_job job = {.game = line->game,
                            .settings = line->settings,
                            .opener = &line->opener,
                            .gauntlet = request.gauntlet,
                            .games = line->games,
                            .seed = line->seed,
                            .threads = line->threads};
    if (!name_agents(&job, line->agents, &why) || !read_sprt(&job, request.sprt, &why))
        return command_usage(command, "%s", why.start);
    job.settings.bots = (1u << job.settings.players) - 1;
    return compete(command, &job, request.every, line);
}

const struct command command_arena = {
    .name = "arena",
    .topic = COMMAND_BOTS,
    .arguments = mark("GAME"),
    .about = mark(
        "Plays agents against each other and prints results and Elo ratings with their intervals."),
    .example = "cornet arena %s --agents hard,normal --games 2000",
    .run = run,
};
