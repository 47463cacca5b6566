/* cornet solve: computes, keeps and describes the exact solution of a game. */
#include <limits.h>
#include <omp.h>
#include <string.h>
#include <unistd.h>

#include "base/lang.h"
#include "games/easycome/solve/file.h"
#include "games/easycome/solve/solution.h"
#include "games/easycome/solve/turn.h"
#include "program/options.h"
#include "program/progress.h"
#include "program/stopping.h"

#define THREADS_MAX 256u
#define NOISE_MAX 100000u /* millionths */

/* The parsed command line. */
struct request {
    struct command_settings settings;
    uint64_t threads, noise; /* noise: 0 if not given */
    const char *file;        /* NULL: in the cache folder */
    bool json, describe, anew;
};

/* ---- progress ---- */

/* How far it is, for the line on the terminal and for Ctrl-C. */
struct watch {
    struct progress progress;
    const struct command *command;
    const char *path; /* of the file that is kept; NULL: none */
    struct stopping stopping;
    atomic_uint done, whole;
    atomic_bool checking;
};

static void show_positions(uint32_t done, uint32_t whole, bool checking, void *context)
{
    struct watch *watch = context;
    atomic_store(&watch->done, done);
    atomic_store(&watch->whole, whole);
    atomic_store(&watch->checking, checking);
    progress_part(&watch->progress, 0, (double)done / whole,
                  checking ? tr("checking") : tr("solving"));
}

/* Also in the middle of a layer: what there is. */
static void say_stopped(void *context)
{
    struct watch *watch = context;
    const double whole = atomic_load(&watch->whole), done = atomic_load(&watch->done);
    const double part = atomic_load(&watch->checking) ? 1 : whole > 0 ? done / whole : 0;
    progress_clear(&watch->progress);
    if (watch->path && access(watch->path, R_OK) == 0)
        command_failed(watch->command,
                       tr("stopped with %.1f %% of the positions solved; run again without --anew "
                          "to continue from %s"),
                       100 * part, watch->path);
    else
        command_failed(watch->command, tr("stopped"));
}

static void start_watch(struct watch *watch, const struct command *command, const char *path)
{
    watch->command = command;
    watch->path = path;
    watch->stopping = (struct stopping){.say = say_stopped, .context = watch};
    stopping_begin(&watch->stopping);
}

static void end_watch(struct watch *watch)
{
    stopping_end(&watch->stopping);
    progress_clear(&watch->progress);
}

/* ---- JSON ---- */

static void print_json(const struct easycome_solution *s, const char *path)
{
    struct text out = text_on((char[GAME_JSON_MAX]){0}, GAME_JSON_MAX);
    struct json json = json_on(&out);
    json_open(&json, '{');
    json_key_number(&json, "players", s->space->rules.players);
    json_key_number(&json, "hold", s->space->rules.hold);
    json_key_reals(&json, "value", easycome_solution_start(s), (size_t)s->space->rules.players);
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
    puts(out.start);
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
    screen_printf(&screen, tr("%s, %d players, hold=%d: chances of winning if seat 1 starts\n\n"),
                  easycome_game.title, players, s->space->rules.hold);
    print_seats(&screen, easycome_solution_start(s), players);
    screen_printf(&screen, tr("\n  positions            %u, mirror images counted once\n"),
                  s->space->count);
    screen_printf(&screen, tr("  residual             %.1e\n"), s->residual);
    if (players > 2) {
        screen_printf(&screen, tr("  one-turn deviation   gains at most %.1e anywhere\n"),
                      s->regret);
        screen_printf(&screen, tr("  any deviation        gains at most %.1e anywhere\n"), s->gain);
    }
    screen_printf(&screen,
                  trn("  solved in            %.2f seconds on %u thread\n",
                      "  solved in            %.2f seconds on %u threads\n", s->threads),
                  s->seconds, s->threads);
    if (path)
        screen_printf(&screen, tr("  stored in            %s\n"), path);
}

/* Each prize: its chance if nothing else is tried, and the chance of winning after taking it. */
static void describe_prizes(struct screen *screen, const struct easycome_plan *plan)
{
    screen_put(screen, tr("\nEach prize: its chance in one turn when played for alone, and the "
                          "chance of\nwinning the game after taking it first:\n\n"));
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

/* The solution's most frequent choice after a first throw. */
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
    struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    easycome_game.write(state, actions[best], NULL, GAME_OPEN, &line);
    const char *what = strchr(line.start + 2, ' ') + 1; /* nobody stops after the first roll */
    text_printf(out, "%s  ", easycome_tables.set[state->rolled].digits);
    text_printf(out,
                easycome_kind_of(actions[best]) == EASYCOME_KEEP ? tr("keep %s") : tr("take %s"),
                what);
    while (out->length < 28)
        text_char(out, ' ');
    text_printf(out, "%6.2f", 100 * chance[0]);
}

