#include "cli/agent_games.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/files.h"
#include "base/lang.h"
#include "base/memory.h"
#include "program/stopping.h"

enum { THREADS_MAX = 256, OWN_MAX = 16 };

static const double save_every = 5; /* seconds */

static bool read_options(const struct command *command, const struct command_option own[],
                         int *argc, char ***argv, struct agent_games *games, int *code)
{
    const struct command_option shared[] = {
        {"seed", "S",
         mark("Sets the seed of dice and agents. The default is 1, or random if a program plays."),
         .given = &games->seeded, .number = &games->seed, .max = UINT64_MAX},
        {"threads", "T", mark("Sets the number of threads, which affects speed only, not results."),
         .default_text = mark("all cores"), .integer = &games->threads, .min = 1,
         .max = THREADS_MAX},
        {"option", mark("name=value"), mark("Sets a game option. You can repeat this option."),
         .list = &games->given.option},
        {"records", mark("DIR"),
         mark("Writes every game's record into this folder, or into one file if the name ends in "
              ".cornet."),
         .text = &games->records},
        {"results", mark("FILE"), mark("Writes one line per game to this CSV file."),
         .text = &games->results},
        {"resume", mark("FILE"),
         mark("Keeps the state of the run in this file, and continues from it."),
         .text = &games->resume},
        bots_row(&games->bots),
        bots_time_row(&games->bots),
        bots_memory_row(&games->bots),
        {"json", NULL, mark("Prints one JSON object instead of a table."), .flag = &games->json},
        {0},
    };
    struct command_option all[OWN_MAX + sizeof shared / sizeof *shared];
    int count = 0;
    for (; own[count].help; count++) {
        if (count == OWN_MAX)
            abort(); /* more rows than the capacity: our own bug */
        all[count] = own[count];
    }
    memcpy(all + count, shared, sizeof shared);
    return options_read(command, all, argc, argv, code);
}

/* Without --seed, a run with programs has random dice, since a program could compute the dice of a
 * known seed. So the seed is not written to any file during the run. */
static bool read_programs(struct agent_games *games, struct text *why)
{
    if (!bots_read(&games->bots, why))
        return false;
    games->opener = bots_opener(&games->bots);
    if (games->seeded || !bots_in_list(&games->bots, games->agents))
        return true;
    if (games->resume)
        return text_fail(why, tr("--resume needs --seed if a program plays"));
    if (getrandom(&games->seed, sizeof games->seed, 0) != sizeof games->seed)
        games->seed = (uint64_t)time(NULL);
    games->secret = true;
    games->seed >>= 1; /* numbers in JSON have a sign elsewhere */
    return true;
}

bool agent_games_read(const struct command *command, const struct command_option own[], int argc,
                      char **argv, struct agent_games *games, int *code)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    games->threads = omp_get_num_procs();
    games->bots = bots_defaults();
    games->bots.exec = games->bots.tell = true;
    if (!read_options(command, own, &argc, &argv, games, code))
        return false;
    *code = COMMAND_WRONG_USAGE;
    games->game = command_game(command, argc ? argv[0] : NULL);
    if (!games->game)
        return false;
    if (argc > 1) {
        command_usage(command, tr("name one game; '%s' is too much"), argv[1]);
        return false;
    }
    if (!options_apply_settings(games->game, &games->given, &games->settings, &why) ||
        !read_programs(games, &why)) {
        command_usage(command, "%s", why.start);
        return false;
    }
    return true;
}

/* ---- a run and its files ---- */

/* The state is replaced as a whole, so the lock is on a separate file beside it. */
static void lock_path(const struct agent_run *run, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s.lock", run->line->resume);
}

/* Whether the path still names the open file: the lock's previous holder may have removed it. */
static bool is_named(int file, const char *path)
{
    struct stat here, named;
    return fstat(file, &here) == 0 && stat(path, &named) == 0 && here.st_ino == named.st_ino &&
           here.st_dev == named.st_dev;
}

