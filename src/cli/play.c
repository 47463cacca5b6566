/* cornet play: a new game in the terminal, or one that is continued. session.c plays it. */
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "agents/levels.h"
#include "base/lang.h"
#include "botproc/bots.h"
#include "cli/game_files.h"
#include "match/match.h"
#include "practise/practice.h"
#include "program/options.h"
#include "tui/choosing.h"
#include "tui/preferences.h"
#include "tui/report.h"
#include "tui/session.h"
#include "tui/start.h"
#include "tui/stepper.h"
#include "tui/tutorial.h"
#include "tui/view.h"

/* The parsed command line. */
struct request {
    struct command_settings settings;
    struct command_list seats; /* names, in order */
    struct bots bots;          /* the programs among them */
    struct agent_opener opener;
    const char *save;  /* NULL: the data folder */
    const char *level; /* of the bots that nobody has named */
    uint64_t seed, pace;
    bool seeded, fast, hints, plain, tutorial;
};

/* Sets the name of a seat as given. A command is replaced by a name in the record, since a record
 * must never start a program. */
static bool name_seat(struct request *request, const char *given, char name[MATCH_NAME_MAX],
                      struct text *why)
{
    static const char exec[] = MATCH_BOT BOTS_EXEC;
    char bot[MATCH_NAME_MAX];
    const char *program;
    if (strncmp(given, exec, sizeof exec - 1) != 0)
        return match_check_name(span_of(given), name, why);
    if (!bots_name(&request->bots, span_of(given + sizeof exec - 1), &program, why))
        return false;
    snprintf(bot, sizeof bot, MATCH_BOT "%s", program);
    return match_check_name(span_of(bot), name, why);
}

/* The names of all seats: those that are given, else a person first and then bots. */
static bool name_seats(const struct game *game, struct request *request,
                       const struct game_settings *settings, char name[][MATCH_NAME_MAX],
                       struct text *why)
{
    const int level = start_level(request->level);
    if (level < 0)
        return text_fail(why,
                         tr("--level takes novice, easy, normal, hard, max or adaptive, not '%s'"),
                         request->level);
    for (int i = 0; i < settings->players; i++) {
        if (i < request->seats.count) {
            if (!name_seat(request, request->seats.value[i], name[i], why))
                return false;
        } else if (i > 0) {
            start_bot_name(game, settings, level, name[i]);
        } else {
            start_own_name(name[i]);
        }
    }
    return true;
}

