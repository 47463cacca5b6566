#include "apps/commands/contest.h"

#include <omp.h>
#include <string.h>
#include <unistd.h>

#include "base/lang.h"

enum { PLAYERS = 1, AGENTS, GAMES, SEED, THREADS, JSON, OPTION };

#define THREADS_MAX 256u

static const struct option shared[] = {
    {"players", required_argument, NULL, PLAYERS}, {"agents", required_argument, NULL, AGENTS},
    {"games", required_argument, NULL, GAMES},     {"seed", required_argument, NULL, SEED},
    {"threads", required_argument, NULL, THREADS}, {"json", no_argument, NULL, JSON},
    {"option", required_argument, NULL, OPTION},   {"help", no_argument, NULL, 'h'},
};
enum { SHARED = sizeof shared / sizeof *shared };

static bool take_shared(const struct command *command, int option, struct command_settings *kept,
                        struct contest *contest)
{
    uint64_t threads;
    switch (option) {
    case PLAYERS:
        kept->players = optarg;
        return true;
    case AGENTS:
        contest->agents = optarg;
        return true;
    case GAMES:
        return command_number(command, "--games", optarg, 1, contest->games_max, &contest->games);
    case SEED:
        return command_number(command, "--seed", optarg, 0, UINT64_MAX, &contest->seed);
    case THREADS:
        if (!command_number(command, "--threads", optarg, 1, THREADS_MAX, &threads))
            return false;
        contest->threads = (int)threads;
        return true;
    case JSON:
        contest->json = true;
        return true;
    default:
        return command_keep_setting(command, kept, optarg);
    }
}

bool contest_read(const struct command *command, int argc, char **argv, const struct option own[],
                  bool (*take)(const struct command *command, int option, void *context),
                  void *context, struct contest *contest, int *code)
{
    struct option options[SHARED + CONTEST_OWN_MAX + 1] = {{0}};
    struct command_settings kept = {0};
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    int found;
    memcpy(options, shared, sizeof shared);
    for (int i = 0; i < CONTEST_OWN_MAX && own[i].name; i++)
        options[SHARED + i] = own[i];
    contest->threads = omp_get_num_procs();
    while ((found = command_option(command, argc, argv, options, code)) > 0) {
        *code = COMMAND_WRONG_USAGE;
        if (!(found >= CONTEST_OWN ? take(command, found, context)
                                   : take_shared(command, found, &kept, contest)))
            return false;
    }
    if (found < 0)
        return false;
    *code = COMMAND_WRONG_USAGE;
    contest->game = command_game(command, argv[optind]);
    if (!contest->game)
        return false;
    if (optind + 1 < argc) {
        command_usage(command, tr("one game at a time; '%s' is too much"), argv[optind + 1]);
        return false;
    }
    if (!command_apply_settings(contest->game, &kept, &contest->settings, &why)) {
        command_usage(command, "%s", buffer);
        return false;
    }
    contest->players_given = kept.players != NULL;
    return true;
}

struct contest_progress contest_progress_start(void)
{
    return (struct contest_progress){.line = isatty(STDERR_FILENO), .last = omp_get_wtime()};
}

void contest_progress_show(struct contest_progress *progress, uint64_t done, uint64_t max)
{
    const double now = omp_get_wtime();
    if (!progress->line || now - progress->last < 0.25)
        return;
    progress->last = now;
    struct screen screen = screen_on(stderr);
    screen_put(&screen, "\r");
    screen_printf(&screen, tr("%llu of %llu games (%d %%)"), (unsigned long long)done,
                  (unsigned long long)max, (int)(100.0 * (double)done / (double)max));
    fflush(stderr);
}

void contest_progress_clear(const struct contest_progress *progress)
{
    if (progress->line)
        fputs("\r\033[K", stderr);
}