static void describe(const struct easycome_solution *s)
{
    struct screen screen = screen_on(stdout);
    const struct easycome_tables *t = &easycome_tables;
    const struct easycome start = {.players = (uint8_t)s->space->rules.players,
                                   .hold = (uint8_t)s->space->rules.hold,
                                   .phase = EASYCOME_TO_ROLL};
    struct easycome_plan plan;
    easycome_plan_make(s, &start, &plan);
    describe_prizes(&screen, &plan);
    screen_put(
        &screen,
        tr("\nThe best choice after each first roll, and the chance of winning in percent:\n\n"));
    const unsigned first = t->first[EASYCOME_DICE], rows = (EASYCOME_SETS - first) / 2;
    for (unsigned row = 0; row < rows; row++) {
        for (unsigned column = 0; column < 2; column++) {
            struct text cell = text_on((char[64]){0}, 64);
            struct easycome state = start;
            easycome_game.apply(&state, easycome_action(EASYCOME_ROLL, first + row + column * rows),
                                NULL);
            first_choice(&plan, &state, &cell);
            screen_printf(&screen, "  %s%s", cell.start, column ? "\n" : "   ");
        }
    }
}

/* ---- the command ---- */

static int solve(const struct command *command, const struct request *request,
                 struct easycome_rules rules)
{
    char buffer[TEXT_WHY + PATH_MAX], path_buffer[PATH_MAX];
    struct text note = text_on(buffer, sizeof buffer);
    struct text path = text_on(path_buffer, sizeof path_buffer);
    struct watch watch = {.progress = progress_start()};
    const bool cached = !request->file && easycome_solution_path(rules, &path);
    if (request->file && !easycome_file_may_replace(request->file))
        return command_failed(command, tr("%s exists and is not a table: name another file"),
                              request->file);
    const struct easycome_solve_job job = {.rules = rules,
                                           .threads = (int)request->threads,
                                           .path = request->file ? request->file
                                                   : cached      ? path_buffer
                                                                 : NULL,
                                           .anew = request->anew,
                                           .noise = (double)request->noise * 1e-6,
                                           .progress = show_positions,
                                           .context = &watch};
    start_watch(&watch, command, job.path);
    struct easycome_solution *s = easycome_solve(&job, &note);
    end_watch(&watch);
    if (note.length)
        command_failed(command, "%s", buffer); /* a warning: there is a solution */
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

static bool read_line(const struct command *command, int *argc, char ***argv, struct request *r,
                      int *code)
{
    const struct command_option options[] = {
        {"players", "N", mark("Sets the number of players: 2, 3 or 4."), .default_text = "2",
         .text = &r->settings.players},
        {"option", mark("name=value"), mark("Sets a game option, such as hold=3."),
         .list = &r->settings.option},
        {"threads", "T", mark("Sets the number of threads, which affects speed only, not results."),
         .default_text = mark("all cores"), .number = &r->threads, .min = 1, .max = THREADS_MAX},
        {"describe", NULL, mark("Also prints each prize's chances and the best first choices."),
         .group = 1, .flag = &r->describe},
        {"json", NULL, mark("Prints one JSON object instead of text."), .group = 1,
         .flag = &r->json},
        {"anew", NULL, mark("Solves again even if a solution is stored."), .flag = &r->anew},
        {"file", mark("FILE"),
         mark("Keeps the solution in this file instead of one in your cache folder."),
         .text = &r->file},
        {"noise", "N",
         mark("Sets, for 3 and 4 players, how much randomness is left in the choices, in "
              "millionths; less takes longer."),
         .default_text = mark("1 for 3 players, 100 for 4"), .number = &r->noise, .min = 1,
         .max = NOISE_MAX},
        {0},
    };
    return options_read(command, options, argc, argv, code);
}

static int run(const struct command *command, int argc, char **argv)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct request request = {.threads = (uint64_t)omp_get_num_procs()};
    struct game_settings settings;
    struct easycome state;
    int code;
    if (!read_line(command, &argc, &argv, &request, &code))
        return code;
    if (argc != 1 || strcmp(argv[0], easycome_game.id) != 0)
        return command_usage(command, tr("name the game: only %s can be solved"), easycome_game.id);
    if (!options_apply_settings(&easycome_game, &request.settings, &settings, &why) ||
        !easycome_game.start(&state, &settings, &why))
        return command_usage(command, "%s", why.start);
    const struct easycome_rules rules = easycome_rules_of(&state);
    if (request.noise && rules.players == 2)
        return command_usage(command,
                             tr("--noise is for 3 and 4 players: 2 players are solved exactly"));
    return solve(command, &request, rules);
}

const struct command command_solve = {
    .name = "solve",
    .topic = COMMAND_BOTS,
    .arguments = "easycome",
    .about = mark("Computes, stores and describes the exact solution of the game."),
    .notes = mark("An interrupted run continues where it stopped. 2 players take less than a "
                  "second. The solutions for 3 and 4 players come with the program; --anew "
                  "computes them again in some minutes."),
    .example = "cornet solve easycome --describe",
    .run = run,
};