/* Sets up a match with its bots. */
static bool set_up(struct session *t, const struct request *request, const struct game *game,
                   struct game_settings *settings, char name[][MATCH_NAME_MAX], struct text *why)
{
    settings->bots = 0;
    for (int i = 0; i < settings->players; i++)
        settings->bots |= (unsigned)match_names_bot(name[i]) << i;
    t->match = match_new(game, settings, why);
    if (!t->match)
        return false;
    match_set_names(t->match, name);
    driver_init(&t->driver, t->match->game, t->match->settings.players);
    t->driver.opener = &request->opener;
    return driver_open(&t->driver, t->match, why);
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
    request->settings.people = request->seats.count == 0;
    for (int i = 0; i < request->seats.count; i++)
        request->settings.people |= !match_names_bot(request->seats.value[i]);
    if (!options_apply_settings(game, &request->settings, &settings, &why))
        return command_usage(command, "%s", buffer);
    if (request->seats.count > settings.players)
        return command_usage(command, tr("more seats are named (%d) than there are players (%d)"),
                             request->seats.count, settings.players);
    if (request->save && stat(request->save, &there) == 0)
        return command_usage(command, tr("%s already exists; 'cornet play FILE' continues a game"),
                             request->save);
    if (!name_seats(game, request, &settings, name, &why) ||
        !set_up(t, request, game, &settings, name, &why))
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
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    size_t line = 1;
    FILE *in = fopen(path, "r");
    if (!in)
        return command_usage(
            command,
            tr("'%s' is neither a game nor a readable record; run 'cornet' to list the games"),
            path);
    t->match = match_read_stream(in, &line, &why);
    fclose(in);
    if (!t->match)
        return command_wrong_line(path, line, why.start);
    if (request->settings.players || request->settings.option.count || request->seats.count ||
        request->save)
        return command_usage(command,
                             tr("to continue a game, only --bot, --fast, --hints, --pace, --plain "
                                "and --seed are accepted: the record has the rest"));
    driver_init(&t->driver, t->match->game, t->match->settings.players);
    t->driver.opener = &request->opener;
    if (!driver_open(&t->driver, t->match, &why))
        return command_failed(command, "%s", why.start);
    if (!saving_resume(&t->saving, path))
        return command_failed(command, tr("another terminal is playing the game of %s"), path);
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

/* Adds the date to a new game's record. A random seed is left out, since it would reveal the coming
 * dice. */
static void stamp_record(struct match *match, const struct request *request)
{
    char date[32];
    if (match->body.count > 0)
        return;
    game_files_now(date);
    game_files_stamp(&match->extra, date, request->seeded ? &request->seed : NULL);
}

static bool read_line(const struct command *command, int *argc, char ***argv, struct request *r,
                      int *code)
{
    const struct command_option options[] = {
        {"players", "N", mark("Sets the number of players."), .text = &r->settings.players},
        {"seat", mark("NAME"),
         mark("Fills a seat, in order, with a person's name or bot:AGENT. By default you play "
              "against bots."),
         .list = &r->seats, .max = GAME_SEATS_MAX},
        {"level", mark("LEVEL"),
         mark("Sets the level of bots not named by --seat: novice, easy, normal, hard, max; or "
              "adaptive, which adapts to you from game to game."),
         .text = &r->level},
        {"option", mark("name=value"), mark("Sets a game option. You can repeat this option."),
         .list = &r->settings.option},
        bots_row(&r->bots),
        bots_time_row(&r->bots),
        bots_memory_row(&r->bots),
        {"fast", NULL, mark("Rolls at once after a move, without time to undo."), .flag = &r->fast},
        {"hints", NULL, mark("Rates every choice at every decision, if no other people play."),
         .flag = &r->hints},
        {"save", mark("FILE"),
         mark("Saves the game in this file instead of one in your data folder."), .text = &r->save},
        {"seed", "S", mark("Sets the seed of the dice; the same seed repeats them."),
         .given = &r->seeded, .number = &r->seed, .max = UINT64_MAX},
        {"plain", NULL, mark("Prints lines instead of using the full screen."), .flag = &r->plain},
        {"tutorial", NULL, mark("Plays the game's tutorial, a first game step by step."),
         .flag = &r->tutorial},
        {"pace", "MS",
         mark("Sets the pause on the full screen, in milliseconds, after a bot's move or a roll."),
         .number = &r->pace, .max = 10000},
        {0},
    };
    return options_read(command, options, argc, argv, code);
}

/* ---- the course of an evening ---- */

/* Owned: the full screen. */
struct evening {
    const struct command *command;
    struct request *request;
    struct choosing choosing;
    bool terminal; /* input and output are a terminal, so menus are possible */
    bool menu;     /* started from the menu, and returns to it */
};

static void leave_game(struct session *t)
{
    if (t->match)
        driver_close(&t->driver);
    match_free(t->match);
    t->match = NULL;
    saving_release(&t->saving);
}

/* The analysis as a text; the caller frees it. */
static char *analyse_game(struct evening *e, const struct match *match)
{
    char reason[TEXT_WHY], *text = NULL;
    size_t length;
    struct text why = text_on(reason, sizeof reason);
    struct analysis analysis;
    struct screen screen = e->choosing.full ? *full_model(e->choosing.full) : e->choosing.screen;
    if (e->choosing.full)
        screen.width = full_columns(e->choosing.full) - 2;
    analyse(match, 0, &analysis, &why, e->choosing.full ? stepper_progress : NULL,
            e->choosing.full);
    screen.out = open_memstream(&text, &length);
    report_text(&screen, match, &analysis, reason);
    fclose(screen.out);
    analysis_free(&analysis);
    return text;
}

enum after { AFTER_REMATCH, AFTER_ANALYSIS, AFTER_REPLAY, AFTER_MENU, AFTER_LEAVE };

/* Asks what to do after a game. */
static enum after ask_after(struct evening *e, const struct match *match)
{
    char winners[GAME_SEATS_MAX * (MATCH_NAME_MAX + 16) + 32];
    struct text out = text_on(winners, sizeof winners);
    struct choices choices = {0};
    const char *const texts[] = {tr("Play again"), tr("Analysis"), tr("Replay"), tr("Menu"),
                                 tr("Leave")};
    const char *const about[] = {tr("the same game, the same seats"), tr("luck and mistakes"),
                                 tr("step by step"), "", ""};
    enum after kinds[5];
    size_t at = 0;
    for (int i = 0; i < 5; i++) {
        if (i == AFTER_REPLAY && !e->choosing.full)
            continue; /* the replay needs the full screen */
        kinds[choices.items.count] = (enum after)i;
        choices_add(&choices, texts[i], about[i]);
    }
    view_winners(match, &out);
    const bool chosen = choosing_pick(&e->choosing, tr("After the game"),
                                      e->choosing.full ? winners : NULL, &choices, &at);
    choices_free(&choices);
    return chosen ? kinds[at] : e->menu ? AFTER_MENU : AFTER_LEAVE;
}

/* The same game again: a new match with the same settings and names. */
static bool play_again(struct session *t, const struct request *request)
{
    char name[GAME_SEATS_MAX][MATCH_NAME_MAX] = {{0}};
    struct game_settings settings = t->match->settings;
    const struct game *game = t->match->game;
    for (int seat = 1; seat <= settings.players; seat++)
        match_next_name(t->match, seat, name[seat - 1]);
    leave_game(t);
    t->saving = (struct saving){0};
    saving_choose(&t->saving, game);
    return set_up(t, request, game, &settings, name, TEXT_UNREAD);
}

/* After a game that is over, until the user wants another one (true: again the same). */
static bool continue_after(struct evening *e, struct session *t, bool *leave)
{
    for (;;) {
        char *text;
        switch (ask_after(e, t->match)) {
        case AFTER_REMATCH:
            return true;
        case AFTER_ANALYSIS:
            text = analyse_game(e, t->match);
            choosing_page(&e->choosing, t->match->game->title, text);
            free(text);
            break;
        case AFTER_REPLAY:
            stepper_run(e->choosing.full, t->match, false);
            break;
        case AFTER_MENU:
            e->menu = true;
            *leave = false;
            return false;
        default:
            *leave = true;
            return false;
        }
    }
}

/* Starts another process that adds the cards of a finished game to the deck: the analysis takes
 * seconds, and the user goes on. Without a saved file or a person there are none. */
static void make_cards(const struct session *t)
{
    const unsigned people = ((1u << t->match->settings.players) - 1) & ~match_bots(t->match);
    char program[PATH_MAX];
    if (match_mover(t->match) != GAME_OVER || !t->saving.path[0] || !people ||
        !practice_of(t->match->game))
        return;
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return; /* no /proc: `cornet practise add` does it */
    program[length] = '\0';
    char *const arguments[] = {program, "practise", "add", "--quiet", (char *)t->saving.path, NULL};
    posix_spawnattr_t apart;
    pid_t process;
    posix_spawnattr_init(&apart);
    posix_spawnattr_setflags(&apart, POSIX_SPAWN_SETPGROUP); /* Ctrl-C is not for it */
    posix_spawn(&process, program, NULL, &apart, arguments, environ);
    posix_spawnattr_destroy(&apart);
}

/* Plays the session's game, and again as often as the user likes. True: the user leaves. */
static bool play_games(struct evening *e, struct session *t)
{
    bool leave = true, again = true;
    while (again) {
        seed_dice(t, e->request);
        stamp_record(t->match, e->request);
        t->view = view_of(t->match->game);
        t->full = e->choosing.full;
        t->quit = t->ready = t->skipping = false;
        memset(t->seen, 0, sizeof t->seen);
        if (t->full)
            full_forget(t->full);
        session_play(t);
        if (e->terminal)
            make_cards(t);
        again =
            !t->quit && e->terminal && continue_after(e, t, &leave) && play_again(t, e->request);
        e->request->seeded = false; /* the next game has other dice */
    }
    saving_release(&t->saving); /* the menu may continue it */
    return t->quit ? !e->menu : leave;
}

/* Prints the remaining messages of the last game after the full screen is closed. */
static void say_last(struct session *t)
{
    if (!t->match)
        return;
    if (t->quit)
        session_show_resume(t, true);
    else
        session_show_winners(t);
}

/* Starts what the menu chose. */
static int begin_chosen(struct evening *e, struct session *t, struct start *start)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (!start->game)
        return resume(e->command, t, start->path, e->request);
    if (!set_up(t, e->request, start->game, &start->settings, start->name, &why))
        return command_usage(e->command, "%s", why.start);
    saving_choose(&t->saving, start->game);
    return COMMAND_DONE;
}

