/* cornet solve: computes, keeps and describes the exact solution of a game. */
#include <limits.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apps/commands/command.h"
#include "base/lang.h"
#include "solve/easycome_cutoff.h"
#include "solve/easycome_solution.h"
#include "solve/easycome_turn.h"

enum { PLAYERS = 1, OPTION, THREADS, JSON, DESCRIBE, ANEW, FILE_NAME, NOISE, TURNS };

#define THREADS_MAX 256u
#define TURNS_MAX 100000u
#define NOISE_MAX 100000u /* millionths */

/* What the command line asks for. */
struct request {
    struct command_settings settings;
    uint64_t threads, turns, noise; /* 0: not asked for */
    const char *file;               /* NULL: in the cache folder */
    bool json, describe, anew;
};

/* ---- progress ---- */

struct progress {
    bool shown;
    double began, last;
};

static void show_line(struct progress *progress, const char *what, double part)
{
    const double now = omp_get_wtime();
    if (now - progress->last < 0.25)
        return;
    progress->last = now;
    progress->shown = true;
    struct screen screen = screen_on(stderr);
    fputs("\r", stderr);
    screen_printf(&screen, tr("%s: %.1f %%, %.0f seconds"), what, 100 * part,
                  now - progress->began);
    fputs("\033[K", stderr);
    fflush(stderr);
}

static void show_positions(uint32_t done, uint32_t whole, bool checking, void *context)
{
    show_line(context, checking ? tr("checking") : tr("solving"), (double)done / whole);
}

static void show_turns(int done, int turns, void *context)
{
    show_line(context, tr("turns"), (double)done / turns);
}

static void clear_progress(const struct progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
}

/* ---- JSON ---- */

static void put_value(struct json *json, const double value[], int players)
{
    json_key_open(json, "value", '[');
    for (int seat = 0; seat < players; seat++)
        json_put_real(json, value[seat]);
    json_close(json, ']');
}

static void print_json(const struct easycome_solution *s, const char *path)
{
    char buffer[GAME_JSON_MAX];
    struct text out = text_on(buffer, sizeof buffer);
    struct json json = json_on(&out);
    json_open(&json, '{');
    json_key_number(&json, "players", s->space->rules.players);
    json_key_number(&json, "hold", s->space->rules.hold);
    put_value(&json, easycome_solution_start(s), s->space->rules.players);
    json_key_number(&json, "states", s->space->count);
    json_key_number(&json, "sweeps", s->sweeps);
    json_key_real(&json, "residual", s->residual);
    json_key_real(&json, "regret", s->regret);
    json_key_real(&json, "gain", s->gain);
    json_key_real(&json, "noise", s->noise);
    json_key_real(&json, "seconds", s->seconds);
    json_key_number(&json, "threads", s->threads);
    json_key_string(&json, "file", path);
    json_close(&json, '}');
    puts(buffer);
}

/* ---- words ---- */

static void print_seats(struct screen *screen, const double value[], int players)
{
    for (int seat = 0; seat < players; seat++)
        screen_printf(screen, tr("  seat %d  %10.6f %%   %+.3f points against an equal share\n"),
                      seat + 1, 100 * value[seat], 100 * (value[seat] - 1.0 / players));
}

static void print_summary(const struct easycome_solution *s, const char *path)
{
    struct screen screen = screen_on(stdout);
    const int players = s->space->rules.players;
    screen_printf(&screen,
                  tr("%s, %d players, hold=%d: the chances of winning, seat 1 starting\n\n"),
                  easycome_game.title, players, s->space->rules.hold);
    print_seats(&screen, easycome_solution_start(s), players);
    screen_printf(&screen,
                  tr("\n  positions            %u, a position and its mirror counting one\n"),
                  s->space->count);
    screen_printf(&screen, tr("  residual             %.1e\n"), s->residual);
    if (players > 2) {
        screen_printf(&screen, tr("  one turn otherwise   gains %.1e at the most, anywhere\n"),
                      s->regret);
        screen_printf(&screen, tr("  all turns otherwise  gains %.1e at the most, anywhere\n"),
                      s->gain);
    }
    screen_printf(&screen, tr("  solved in            %.2f seconds on %u threads\n"), s->seconds,
                  s->threads);
    if (path)
        screen_printf(&screen, tr("  kept in              %s\n"), path);
}

/* Each prize: its chance alone, and what it is worth to have taken it first. */
static void describe_prizes(struct screen *screen, const struct easycome_plan *plan)
{
    screen_put(screen, tr("\nEach prize: its chance in a turn if one plays for it alone, and the "
                          "chance of\nwinning after taking it first:\n\n"));
    for (int prize = 0; prize < EASYCOME_PRIZES; prize++) {
        struct easycome_turn turn;
        easycome_turn_make(&turn, (uint16_t)(1 << prize));
        screen_put(screen, "  ");
        screen_put_padded(screen, easycome_prize_id[prize], 15);
        screen_printf(screen, "%7.3f %%  %9.4f %%\n", 100.0 * turn.ways[0] / EASYCOME_TURN_WHOLE,
                      100 * plan->worth[prize][0]);
    }
    screen_put(screen, "  ");
    screen_put_padded(screen, tr("no prize"), 15);
    screen_printf(screen, "%7s    %9.4f %%\n", "", 100 * plan->worth[EASYCOME_NONE][0]);
}

