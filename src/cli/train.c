/* cornet train: makes a game's networks from nothing, by self-play. */
#include "train/train.h"

#include <omp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "agents/agent.h"
#include "base/lang.h"
#include "program/options.h"
#include "program/progress.h"
#include "program/stopping.h"

#define COUNT_MAX 1000000000u
enum { THREADS_MAX = 256, GENERATIONS_MAX = 1000, NODES_MAX = 1000000 };

/* What the command line asks for; numbers are 0 if they are not given. */
struct request {
    struct train_settings settings;
    bool seeded;
    const char *folder, *shard;
    bool join;
    int threads;
};

static const struct trainer *find_trainer(const struct command *command, const char *id)
{
    for (int i = 0; id && trainer_list[i]; i++) {
        if (span_is(span_of(id), trainer_list[i]->game->id))
            return trainer_list[i];
    }
    char buffer[TEXT_WHY];
    struct text ids = text_on(buffer, sizeof buffer);
    for (int i = 0; trainer_list[i]; i++)
        text_printf(&ids, "%s%s", i ? ", " : "", trainer_list[i]->game->id);
    command_usage(command, tr("name a game that has networks: %s"), buffer);
    return NULL;
}

/* ---- progress ---- */

struct watch {
    struct progress progress;
    const struct command *command;
    const char *folder;
    char step[64];      /* the current step */
    double began, part; /* … when it was first heard of, in seconds, and how far it was then */
};

static void show_progress(void *context, const char *step, double part)
{
    struct watch *watch = context;
    const double now = progress_seconds(&watch->progress);
    if (!span_is(span_of(step), watch->step)) {
        snprintf(watch->step, sizeof watch->step, "%s", step);
        watch->began = now;
        watch->part = part;
    }
    const double done = part - watch->part;
    if (done <= 0) {
        progress_show(&watch->progress, "%s: %.1f %%", step, 100 * part);
        return;
    }
    const double left = (now - watch->began) * (1 - part) / done;
    progress_show(&watch->progress, tr("%s: %.1f %%, %d:%02d left"), step, 100 * part,
                  (int)left / 60, (int)left % 60);
}

static void show_note(void *context, const char *line)
{
    struct watch *watch = context;
    struct screen screen = screen_on(stdout);
    progress_clear(&watch->progress);
    screen_printf(&screen, "%s (%.0f s)\n", line, progress_seconds(&watch->progress));
    fflush(stdout);
}

/* Whatever it is doing: files are kept as they are made. */
static void say_stopped(void *context)
{
    const struct watch *watch = context;
    progress_clear(&watch->progress);
    command_failed(watch->command, tr("stopped: run the same command to continue with %s"),
                   watch->folder);
}

/* ---- the command ---- */

static bool has_nodes(const struct trainer *trainer)
{
    return trainer->defaults.nodes > 0;
}

static bool has_last(const struct trainer *trainer)
{
    return trainer->defaults.last_positions > 0;
}

static bool has_shards(const struct trainer *trainer)
{
    return trainer->shards;
}

/* The help of an option, with the games for which it has a meaning. */
static const char *help_of_some(const char *help, bool has(const struct trainer *),
                                char buffer[TEXT_WHY])
{
    struct text out = text_on(buffer, TEXT_WHY);
    text_printf(&out, "%s", tr(help));
    const char *between = tr("; only for ");
    for (int i = 0; trainer_list[i]; i++) {
        if (!has(trainer_list[i]))
            continue;
        text_printf(&out, "%s%s", between, trainer_list[i]->game->id);
        between = ", ";
    }
    return buffer;
}

/* The help of --units, with what each game takes. */
static const char *help_of_units(char buffer[TEXT_WHY])
{
    struct text out = text_on(buffer, TEXT_WHY);
    text_add(&out, tr("units of the network's hidden layer"));
    for (int i = 0; trainer_list[i]; i++) {
        const struct trainer *one = trainer_list[i];
        text_printf(&out, "; %s: ", one->game->id);
        if (one->units_step == one->units_max)
            text_printf(&out, "%llu", (unsigned long long)one->units_max);
        else
            text_printf(&out, tr("a multiple of %llu up to %llu"),
                        (unsigned long long)one->units_step, (unsigned long long)one->units_max);
    }
    return buffer;
}

/* The default of a setting in each game that uses it, followed by `more`. */
static const char *recipe(size_t setting, const char *more, char buffer[TEXT_WHY])
{
    struct text out = text_on(buffer, TEXT_WHY);
    for (int i = 0; trainer_list[i]; i++) {
        uint64_t number;
        memcpy(&number, (const char *)&trainer_list[i]->defaults + setting, sizeof number);
        if (number)
            text_printf(&out, "%s%s %llu", out.length ? ", " : "", trainer_list[i]->game->id,
                        (unsigned long long)number);
    }
    text_add(&out, more);
    return buffer;
}