/* The tutorial of --tutorial. *leave: no real game follows. */
static int learn(struct evening *e, const char *operand, bool *leave)
{
    const struct game *game = operand ? game_find(span_of(operand)) : NULL;
    if (!game || !tutorial_exists(game))
        return command_usage(e->command, tr("--tutorial needs a game that has one"));
    e->choosing.full = e->request->plain ? NULL : full_open();
    *leave = !tutorial_run(&e->choosing, game);
    full_close(e->choosing.full);
    e->choosing.full = NULL;
    return COMMAND_DONE;
}

static int spend_evening(struct evening *e, struct session *t, const char *operand)
{
    struct start start = {0};
    int code = COMMAND_DONE;
    bool leave = false;
    if (e->request->tutorial) {
        code = learn(e, operand, &leave);
        if (code != COMMAND_DONE || leave)
            return code;
    }
    if (operand) {
        const struct game *game = game_find(span_of(operand));
        code = game ? begin(e->command, t, game, e->request)
                    : resume(e->command, t, operand, e->request);
        if (code != COMMAND_DONE)
            return code;
    }
    e->choosing.full = e->request->plain ? NULL : full_open();
    if (operand)
        leave = play_games(e, t);
    while (!leave) {
        if (!start_choose(&e->choosing, &start))
            break;
        struct session next = {
            .screen = e->choosing.screen, .fast = t->fast, .hints = t->hints, .pace = t->pace};
        leave_game(t);
        *t = next;
        code = begin_chosen(e, t, &start);
        if (code != COMMAND_DONE)
            break;
        e->menu = true;
        leave = play_games(e, t);
    }
    if (e->choosing.full) {
        full_close(e->choosing.full);
        t->full = NULL;
        say_last(t);
    }
    return code == COMMAND_DONE ? command_finish(e->command) : code;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct session *t = &(struct session){.screen = screen_on(stdout)};
    struct request request = {.level = "normal", .pace = 700, .bots = bots_defaults()};
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    struct preferences preferences = {.pace = -1};
    int code;
    if (terminal) /* a script plays with the same bots wherever it runs */
        preferences_read(&preferences);
    if (preferences.level[0])
        request.level = preferences.level;
    if (preferences.pace >= 0)
        request.pace = (uint64_t)preferences.pace;
    t->screen.colour &= preferences.look != LOOK_PLAIN;
    request.bots.limits.quiet = true; /* output on standard error would disturb the screen */
    if (!read_line(command, &argc, &argv, &request, &code))
        return code;
    if (!bots_read(&request.bots, &why))
        return command_usage(command, "%s", why.start);
    request.opener = bots_opener(&request.bots);
    struct evening evening = {.command = command,
                              .request = &request,
                              .choosing = {.screen = t->screen},
                              .terminal = terminal};
    if (argc == 0 && !evening.terminal) {
        command_game(command, NULL);
        return COMMAND_WRONG_USAGE;
    }
    if (argc > 1)
        return command_usage(command, tr("name one game; '%s' is too much"), argv[1]);
    t->fast = request.fast;
    t->hints = request.hints;
    t->pace = request.fast ? 0 : (int)request.pace;
    const int pace = t->pace;
    code = spend_evening(&evening, t, argc ? argv[0] : NULL);
    if (t->pace != pace) { /* changed by a key */
        preferences_read(&preferences);
        preferences.pace = t->pace;
        preferences_write(&preferences);
    }
    leave_game(t);
    return code;
}

const struct command command_play = {
    .name = "play",
    .topic = COMMAND_PLAY,
    .arguments = mark("[GAME|FILE]"),
    .about =
        mark("Plays in the terminal, against bots or friends. With a FILE, that game continues. "
             "Without arguments, a menu opens."),
    .example = "cornet play %s --seat Anne --seat Bruno --seat bot:greedy",
    .run = run,
};