/* What the solution does most often with a first throw. */
static void first_choice(const struct easycome_plan *plan, const struct easycome *state,
                         struct text *out)
{
    game_action actions[GAME_ACTIONS_MAX];
    double share[GAME_ACTIONS_MAX], chance[EASYCOME_SEATS];
    const size_t count = easycome_game.actions(state, 1, actions);
    size_t best = 0;
    easycome_choice_shares(&plan->choice, state, actions, count, share);
    for (size_t i = 1; i < count; i++)
        best = share[i] > share[best] ? i : best;
    easycome_plan_action(plan, state, actions[best], chance);
    char line[GAME_LINE_MAX];
    struct text words = text_on(line, sizeof line);
    easycome_game.write(state, actions[best], NULL, GAME_OPEN, &words);
    text_printf(out, "%s  %s", easycome_tables()->set[state->rolled].digits, line + 2);
    while (out->length < 25)
        text_char(out, ' ');
    text_printf(out, "%6.2f", 100 * chance[0]);
}

static void describe(const struct easycome_solution *s)
{
    struct screen screen = screen_on(stdout);
    const struct easycome_tables *t = easycome_tables();
    const struct easycome start = {.players = (uint8_t)s->space->rules.players,
                                   .hold = (uint8_t)s->space->rules.hold,
                                   .phase = EASYCOME_TO_ROLL};
    struct easycome_plan plan;
    easycome_plan_make(s, &start, &plan);
    describe_prizes(&screen, &plan);
    screen_put(&screen, tr("\nThe best choice after each first throw, and the chance of winning in "
                           "per cent:\n\n"));
    const unsigned first = t->first[EASYCOME_DICE], rows = (EASYCOME_SETS - first) / 2;
    for (unsigned row = 0; row < rows; row++) {
        for (unsigned column = 0; column < 2; column++) {
            char buffer[64];
            struct text cell = text_on(buffer, sizeof buffer);
            struct easycome state = start;
            easycome_game.apply(&state, easycome_action(EASYCOME_ROLL, first + row + column * rows),
                                NULL);
            first_choice(&plan, &state, &cell);
            screen_printf(&screen, "  %s%s", buffer, column ? "\n" : "   ");
        }
    }
}

/* ---- the command ---- */

static int cut_off(const struct command *command, const struct request *request,
                   struct easycome_rules rules)
{
    struct progress progress = {.began = omp_get_wtime(), .last = omp_get_wtime()};
    const struct easycome_cutoff cutoff = {.rules = rules,
                                           .turns = (int)request->turns,
                                           .threads = (int)request->threads,
                                           .progress = isatty(STDERR_FILENO) ? show_turns : NULL,
                                           .context = &progress};
    double value[EASYCOME_SEATS];
    const uint32_t states = easycome_cutoff_solve(&cutoff, value);
    const double seconds = omp_get_wtime() - progress.began;
    clear_progress(&progress);
    if (request->json) {
        char buffer[GAME_JSON_MAX];
        struct text out = text_on(buffer, sizeof buffer);
        struct json json = json_on(&out);
        json_open(&json, '{');
        json_key_number(&json, "players", rules.players);
        json_key_number(&json, "hold", rules.hold);
        put_value(&json, value, rules.players);
        json_key_number(&json, "states", states);
        json_key_unsigned(&json, "turns", request->turns);
        json_key_real(&json, "seconds", seconds);
        json_key_unsigned(&json, "threads", request->threads);
        json_close(&json, '}');
        puts(buffer);
    } else {
        struct screen screen = screen_on(stdout);
        screen_printf(&screen,
                      tr("%s, %d players, hold=%d, cut off after %d turns with equal shares:\n"
                         "the chances of winning, seat 1 starting\n\n"),
                      easycome_game.title, rules.players, rules.hold, (int)request->turns);
        print_seats(&screen, value, rules.players);
        screen_printf(&screen, tr("\n  %.2f seconds on %d threads\n"), seconds,
                      (int)request->threads);
    }
    return command_finish(command);
}