static bool read_line(const struct command *command, int *argc, char ***argv, struct request *r,
                      int *code)
{
    struct train_settings *s = &r->settings;
    char recipes[6][TEXT_WHY], last[TEXT_WHY], nodes[TEXT_WHY], units[TEXT_WHY];
    char shard[TEXT_WHY], join[TEXT_WHY];
    const struct command_option options[] = {
        {"out", mark("FOLDER"),
         mark("folder of all files; the same command continues an interrupted run"),
         .text = &r->folder},
        {"generations", "N", mark("number of generations: play, fit, test"),
         .default_text = recipe(offsetof(struct train_settings, generations), "", recipes[0]),
         .number = &s->generations, .min = 1, .max = GENERATIONS_MAX},
        {"positions", "N", mark("positions from each generation's self-play; in dice games, games"),
         .default_text = recipe(offsetof(struct train_settings, positions), "", recipes[1]),
         .number = &s->positions, .min = 1000, .max = COUNT_MAX},
        {"last", "N", help_of_some(mark("the same for the last generation"), has_last, last),
         .default_text = recipe(offsetof(struct train_settings, last_positions),
                                tr(", or as --positions"), recipes[2]),
         .number = &s->last_positions, .min = 1000, .max = COUNT_MAX},
        {"nodes", "N",
         help_of_some(mark("positions to search per turn in self-play and tests"), has_nodes,
                      nodes),
         .default_text = recipe(offsetof(struct train_settings, nodes), "", recipes[3]),
         .number = &s->nodes, .min = 1, .max = NODES_MAX},
        {"units", "N", help_of_units(units),
         .default_text = recipe(offsetof(struct train_settings, units), "", recipes[4]),
         .number = &s->units, .min = 1, .max = UINT64_MAX},
        {"games", "G", mark("maximum number of games per test"),
         .default_text = recipe(offsetof(struct train_settings, games), "", recipes[5]),
         .number = &s->games, .min = 2, .max = COUNT_MAX},
        {"seed", "S", mark("seed of all random numbers"), .number = &s->seed, .max = UINT64_MAX},
        {"shard", "I/N",
         help_of_some(mark("play part I of N of the self-play that is due, then exit"), has_shards,
                      shard),
         .group = 1, .text = &r->shard},
        {"join", NULL,
         help_of_some(mark("collect the parts played by --shard, fit and test, and exit when the "
                           "next parts are due"),
                      has_shards, join),
         .group = 1, .flag = &r->join},
        {"threads", "T", mark("affects speed only, not results"), .default_text = mark("all cores"),
         .integer = &r->threads, .min = 1, .max = THREADS_MAX},
        {0},
    };
    return options_read(command, options, argc, argv, code);
}

static uint64_t given_or(uint64_t given, uint64_t otherwise)
{
    return given ? given : otherwise;
}

/* Missing settings get the trainer's defaults. */
static void fill_in(struct train_settings *s, const struct train_settings *from)
{
    if (from->last_positions)
        s->last_positions =
            given_or(s->last_positions, s->positions ? s->positions : from->last_positions);
    s->generations = given_or(s->generations, from->generations);
    s->positions = given_or(s->positions, from->positions);
    s->nodes = given_or(s->nodes, from->nodes);
    s->units = given_or(s->units, from->units);
    s->games = given_or(s->games, from->games);
}

/* Refuses settings that the game does not use. */
static bool check_meaning(const struct command *command, const struct trainer *trainer,
                          const struct request *r)
{
    const char *option = r->settings.nodes && !has_nodes(trainer)           ? "nodes"
                         : r->settings.last_positions && !has_last(trainer) ? "last"
                         : r->shard && !has_shards(trainer)                 ? "shard"
                         : r->join && !has_shards(trainer)                  ? "join"
                                                                            : NULL;
    if (option) {
        command_usage(command, tr("--%s does not apply to %s"), option, trainer->game->id);
        return false;
    }
    return true;
}

static int run(const struct command *command, int argc, char **argv)
{
    char buffer[TEXT_WHY + TRAIN_PATH];
    struct text why = text_on(buffer, sizeof buffer);
    struct request request = {.settings = {.seed = 1}, .threads = omp_get_num_procs()};
    int code;
    if (!read_line(command, &argc, &argv, &request, &code))
        return code;
    const struct trainer *trainer = find_trainer(command, argc ? argv[0] : NULL);
    if (!trainer)
        return COMMAND_WRONG_USAGE;
    if (argc > 1)
        return command_usage(command, tr("name one game; '%s' is too much"), argv[1]);
    if (!request.folder)
        return command_usage(command, tr("--out FOLDER is required"));
    if (!check_meaning(command, trainer, &request))
        return COMMAND_WRONG_USAGE;
    fill_in(&request.settings, &trainer->defaults);
    if (request.settings.units % trainer->units_step || request.settings.units > trainer->units_max)
        return command_usage(command, tr("--units takes a multiple of %llu up to %llu"),
                             (unsigned long long)trainer->units_step,
                             (unsigned long long)trainer->units_max);
    struct watch watch = {
        .progress = progress_start(), .command = command, .folder = request.folder};
    struct stopping stopping = {.say = say_stopped, .context = &watch};
    struct train_run job = {.settings = request.settings,
                            .folder = request.folder,
                            .threads = request.threads,
                            .join = request.join,
                            .lock = -1,
                            .progress = show_progress,
                            .note = show_note,
                            .context = &watch};
    if (!options_shard(request.shard, &job.shard, &job.shards, &why))
        return command_usage(command, "%s", buffer);
    stopping_begin(&stopping);
    const bool done = train_open(&job, trainer, &why) && trainer->run(&job, &why);
    stopping_end(&stopping);
    train_close(&job);
    progress_clear(&watch.progress);
    return done ? command_finish(command) : command_failed(command, "%s", buffer);
}

const struct command command_train = {
    .name = "train",
    .topic = COMMAND_BOTS,
    .arguments = mark("GAME"),
    .about = mark("trains a game's networks from scratch by self-play"),
    .notes = mark("Each generation plays against itself, is fitted to the results, and is accepted "
                  "only if it wins a sequential test against its predecessor. At Wazabi the "
                  "networks are tested once at the end, against the program's own. The .net files "
                  "have the layout of those in games/GAME/data/."),
    .example = "cornet train GAME --out networks",
    .run = run,
};
