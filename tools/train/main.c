/* train GAME --out FOLDER: trains a game's networks from scratch, by self-play
 * (docs/design/training.md). */
#include <errno.h>
#include <getopt.h>
#include <omp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/train/train.h"

enum { THREADS_MAX = 256, SHARDS_MAX = 1000000 };
enum { STOPPED_STATUS = 130 }; /* after Ctrl-C */

/* The parsed command line. Settings that are not given are 0, except for the seed. */
struct request {
    const struct trainer *trainer;
    struct train_settings settings;
    const char *folder, *option;
    uint64_t shard, shards;
    bool join;
    int threads;
};

__attribute__((format(printf, 1, 2), noreturn)) static void refuse(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("train: ", stderr);
    vfprintf(stderr, format, arguments);
    fputs("\n", stderr);
    va_end(arguments);
    exit(2);
}

/* ---- progress ---- */

struct watch {
    bool terminal;      /* standard error is one */
    double start, last; /* seconds: when the run began; when the line was last written */
    char step[64];      /* the current step */
    double began, part; /* … when it started, and how far it was then */
};

static void clear_line(const struct watch *watch)
{
    if (watch->terminal)
        fputs("\r\033[K", stderr);
}

/* Rewrites the line at most four times a second. */
static void show_progress(void *context, const char *step, double part)
{
    struct watch *watch = context;
    const double now = omp_get_wtime();
    if (strcmp(step, watch->step) != 0) {
        snprintf(watch->step, sizeof watch->step, "%s", step);
        watch->began = now;
        watch->part = part;
    }
    if (!watch->terminal || now - watch->last < 0.25)
        return;
    watch->last = now;
    const double done = part - watch->part;
    const int left = done > 0 ? (int)((now - watch->began) * (1 - part) / done) : 0;
    fprintf(stderr, "\r%s: %.1f %%", step, 100 * part);
    if (done > 0)
        fprintf(stderr, ", %d:%02d left", left / 60, left % 60);
    fputs("\033[K", stderr);
}

static void show_note(void *context, const char *line)
{
    const struct watch *watch = context;
    clear_line(watch);
    printf("%s (%.0f s)\n", line, omp_get_wtime() - watch->start);
    fflush(stdout);
}

/* Ctrl-C ends the program at any moment: files are always complete. */
static char stopped[TRAIN_PATH + 80];

static void on_signal(int number)
{
    (void)number;
    if (write(STDERR_FILENO, stopped, strlen(stopped)) < 0)
        _exit(STOPPED_STATUS + 1);
    _exit(STOPPED_STATUS);
}

static void watch_signals(const char *folder)
{
    snprintf(stopped, sizeof stopped,
             "train: stopped: run the same command to continue with %.*s\n", TRAIN_PATH, folder);
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
}

/* ---- the command line ---- */

/* Options that are settings. */
static const struct setting {
    const char *name, *help;
    size_t offset;
    uint64_t min, max;
} settings[] = {
    {"generations", "number of generations: play, fit, test",
     offsetof(struct train_settings, generations), 1, 1000},
    {"positions", "positions from each generation's self-play; in dice games, games",
     offsetof(struct train_settings, positions), 1000, 1000000000},
    {"last", "the same for the last generation; if not given, as --positions",
     offsetof(struct train_settings, last_positions), 1000, 1000000000},
    {"nodes", "positions to search per turn in self-play and tests",
     offsetof(struct train_settings, nodes), 1, 1000000},
    {"units", "units of the network's hidden layer", offsetof(struct train_settings, units), 1,
     1000000},
    {"games", "maximum number of games per test", offsetof(struct train_settings, games), 2,
     1000000000},
    {"seed", "seed of all random numbers (default: 1)", offsetof(struct train_settings, seed), 0,
     UINT64_MAX},
};
enum { SETTINGS = sizeof settings / sizeof *settings };

static uint64_t *value_of(struct train_settings *s, const struct setting *setting)
{
    return (uint64_t *)((char *)s + setting->offset);
}

static uint64_t default_of(const struct trainer *trainer, const struct setting *setting)
{
    struct train_settings defaults = trainer->defaults;
    return *value_of(&defaults, setting);
}

static void print_help(void)
{
    printf("train GAME --out FOLDER: makes a game's networks from nothing, by self-play\n"
           "  --out FOLDER     all files; the same command continues an interrupted run\n");
    for (int i = 0; i < SETTINGS; i++) {
        printf("  --%-11s N  %s", settings[i].name, settings[i].help);
        const char *between = " (default: ";
        for (int k = 0; trainer_list[k]; k++) {
            const uint64_t number = default_of(trainer_list[k], &settings[i]);
            if (!number)
                continue;
            printf("%s%s %llu", between, trainer_list[k]->game->id, (unsigned long long)number);
            between = ", ";
        }
        puts(*between == ',' ? ")" : "");
    }
    puts("  --option NAME=VALUE  an option of Débâcle, such as form=tournament; self-play then "
         "starts\n"
         "                   from the program's own network\n"
         "  --shard I/N      play part I of N of the self-play that is due, then exit\n"
         "  --join           collect the parts played by --shard, fit and test, and exit when the\n"
         "                   next parts are due\n"
         "  --threads N      affects speed only, not results (default: all cores)");
}

