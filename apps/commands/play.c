/* cornet play: a new game in the terminal, or one that is continued. session.c plays it. */
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>

#include "apps/commands/options.h"
#include "apps/terminal/session.h"
#include "apps/views/view.h"
#include "base/lang.h"
#include "match/match.h"

/* What the command line asks for. */
struct request {
    struct command_settings settings;
    struct command_list seats; /* names, in order */
    const char *save;          /* NULL: the data folder */
    uint64_t seed;
    bool seeded, fast, hints;
};

/* The names of all seats: those that are given, else a person first and then bots. */
static bool name_seats(const struct game *game, const struct request *request,
                       const struct game_settings *settings, char name[][MATCH_NAME_MAX],
                       struct text *why)
{
    const char *user = getenv("USER");
    for (int i = 0; i < settings->players; i++) {
        if (i < request->seats.count) {
            if (!match_check_name(span_of(request->seats.value[i]), name[i], why))
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
    if (!request->settings.players && request->seats.count > game->seats_min) {
        snprintf(number, sizeof number, "%d", request->seats.count);
        request->settings.players = number;
    }
    if (!options_apply_settings(game, &request->settings, &settings, &why))
        return command_usage(command, "%s", buffer);
    if (request->seats.count > settings.players)
        return command_usage(command, tr("%d seats are named and %d play"), request->seats.count,
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
    match_set_names(t->match, name);
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
    if (request->settings.players || request->settings.option.count || request->seats.count ||
        request->save)
        return command_usage(command, tr("a game that is gone on with takes --fast, --hints and "
                                         "--seed only: its record says the rest"));
    driver_init(&t->driver, t->match->game, t->match->settings.players);
    if (!driver_open(&t->driver, t->match, &why))
        return command_failed(command, "%s", buffer);
    saving_resume(&t->saving, path);
    return COMMAND_DONE;
}

/* A seed gives the same dice again; a game that is continued gets different ones. */
static void seed_dice(struct session *t, const struct request *request)
{
    uint64_t seed = request->seed + t->match->body.count;
    if (!request->seeded && getrandom(&seed, sizeof seed, 0) != sizeof seed)
        seed = (uint64_t)time(NULL);
    rng_seed(&t->dice, seed);
    t->bots = t->dice;
    rng_jump(&t->bots);
}

static bool read_line(const struct command *command, int *argc, char ***argv, struct request *r,
                      int *code)
{
    const struct command_option options[] = {
        {.name = "players",
         .argument = "N",
         .help = mark("how many play"),
         .text = &r->settings.players},
        {.name = "seat",
         .argument = mark("NAME"),
         .help = mark("a seat, in order: a person's name, or bot:AGENT; without any: you, and bots "
                      "in the other seats"),
         .list = &r->seats,
         .max = GAME_SEATS_MAX},
        {.name = "option",
         .argument = mark("name=value"),
         .help = mark("an option of the game; may be repeated"),
         .list = &r->settings.option},
        {.name = "fast",
         .help = mark("rolls at once after a move, which leaves no time to undo"),
         .flag = &r->fast},
        {.name = "hints",
         .help = mark("what each choice is worth, at every decision; never with other people"),
         .flag = &r->hints},
        {.name = "save",
         .argument = mark("FILE"),
         .help = mark("where the game is kept, instead of your data folder"),
         .text = &r->save},
        {.name = "seed",
         .argument = "S",
         .help = mark("the same dice again"),
         .given = &r->seeded,
         .number = &r->seed,
         .max = UINT64_MAX},
        {0},
    };
    return options_read(command, options, argc, argv, code);
}

static int run(const struct command *command, int argc, char **argv)
{
    struct session *t = &(struct session){.screen = screen_on(stdout)};
    struct request request = {0};
    int code;
    if (!read_line(command, &argc, &argv, &request, &code))
        return code;
    if (argc == 0) {
        command_game(command, NULL);
        return COMMAND_WRONG_USAGE;
    }
    if (argc > 1)
        return command_usage(command, tr("one game at a time; '%s' is too much"), argv[1]);
    t->fast = request.fast;
    t->hints = request.hints;
    const struct game *game = game_find(span_of(argv[0]));
    code = game ? begin(command, t, game, &request) : resume(command, t, argv[0], &request);
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
    .arguments = mark("GAME|FILE"),
    .about =
        mark("plays in the terminal, against bots or friends; with a FILE, goes on with that game"),
    .example = "cornet play %s --seat Anne --seat Bruno --seat bot:greedy",
    .run = run,
};
