/* The command line of cornet join. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "base/lang.h"
#include "cli/join.h"
#include "cli/join_tables.h"
#include "net/fetch.h"
#include "program/options.h"
#include "table/table.h"
#include "tui/saving.h"

#define PACE_MS 600 /* after a line, on the full screen, unless --pace says */

/* http://HOST:PORT/t/TABLE, or without the table. */
static bool take_url(struct client *c, const char *url)
{
    struct fetch_url at;
    if (!fetch_read_url(url, &at))
        return false;
    snprintf(c->host, sizeof c->host, "%s", at.host);
    c->port = at.port;
    c->tls = at.tls;
    if (strncmp(at.path, "/t/", 3) == 0)
        snprintf(c->table, sizeof c->table, "%.*s", (int)strcspn(at.path + 3, "/?#"), at.path + 3);
    return true;
}

/* `30`: seconds for each move; `300+5`: a time bank, and what each move adds. NULL: neither. */
static json_t *clock_of(const char *text)
{
    uint64_t seconds, add = 0;
    const char *plus = strchr(text, '+');
    if (strcmp(text, "none") == 0)
        return json_pack("{s:s}", "kind", "none");
    const struct span first = {text, plus ? (size_t)(plus - text) : strlen(text)};
    if (!span_number(first, 1, TABLE_CLOCK_SECONDS_MAX, &seconds) ||
        (plus && !span_number(span_of(plus + 1), 0, TABLE_CLOCK_SECONDS_MAX, &add)))
        return NULL;
    if (!plus)
        return json_pack("{s:s,s:i}", "kind", "move", "seconds", (int)seconds);
    return json_pack("{s:s,s:i,s:i}", "kind", "bank", "seconds", (int)seconds, "add", (int)add);
}

/* The request that creates a table. */
static json_t *creation(const struct client *c, const struct game *game,
                        const struct game_settings *settings, struct text *why)
{
    json_t *clock = c->clock ? clock_of(c->clock) : json_null();
    if (!clock)
        text_fail(why,
                  tr("--clock takes seconds per move, such as 30, or a time bank and an increment, "
                     "such as 300+5, or none, not '%s'"),
                  c->clock);
    if (!clock)
        return NULL;
    json_t *options = json_object(), *seats = json_array();
    for (int i = 0; game->options[i].name; i++) {
        const struct game_option *option = &game->options[i];
        if (strcmp(game_value_at(settings, i),
                   option->people_value ? option->people_value : option->default_value) != 0)
            json_object_set_new(options, option->name, json_string(game_value_at(settings, i)));
    }
    for (int i = 0; i < settings->players; i++)
        json_array_append_new(seats, json_string(i == 0 ? "me" : "open"));
    json_t *create =
        json_pack("{s:s,s:s,s:i,s:o,s:o,s:s}", "do", "create", "game", game->id, "players",
                  settings->players, "options", options, "seats", seats, "name", c->name);
    if (c->listed)
        json_object_set_new(create, "listed", json_true());
    if (json_is_object(clock))
        json_object_set(create, "clock", clock);
    json_decref(clock);
    return create;
}

/* The secret of a seat to which the command returns. */
static void find_secret(struct client *c)
{
    char folder[4096];
    char *name = c->kept_name;
    int seat;
    if (!saving_folder(folder, sizeof folder) || c->watch)
        return;
    snprintf(c->seat_file, sizeof c->seat_file, "%s/seat-%s", folder, c->table);
    FILE *in = fopen(c->seat_file, "r");
    if (!in)
        return;
    const bool read = fscanf(in, "%d %40s %*64s %255[^\n]", &seat, c->secret, name) == 3;
    if (read && (!c->seat || c->seat == seat) && (!c->named || strcmp(name, c->name) == 0)) {
        c->seat = seat;
        c->name = name;
    } else {
        c->secret[0] = '\0'; /* another player's, on the same machine */
    }
    fclose(in);
}