static int solve(const struct command *command, const struct request *request,
                 struct easycome_rules rules)
{
    char buffer[TEXT_WHY + PATH_MAX], path_buffer[PATH_MAX];
    struct text note = text_on(buffer, sizeof buffer);
    struct text path = text_on(path_buffer, sizeof path_buffer);
    struct progress progress = {.began = omp_get_wtime(), .last = omp_get_wtime()};
    const bool cached = !request->file && easycome_solution_path(rules, &path);
    const struct easycome_solve_job job = {.rules = rules,
                                           .threads = (int)request->threads,
                                           .path = request->file ? request->file
                                                   : cached      ? path_buffer
                                                                 : NULL,
                                           .anew = request->anew,
                                           .noise = (double)request->noise * 1e-6,
                                           .progress =
                                               isatty(STDERR_FILENO) ? show_positions : NULL,
                                           .context = &progress};
    struct easycome_solution *s = easycome_solve(&job, &note);
    clear_progress(&progress);
    if (note.length)
        command_failed(command, "%s", buffer); /* said, but the solution is there all the same */
    const char *kept = job.path && access(job.path, R_OK) == 0 ? job.path : NULL;
    if (request->json)
        print_json(s, kept);
    else
        print_summary(s, kept);
    if (request->describe)
        describe(s);
    easycome_solution_free(s);
    return command_finish(command);
}

/* One option of the command line. False where it is wrong, which has been said. */
static bool take_option(const struct command *command, struct request *request, int option)
{
    switch (option) {
    case PLAYERS:
        request->settings.players = optarg;
        return true;
    case OPTION:
        return command_keep_setting(command, &request->settings, optarg);
    case THREADS:
        return command_number(command, "--threads", optarg, 1, THREADS_MAX, &request->threads);
    case TURNS:
        return command_number(command, "--turns", optarg, 1, TURNS_MAX, &request->turns);
    case NOISE:
        return command_number(command, "--noise", optarg, 1, NOISE_MAX, &request->noise);
    case FILE_NAME:
        request->file = optarg;
        return true;
    case JSON:
        request->json = true;
        return true;
    case DESCRIBE:
        request->describe = true;
        return true;
    case ANEW:
        request->anew = true;
        return true;
    default:
        return false;
    }
}

static int run(const struct command *command, int argc, char **argv)
{
    static const struct option options[] = {
        {"players", required_argument, NULL, PLAYERS},
        {"option", required_argument, NULL, OPTION},
        {"threads", required_argument, NULL, THREADS},
        {"json", no_argument, NULL, JSON},
        {"describe", no_argument, NULL, DESCRIBE},
        {"anew", no_argument, NULL, ANEW},
        {"file", required_argument, NULL, FILE_NAME},
        {"noise", required_argument, NULL, NOISE},
        {"turns", required_argument, NULL, TURNS},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    struct request request = {.threads = (uint64_t)omp_get_num_procs()};
    struct game_settings settings;
    struct easycome state;
    int found, code;
    while ((found = command_option(command, argc, argv, options, &code)) > 0) {
        if (!take_option(command, &request, found))
            return COMMAND_WRONG_USAGE;
    }
    if (found < 0)
        return code;
    if (optind + 1 != argc || strcmp(argv[optind], easycome_game.id) != 0)
        return command_usage(command, tr("give the game: %s is the one that can be solved"),
                             easycome_game.id);
    if (request.json && request.describe)
        return command_usage(command, tr("one of --json and --describe at a time"));
    if (request.turns && (request.describe || request.file || request.anew || request.noise))
        return command_usage(command, tr("--turns goes with --players, --option, --threads and "
                                         "--json only: it keeps no table"));
    if (!command_apply_settings(&easycome_game, &request.settings, &settings, &why) ||
        !easycome_game.start(&state, &settings, &why))
        return command_usage(command, "%s", buffer);
    const struct easycome_rules rules = easycome_rules_of(&state);
    if (request.noise && rules.players == 2)
        return command_usage(command, tr("--noise is for 3 and 4 players: 2 are solved exactly"));
    return request.turns ? cut_off(command, &request, rules) : solve(command, &request, rules);
}

const struct command command_solve = {
    .name = "solve",
    .arguments = "easycome",
    .about = mark("computes, keeps and describes the exact solution of the game"),
    .help = mark("  --players N       2, 3 or 4 (2)\n"
                 "  --option n=v      an option of the game: hold=3\n"
                 "  --threads T       changes nothing but the time (all cores)\n"
                 "  --describe        also each prize's chances and the best first choices\n"
                 "  --json            one JSON object instead of words\n"
                 "  --anew            solves again, whatever is kept already\n"
                 "  --file FILE       the table's file, instead of one in your cache folder\n"
                 "  --noise N         3 and 4 players: how random choices may stay, in millionths "
                 "(by default 1 and 100); less takes longer\n"
                 "  --turns K         instead: the exact value of the game cut off after K turns\n"
                 "Solving goes on where it was interrupted. 2 players take less than a second; the "
                 "table for 3 comes with the program; 4 take some minutes.\n"),
    .example = "cornet solve easycome --describe",
    .run = run,
};