/* A file system without locks does not keep a run from being played. */
static bool take_lock(struct agent_run *run, struct text *why)
{
    char path[PATH_MAX];
    if (!run->line->resume)
        return true;
    lock_path(run, path);
    for (;;) {
        run->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (run->lock < 0)
            return text_fail(why, tr("cannot write %s: %s"), path, strerror(errno));
        if (flock(run->lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
            close(run->lock);
            run->lock = -1;
            return text_fail(why, tr("another process is playing the run of %s"),
                             run->line->resume);
        }
        if (is_named(run->lock, path))
            return true;
        close(run->lock);
    }
}

static void release_lock(struct agent_run *run)
{
    char path[PATH_MAX];
    if (run->lock < 0)
        return;
    lock_path(run, path);
    unlink(path);
    close(run->lock);
    run->lock = -1;
}

static bool read_earlier(struct agent_run *run, struct text *why)
{
    const char *path = run->line->resume;
    struct text wrong = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (!path || access(path, F_OK) != 0)
        return true;
    run->earlier = run_read(path, why);
    if (!run->earlier)
        return false;
    if (!run_is_same(run->earlier, &run->identity, &wrong))
        return text_fail(why, "%s: %s", path, wrong.start);
    run_take_files(run->earlier, &run->files);
    return true;
}

/* Everything before the files of games are opened. */
static bool prepare(struct agent_run *run, const void *start, struct text *why)
{
    if (!run_is_file(run->line->resume, why) || !take_lock(run, why) || !read_earlier(run, why) ||
        !game_files_check(&run->files, why))
        return false;
    run->progress = progress_start();
    if (!run->earlier)
        agent_run_save(run, start);
    else if (!run->resume(run))
        return text_fail(why, tr("%s is damaged: its totals are impossible"), run->line->resume);
    run->seconds = json_number_value(json_object_get(run->earlier, "seconds"));
    return !run->why[0] || text_fail(why, "%s", run->why);
}

bool agent_run_open(struct agent_run *run, const struct command *command,
                    const struct agent_games *line, const void *start, int *code)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    run->command = command;
    run->line = line;
    run->lock = -1;
    *code = COMMAND_WRONG_USAGE;
    if (line->resume && line->seed > INT64_MAX) {
        command_usage(command, tr("--resume accepts seeds up to %lld"), (long long)INT64_MAX);
        return false;
    }
    run->files.game = run->identity.game;
    run->files.settings = &run->identity.settings;
    run->files.agent = run->identity.agent;
    run->files.seed = line->secret ? NULL : &line->seed;
    run->files.records_path = line->records;
    run->files.results_path = line->results;
    if (prepare(run, start, &why) && game_files_open(&run->files, &why))
        return true;
    *code = command_failed(command, "%s", why.start);
    game_files_close(&run->files);
    if (run->saved > 0 && !run->earlier)
        unlink(line->resume);
    release_lock(run);
    json_decref(run->earlier);
    return false;
}

bool agent_run_take(const struct sim_game *game, void *run)
{
    return game_files_put(game, &((struct agent_run *)run)->files);
}

bool agent_run_watch(struct agent_run *run, uint64_t done, uint64_t whole)
{
    char what[128];
    snprintf(what, sizeof what, trn("%llu of %llu game", "%llu of %llu games", whole),
             (unsigned long long)done, (unsigned long long)whole);
    progress_part(&run->progress, run->before, whole ? (double)done / (double)whole : 1, what);
    return run->line->resume && omp_get_wtime() - run->saved >= save_every;
}

void agent_run_save(struct agent_run *run, const void *result)
{
    struct text why = text_on(run->why, sizeof run->why);
    if (!run->line->resume || !game_files_flush(&run->files))
        return;
    char *json = run_json(run->write, run->job, result, &run->identity, &run->files);
    run->saved = omp_get_wtime();
    text_clear(&why);
    files_replace(run->line->resume, json, strlen(json), &why);
    memory_free(json);
}

int agent_run_close(struct agent_run *run, bool stopped, bool abandoned)
{
    int code = command_finish(run->command);
    if (code == COMMAND_DONE && stopped)
        code = STOPPING_STATUS;
    if (!game_files_close(&run->files))
        code = command_failed(run->command, "%s", run->files.why);
    if (run->why[0])
        code = command_failed(run->command, "%s", run->why);
    if (run->line->bots.given_up)
        code = COMMAND_WRONG_INPUT;
    release_lock(run);
    if (abandoned) /* an agent is still thinking */
        _exit(code);
    json_decref(run->earlier);
    return code;
}

void agent_games_print_note(const struct agent_games *games)
{
    struct screen screen = screen_on(stdout);
    if ((games->game->flags & GAME_SPEECH) && bots_in_list(&games->bots, games->agents))
        screen_put(&screen, tr("  A program receives a list of accepted words and chooses when to "
                               "speak.\n  Our bots must think of a word, read and type, so these "
                               "results do not compare skill.\n"));
}
