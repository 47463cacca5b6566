/* cornet play: a new game in the terminal, or one that is gone on with. table.c plays it. */
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>

#include "apps/commands/command.h"
#include "apps/terminal/session.h"
#include "apps/views/view.h"
#include "base/lang.h"
#include "match/match.h"

enum { PLAYERS = 1, SEAT, OPTION, SEED, FAST, SAVE, HINTS };

/* What the command line asks for. */
struct request {
    struct command_settings settings;
    const char *seat[GAME_SEATS_MAX];
    int seats;
    const char *save; /* NULL: the data folder */
    uint64_t seed;
    bool seeded;
};

/* The names of all seats: those that are asked for, else a person first and then bots. */
static bool name_seats(const struct game *game, const struct request *request,
                       const struct game_settings *settings, char name[][MATCH_NAME_MAX],
                       struct text *why)
{
    const char *user = getenv("USER");
    for (int i = 0; i < settings->players; i++) {
        if (i < request->seats) {
            if (!match_check_name(span_of(request->seat[i]), name[i], why))
                return false;
        } else if (i > 0) {
            snprintf(name[i], MATCH_NAME_MAX, MATCH_BOT "%s", agent_best(game, settings)->name);
        } else if (!user || strcmp(user, "root") == 0 || match_names_bot(user) ||
                   !match_check_name(span_of(user), name[i], why)) {
            snprintf(name[i], MATCH_NAME_MAX, "%s", tr("Player"));
        }
    }
    return true;
}

static int begin(const struct command *command, struct session *t, const struct game *game,
                 struct request *request)
{
    char buffer[TEXT_WHY], number[16], name[GAME_SEATS_MAX][MATCH_NAME_MAX] = {{0}};
    struct text why = text_on(buffer, sizeof buffer);
    struct game_settings settings;
    struct stat there;
    if (!request->settings.players && request->seats > game->seats_min) {
        snprintf(number, sizeof number, "%d", request->seats);
        request->settings.players = number;
    }
    if (!command_apply_settings(game, &request->settings, &settings, &why))
        return command_usage(command, "%s", buffer);
    if (request->seats > settings.players)
        return command_usage(command, tr("%d seats are named and %d play"), request->seats,
                             settings.players);
    if (request->save && stat(request->save, &there) == 0)
        return command_usage(command,
                             tr("%s is there already; 'cornet play FILE' goes on with a game"),
                             request->save);
    if (!name_seats(game, request, &settings, name, &why))
        return command_usage(command, "%s", buffer);
    for (int i = 0; i < settings.players; i++)
        settings.bots |= (unsigned)match_names_bot(name[i]) << i;
    t->match = match_new(game, &settings, &why);
    if (!t->match)
        return command_usage(command, "%s", buffer);
    memcpy(t->match->name, name, sizeof t->match->name);
    driver_init(&t->driver, t->match->game, t->match->settings.players);
    if (!driver_open(&t->driver, t->match, &why))
        return command_usage(command, "%s", buffer);
    if (request->save)
        snprintf(t->saving.path, sizeof t->saving.path, "%s", request->save);
    else
        saving_choose(&t->saving, game);
    return COMMAND_DONE;
}

static int resume(const struct command *command, struct session *t, const char *path,
                  const struct request *request)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    size_t line = 1;
    FILE *in = fopen(path, "r");
    if (!in)
        return command_usage(command,
                             tr("'%s' is neither a game nor a record that can be opened; "
                                "'cornet' alone lists the games"),
                             path);
    const bool good = match_reload(&t->match, in, &line, &why);
    fclose(in);
    if (!good)
        return command_wrong_line(path, line, buffer);
    if (request->settings.players || request->settings.count || request->seats || request->save)
        return command_usage(command, tr("a game that is gone on with takes --fast, --hints and "
                                         "--seed only: its record says the rest"));
    driver_init(&t->driver, t->match->game, t->match->settings.players);
    if (!driver_open(&t->driver, t->match, &why))
        return command_failed(command, "%s", buffer);
    saving_resume(&t->saving, path);
    return COMMAND_DONE;
}

/* A seed gives the same dice again; a game that is gone on with goes on with other ones. */
static void seed_dice(struct session *t, const struct request *request)
{
    uint64_t seed = request->seed + t->match->body.count;
    if (!request->seeded && getrandom(&seed, sizeof seed, 0) != sizeof seed)
        seed = (uint64_t)time(NULL);
    rng_seed(&t->dice, seed);
    t->bots = t->dice;
    rng_jump(&t->bots);
}

/* One option of the command line. False where it is wrong, which has been said. */
static bool take_option(const struct command *command, struct request *request, struct session *t,
                        int option)
{
    switch (option) {
    case PLAYERS:
        request->settings.players = optarg;
        return true;
    case SEAT:
        if (request->seats == GAME_SEATS_MAX) {
            command_usage(command, tr("too many --seat"));
            return false;
        }
        request->seat[request->seats++] = optarg;
        return true;
    case OPTION:
        return command_keep_setting(command, &request->settings, optarg);
    case SEED:
        request->seeded = true;
        return command_number(command, "--seed", optarg, 0, UINT64_MAX, &request->seed);
    case FAST:
        t->fast = true;
        return true;
    case HINTS:
        t->hints = true;
        return true;
    case SAVE:
        request->save = optarg;
        return true;
    default:
        return false;
    }
}

static int run(const struct command *command, int argc, char **argv)
{
    static const struct option options[] = {
        {"players", required_argument, NULL, PLAYERS},
        {"seat", required_argument, NULL, SEAT},
        {"option", required_argument, NULL, OPTION},
        {"seed", required_argument, NULL, SEED},
        {"fast", no_argument, NULL, FAST},
        {"hints", no_argument, NULL, HINTS},
        {"save", required_argument, NULL, SAVE},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    struct session *t = &(struct session){.screen = screen_on(stdout)};
    struct request request = {0};
    int found, code;
    while ((found = command_option(command, argc, argv, options, &code)) > 0) {
        if (!take_option(command, &request, t, found))
            return COMMAND_WRONG_USAGE;
    }
    if (found < 0)
        return code;
    if (optind == argc) {
        command_game(command, NULL);
        return COMMAND_WRONG_USAGE;
    }
    if (optind + 1 < argc)
        return command_usage(command, tr("one game at a time; '%s' is too much"), argv[optind + 1]);
    const struct game *game = game_find(span_of(argv[optind]));
    code = game ? begin(command, t, game, &request) : resume(command, t, argv[optind], &request);
    if (code == COMMAND_DONE) {
        seed_dice(t, &request);
        t->view = view_of(t->match->game);
        session_play(t);
        code = command_finish(command);
    }
    if (t->match)
        driver_close(&t->driver);
    match_free(t->match);
    return code;
}

const struct command command_play = {
    .name = "play",
    .arguments = "GAME|FILE",
    .about =
        mark("plays in the terminal, against bots or friends; with a FILE, goes on with that game"),
    .help = mark("  --players N       how many play\n"
                 "  --seat NAME       a seat, in order: a person's name, or bot:AGENT\n"
                 "                    (without any: you, and bots in the other seats)\n"
                 "  --option n=v      an option of the game\n"
                 "  --fast            rolls at once after a move, which leaves no time to undo\n"
                 "  --hints           what each choice is worth, at every decision; never with "
                 "other people\n"
                 "  --save FILE       where the game is kept, instead of your data folder\n"
                 "  --seed S          the same dice again\n"),
    .example = "cornet play %s --seat Anne --seat Bruno --seat bot:greedy",
    .run = run,
};