static const struct trainer *find_trainer(const char *id)
{
    char buffer[TEXT_WHY];
    struct text ids = text_on(buffer, sizeof buffer);
    for (int i = 0; trainer_list[i]; i++) {
        if (id && strcmp(id, trainer_list[i]->game->id) == 0)
            return trainer_list[i];
        text_printf(&ids, "%s%s", i ? ", " : "", trainer_list[i]->game->id);
    }
    refuse("name a game that has networks: %s", buffer);
}

static uint64_t read_number(const char *option, uint64_t min, uint64_t max)
{
    uint64_t number;
    if (!span_number(span_of(optarg), min, max, &number))
        refuse("--%s takes a number from %llu to %llu, not '%s'", option, (unsigned long long)min,
               (unsigned long long)max, optarg);
    return number;
}

static void read_shard(struct request *r)
{
    struct span rest = span_of(optarg);
    const struct span first = span_cut(&rest, '/');
    if (!rest.at || !span_number(rest, 1, SHARDS_MAX, &r->shards) ||
        !span_number(first, 1, r->shards, &r->shard))
        refuse("--shard takes I/N, the part I of N: 1/4 to 4/4; not '%s'", optarg);
}

static void read_options(struct request *r, int argc, char **argv)
{
    struct option options[SETTINGS + 7] = {
        {"out", required_argument, NULL, 'o'},     {"shard", required_argument, NULL, 's'},
        {"threads", required_argument, NULL, 't'}, {"join", no_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},          {"option", required_argument, NULL, 'p'},
    };
    enum { FIRST = 256 }; /* not a character */
    for (int i = 0; i < SETTINGS; i++)
        options[6 + i] = (struct option){settings[i].name, required_argument, NULL, FIRST + i};
    for (int found; (found = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
        if (found >= FIRST) {
            const struct setting *setting = &settings[found - FIRST];
            *value_of(&r->settings, setting) =
                read_number(setting->name, setting->min, setting->max);
        } else if (found == 'o') {
            r->folder = optarg;
        } else if (found == 's') {
            read_shard(r);
        } else if (found == 'p') {
            r->option = optarg;
        } else if (found == 't') {
            r->threads = (int)read_number("threads", 1, THREADS_MAX);
        } else if (found == 'j') {
            r->join = true;
        } else if (found == 'h') {
            print_help();
            exit(0);
        } else {
            exit(2);
        }
    }
}

/* Missing settings get the trainer's defaults; refuses settings that the game does not use. */
static void fill_in(struct request *r)
{
    const struct trainer *trainer = r->trainer;
    struct train_settings *s = &r->settings;
    if (trainer->defaults.last_positions && !s->last_positions)
        s->last_positions = s->positions; /* 0: the default */
    for (int i = 0; i < SETTINGS; i++) {
        uint64_t *value = value_of(s, &settings[i]);
        const uint64_t standard = default_of(trainer, &settings[i]);
        if (settings[i].offset == offsetof(struct train_settings, seed))
            continue;
        if (*value && !standard)
            refuse("--%s does not apply to %s", settings[i].name, trainer->game->id);
        *value = *value ? *value : standard;
    }
    if ((r->shards || r->join) && !trainer->shards)
        refuse("--%s does not apply to %s", r->join ? "join" : "shard", trainer->game->id);
    if (r->option && !trainer->options)
        refuse("--option does not apply to %s", trainer->game->id);
    if (r->shards && r->join)
        refuse("give either --shard or --join");
    if (s->units % trainer->units_step || s->units > trainer->units_max)
        refuse("--units takes a multiple of %llu up to %llu",
               (unsigned long long)trainer->units_step, (unsigned long long)trainer->units_max);
}

int main(int argc, char **argv)
{
    char buffer[TEXT_WHY + TRAIN_PATH];
    struct text why = text_on(buffer, sizeof buffer);
    struct request request = {.settings = {.seed = 1}, .threads = omp_get_num_procs()};
    read_options(&request, argc, argv);
    request.trainer = find_trainer(argv[optind]);
    if (argc > optind + 1)
        refuse("name one game; '%s' is too much", argv[optind + 1]);
    if (!request.folder)
        refuse("--out FOLDER is required");
    fill_in(&request);
    struct watch watch = {.terminal = isatty(STDERR_FILENO), .start = omp_get_wtime()};
    struct train_run job = {.settings = request.settings,
                            .option = request.option,
                            .folder = request.folder,
                            .threads = request.threads,
                            .shard = request.shard,
                            .shards = request.shards,
                            .join = request.join,
                            .lock = -1,
                            .progress = show_progress,
                            .note = show_note,
                            .context = &watch};
    watch_signals(request.folder);
    const bool done = train_open(&job, request.trainer, &why) && request.trainer->run(&job, &why);
    train_close(&job);
    clear_line(&watch);
    if (!done)
        fprintf(stderr, "train: %s\n", buffer);
    return done ? 0 : 1;
}