static bool read_line(struct client *c, int *argc, char ***argv, const struct game **game,
                      struct command_settings *given, int *code)
{
    const struct command_option options[] = {
        {.argument = "URL",
         .help = mark("Names the table's link, http://HOST:PORT/t/TABLE. A server's address lists "
                      "its tables.")},
        {"name", mark("NAME"), mark("Sets your name."),
         .default_text = mark("that of cornet name, or your user name"), .text = &c->name},
        {"seat", "N", mark("Takes this seat instead of the first open one."), .integer = &c->seat,
         .min = 1, .max = GAME_SEATS_MAX},
        {"watch", NULL, mark("Watches the table without taking a seat."), .flag = &c->watch},
        {"new", mark("GAME"),
         mark("Creates a table on the server http://HOST:PORT/ for this game."), .game = game},
        {"players", "N", mark("Sets the number of players at the new table."),
         .text = &given->players},
        {"option", mark("name=value"), mark("Sets a game option. You can repeat this option."),
         .list = &given->option},
        {"clock", mark("SECONDS"),
         mark("Sets the clock of the new table: seconds per move, a time bank such as 300+5, or "
              "none."),
         .text = &c->clock},
        {"listed", NULL, mark("Shows the new table to everybody who looks for one."),
         .flag = &c->listed},
        {"auto", NULL, mark("Plays at random, without a person, to the end of the game."),
         .flag = &c->automatic},
        {"plain", NULL, mark("Prints lines instead of using the full screen."), .flag = &c->plain},
        {"pace", "MS",
         mark("Sets the pause on the full screen, in milliseconds, after a bot's move or a roll."),
         .number = &c->pace, .max = 10000},
        {0},
    };
    return options_read(c->command, options, argc, argv, code);
}

/* Plays under the account's name, unless --name is another one. False with a reason. */
static bool use_account(struct client *c, const char *url, struct text *why)
{
    if (!account_open(&c->account, url, why))
        return false;
    if (c->account.known && account_ticket(&c->account)[0] &&
        (!c->named || strcmp(c->name, c->account.name) == 0)) {
        c->name = c->account.name;
        return true;
    }
    c->account = (struct account){0};
    return true;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct client c = {.command = command,
                       .guest.screen = screen_on(stdout),
                       .transcript.kept.file = -1,
                       .dice = {.kept.file = -1, .send = join_send_dice, .warn = join_warn_dice},
                       .pace = PACE_MS};
    c.dice.context = &c;
    struct command_settings given = {.people = true};
    struct start start = {0};
    const struct game *game = NULL;
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    char own[MATCH_NAME_MAX];
    struct preferences kept;
    uint64_t seed;
    int code;
    preferences_read(&kept);
    c.pace = kept.pace >= 0 ? (uint64_t)kept.pace : c.pace;
    start_own_name(own);
    if (!read_line(&c, &argc, &argv, &game, &given, &code))
        return code;
    c.named = c.name != NULL;
    if (c.named && !match_check_name(span_of(c.name), own, &why))
        return command_usage(command, "%s", why.start);
    c.name = own;
    if (argc != 1 || !take_url(&c, argv[0]))
        return command_usage(command,
                             tr("give the address of a server or a table: http://HOST:PORT/ or "
                                "http://HOST:PORT/t/TABLE"));
    if (!c.automatic && !use_account(&c, argv[0], &why))
        return command_failed(command, "%s", why.start);
    if (!game && (c.clock || c.listed || given.players || given.option.count))
        return command_usage(command,
                             tr("--players, --option, --clock and --listed require --new GAME"));
    if (!c.table[0] && !game && !c.automatic && !join_choose_table(&c, argv[0], &start, &code))
        return code;
    if (!c.table[0] == !(game || start.game))
        return command_usage(command,
                             tr("give a table's address, or a server's address with --new GAME"));
    if (sodium_init() < 0)
        return command_failed(command, tr("the system provides no random numbers"));
    given.clocked = c.clock != NULL; /* all seats are people's */
    if (game && !options_apply_settings(game, &given, &start.settings, &why))
        return command_usage(command, "%s", why.start);
    start.game = game ? game : start.game;
    if (start.game && !(c.creation = creation(&c, start.game, &start.settings, &why)))
        return command_usage(command, "%s", why.start);
    c.create = start.game != NULL;
    randombytes_buf(&seed, sizeof seed);
    rng_seed(&c.rng, seed);
    if (!start.game)
        find_secret(&c);
    if (!start.game)
        join_find_key(&c);
    return join_serve(&c);
}

const struct command command_join = {
    .name = "join",
    .topic = COMMAND_PLAY,
    .arguments = "URL",
    .about = mark("Plays at a server's table from the terminal."),
    .notes = mark("The seat stays yours: run the same command to return to it."),
    .example = "cornet join http://localhost:7777/t/k3v7w2mnpq7rt4xy",
    .run = run,
};
