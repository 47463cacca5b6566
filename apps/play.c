/* cornet play: one game in the terminal, people and bots around it.
 *
 * The game is saved after every move, so that nothing is lost however it ends. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "apps/command.h"
#include "apps/menu.h"
#include "apps/view.h"
#include "base/lang.h"
#include "match/match.h"

enum { PLAYERS = 1, SEAT, OPTION, SEED, FAST, SAVE };

#define PATH_ROOM 4096

struct table {
    struct screen screen;
    struct match *match;
    const struct view *view;
    struct rng dice, bots; /* bots never draw from the dice's numbers */
    bool fast;
    bool open;  /* false: leave */
    bool saves; /* false: there is no place to save, and that has been said */
    char path[PATH_ROOM];
};

static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
    interrupted = signal;
}

/* ---- saving ---- */

static void save(struct table *t)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    if (!t->saves || match_save(t->match, t->path, &why))
        return;
    t->saves = false;
    screen_printf(&t->screen, tr("  The game is not being saved: %s.\n"), buffer);
}

/* $XDG_DATA_HOME/cornet/GAME-TIME.cornet, with the folders made. False where there is no place. */
static bool choose_path(struct table *t)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    char folder[PATH_ROOM - 128];
    const bool has_data = data && data[0] == '/';
    if (!has_data && !(home && *home))
        return false;
    const int length = has_data ? snprintf(folder, sizeof folder, "%s/cornet", data)
                                : snprintf(folder, sizeof folder, "%s/.local/share/cornet", home);
    if (length >= (int)sizeof folder)
        return false;
    for (char *slash = folder + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(folder, 0777);
        *slash = '/';
    }
    mkdir(folder, 0777);
    char when[32];
    const time_t now = time(NULL);
    strftime(when, sizeof when, "%Y%m%d-%H%M%S", localtime(&now));
    for (int i = 1; i < 1000; i++) { /* two games begun in one second */
        snprintf(t->path, sizeof t->path, i == 1 ? "%s/%s-%s.cornet" : "%s/%s-%s-%d.cornet", folder,
                 t->match->game->id, when, i);
        if (access(t->path, F_OK) != 0)
            return true;
    }
    return false;
}

static void save_as(struct table *t, const char *path)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    if (*path == '\0')
        path = t->path;
    if (*path == '\0')
        screen_put(&t->screen, tr("  Where to? Say: save FILE\n"));
    else if (match_save(t->match, path, &why))
        screen_printf(&t->screen, tr("  Saved: %s\n"), path);
    else
        screen_printf(&t->screen, tr("  Not saved: %s.\n"), buffer);
}

/* ---- asking a person ---- */

/* A line without its end and outer spaces; false at the end of input or after a signal. */
static bool read_line(struct table *t, char *line, size_t room)
{
    fflush(stdout);
    size_t length = 0;
    for (;;) {
        const int c = getchar();
        if (c == EOF && (interrupted || length == 0)) {
            t->open = false;
            screen_put(&t->screen, "\n");
            return false;
        }
        if (c == EOF || c == '\n')
            break;
        if (length + 1 < room)
            line[length++] = (char)c;
    }
    while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\r'))
        length--;
    line[length] = '\0';
    const size_t spaces = strspn(line, " ");
    memmove(line, line + spaces, length - spaces + 1);
    if (!isatty(STDIN_FILENO)) /* a transcript reads as if somebody had typed it */
        screen_printf(&t->screen, "%s\n", line);
    return true;
}

/* The last seat of a person that moved and could take it back; 0 for none. */
static int last_person(const struct match *match)
{
    for (size_t i = match->body.count; i-- > 0;) {
        const char *line = match->body.line[i];
        if (line[0] == '#')
            continue;
        if (line[0] == '*')
            return 0;
        if (!match->bot[line[0] - '1'].agent)
            return line[0] - '0';
    }
    return 0;
}

static void undo(struct table *t)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    const int seat = last_person(t->match);
    if (seat == 0) {
        screen_put(&t->screen, tr("  Nothing to take back: dice have been rolled since.\n"));
    } else if (match_undo(t->match, seat, &why)) {
        save(t);
        screen_put(&t->screen, tr("  Taken back.\n"));
    } else {
        screen_printf(&t->screen, "  %s\n", buffer);
    }
}

/* ---- what is not a move ---- */

enum reply { REPLY_MOVE, REPLY_AGAIN, REPLY_CHANGED }; /* CHANGED: another position, or left */

static enum reply do_help(struct table *t, const char *rest)
{
    (void)rest;
    screen_put(&t->screen, "\n");
    screen_put_wrapped(&t->screen, tr(t->view->rules), 2);
    screen_put(&t->screen, "\n");
    screen_put_wrapped(&t->screen,
                       tr("Commands: undo, odds, log, save [FILE], quit (saves by itself). A move "
                          "is its number in the list, or typed as it stands there."),
                       2);
    return REPLY_AGAIN;
}

static enum reply do_undo(struct table *t, const char *rest)
{
    (void)rest;
    undo(t);
    return REPLY_CHANGED;
}

static enum reply do_save(struct table *t, const char *rest)
{
    save_as(t, rest);
    return REPLY_AGAIN;
}

static enum reply do_quit(struct table *t, const char *rest)
{
    (void)rest;
    t->open = false;
    return REPLY_CHANGED;
}

/* Whose eyes are on the screen: the mover's, where that is a person. */
static int viewer_of(const struct match *match)
{
    const int mover = match_mover(match);
    return mover > 0 && !match->bot[mover - 1].agent ? mover : GAME_SPECTATOR;
}

static enum reply do_log(struct table *t, const char *rest)
{
    struct lines log = {0};
    (void)rest;
    match_log(t->match, viewer_of(t->match), &log);
    for (size_t i = 0; i < log.count; i++)
        screen_printf(&t->screen, "    %s\n", log.line[i]);
    lines_free(&log);
    return REPLY_AGAIN;
}

static void look(const struct table *t, int viewer, union game_state *view)
{
    memcpy(view, &t->match->state, t->match->game->state_size);
    t->match->game->hide(view, viewer);
}

static enum reply do_odds(struct table *t, const char *rest)
{
    union game_state view;
    (void)rest;
    look(t, viewer_of(t->match), &view);
    t->view->odds(&t->screen, t->match, &view);
    return REPLY_AGAIN;
}

static enum reply do_common(struct table *t, const char *line)
{
    static const struct {
        const char *word[4]; /* in English, in French, and short */
        enum reply (*run)(struct table *t, const char *rest);
    } commands[] = {
        {{"help", "aide", "?", "rules"}, do_help},     {{"undo", "annuler", "u", "a"}, do_undo},
        {{"save", "sauver", "save", "save"}, do_save}, {{"quit", "quitter", "q", "exit"}, do_quit},
        {{"log", "journal", "l", "j"}, do_log},        {{"odds", "chances", "o", "c"}, do_odds},
    };
    const size_t length = strcspn(line, " ");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        for (int j = 0; j < 4; j++) {
            const char *word = commands[i].word[j];
            if (strlen(word) == length && strncasecmp(line, word, length) == 0)
                return commands[i].run(t, line + length + strspn(line + length, " "));
        }
    }
    return REPLY_MOVE;
}

/* ---- playing ---- */

/* Saves what has just been played, and tells it: the last line of the record, at the state before.
 */
static void happened(struct table *t, const union game_state *before)
{
    const struct match *match = t->match;
    const char *line = match->body.line[match->body.count - 1];
    game_action action;
    char buffer[GAME_LINE_MAX];
    struct text out = text_on(buffer, sizeof buffer);
    save(t);
    if (!game_read_line(match->game, before, span_of(line), &action, &t->match->side, &out))
        return;
    text_clear(&out);
    t->view->tell(match, before, action, viewer_of(match), &out);
    screen_printf(&t->screen, "  %s\n", buffer);
}

/* The choices, numbered: each move without its seat, and what it does. */
static void show_menu(struct table *t, const union game_state *view, const game_action actions[],
                      size_t count)
{
    struct lines moves = {0}, labels = {0};
    for (size_t i = 0; i < count; i++) {
        char line[GAME_LINE_MAX], words[GAME_LINE_MAX];
        struct text out = text_on(line, sizeof line), label = text_on(words, sizeof words);
        t->match->game->write(view, actions[i], GAME_OPEN, &out);
        t->view->label(t->match, view, actions[i], &label);
        lines_add(&moves, span_of(line + strcspn(line, " ") + 1));
        lines_add(&labels, span_of(words));
    }
    menu_show(&t->screen, &moves, &labels);
    lines_free(&moves);
    lines_free(&labels);
}

static void prompt(struct table *t, int seat, const char *hint)
{
    char buffer[MATCH_NAME_MAX];
    struct text name = text_on(buffer, sizeof buffer);
    match_show_name(t->match, seat, &name);
    screen_printf(&t->screen, "\n  %s%s%s %s%s%s > ", screen_style(&t->screen, SCREEN_SEAT + seat),
                  buffer, screen_style(&t->screen, SCREEN_PLAIN),
                  screen_style(&t->screen, SCREEN_DIM), hint,
                  screen_style(&t->screen, SCREEN_PLAIN));
}

/* The move line for what a person typed: a number of the menu, or the words of a move. */
static void to_line(struct table *t, const union game_state *view, int seat, const char *typed,
                    const game_action actions[], size_t count, struct text *out)
{
    uint64_t number;
    if (span_number(span_of(typed), 1, count, &number)) {
        t->match->game->write(view, actions[number - 1], GAME_OPEN, out);
        return;
    }
    text_printf(out, "%d ", seat);
    t->view->tidy(typed, out);
}

static void ask_move(struct table *t, int seat)
{
    union game_state view, before;
    game_action actions[GAME_ACTIONS_MAX];
    look(t, seat, &view);
    const size_t count = t->match->game->actions(&view, seat, actions);
    t->view->draw(&t->screen, t->match, &view, seat);
    screen_put(&t->screen, "\n");
    show_menu(t, &view, actions, count);
    while (t->open) {
        char typed[GAME_LINE_MAX / 2], line[GAME_LINE_MAX], reason[TEXT_WHY];
        struct text out = text_on(line, sizeof line), why = text_on(reason, sizeof reason);
        prompt(t, seat, tr("(number or move, ? for help)"));
        if (!read_line(t, typed, sizeof typed))
            return;
        if (typed[0] == '\0')
            continue;
        const enum reply reply = do_common(t, typed);
        if (reply == REPLY_AGAIN)
            continue;
        if (reply == REPLY_CHANGED)
            return;
        to_line(t, &view, seat, typed, actions, count, &out);
        before = t->match->state;
        if (match_do(t->match, span_of(line), &why)) {
            happened(t, &before);
            return;
        }
        screen_printf(&t->screen, "  %s%s.%s\n", screen_style(&t->screen, SCREEN_WARN), reason,
                      screen_style(&t->screen, SCREEN_PLAIN));
    }
}

/* Before dice are rolled that follow a person's move: the last moment to take it back. */
static bool may_roll(struct table *t)
{
    const int seat = last_person(t->match);
    if (seat == 0 || t->fast)
        return true;
    for (;;) {
        char typed[GAME_LINE_MAX / 2];
        prompt(t, seat, tr("(Enter rolls on, undo takes back)"));
        if (!read_line(t, typed, sizeof typed))
            return false;
        const enum reply reply = typed[0] ? do_common(t, typed) : REPLY_MOVE;
        if (reply == REPLY_MOVE)
            return true;
        if (reply == REPLY_CHANGED)
            return false;
    }
}

static void show_end(struct table *t)
{
    const struct match *match = t->match;
    uint8_t share[GAME_SEATS_MAX];
    union game_state view;
    char list[GAME_SEATS_MAX * (MATCH_NAME_MAX + 2)];
    struct text winners = text_on(list, sizeof list);
    int count = 0;
    look(t, GAME_SPECTATOR, &view);
    t->view->draw(&t->screen, match, &view, GAME_SPECTATOR);
    match->game->result(&match->state, share);
    for (int seat = 1; seat <= match->settings.players; seat++) {
        if (share[seat - 1] == 0)
            continue;
        text_add(&winners, count++ ? ", " : "");
        match_show_name(match, seat, &winners);
    }
    screen_printf(&t->screen, "\n  %s", screen_style(&t->screen, SCREEN_GOOD));
    screen_printf(&t->screen, count == 1 ? tr("%s wins!") : tr("Shared by %s."), list);
    screen_printf(&t->screen, "%s\n", screen_style(&t->screen, SCREEN_PLAIN));
    if (t->saves)
        screen_printf(&t->screen, tr("  The record: %s\n"), t->path);
}

static void play(struct table *t)
{
    while (t->open) {
        const union game_state before = t->match->state;
        const int mover = match_mover(t->match);
        if (interrupted) {
            t->open = false;
        } else if (mover == GAME_OVER) {
            show_end(t);
            return;
        } else if (mover == GAME_CHANCE) {
            if (!may_roll(t))
                continue;
            match_draw(t->match, &t->dice);
            happened(t, &before);
        } else if (match_bot_moves(t->match)) {
            match_bot_move(t->match, &t->bots);
            happened(t, &before);
        } else {
            ask_move(t, mover);
        }
    }
    if (t->saves)
        screen_printf(&t->screen, tr("  The game is saved. Go on with: %s play %s\n"),
                      program_invocation_name, t->path);
    else
        screen_put(&t->screen, tr("  The game was not saved.\n"));
}

/* ---- getting started ---- */

/* Names the seats that the command line does not: a person first, then bots. */
static bool name_seats(struct table *t, const char *const seats[], int given, struct text *why)
{
    struct match *match = t->match;
    for (int seat = 1; seat <= match->settings.players; seat++) {
        char bot[MATCH_NAME_MAX];
        const char *user = getenv("USER"), *name = bot;
        snprintf(bot, sizeof bot, MATCH_BOT "%s", agent_best(match->game)->name);
        if (seat <= given)
            name = seats[seat - 1];
        else if (seat == 1)
            name = user && *user && strcmp(user, "root") != 0 ? user : tr("Player");
        if (!match_set_name(match, seat, span_of(name), why))
            return false;
    }
    return match_open_bots(match, why);
}

static int resume(const struct command *command, struct table *t, const char *path)
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
    if (!good) {
        struct screen screen = screen_on(stderr);
        screen_printf(&screen, "%s:%zu: %s\n", path, line, buffer);
        return COMMAND_WRONG_INPUT;
    }
    if (!match_open_bots(t->match, &why))
        return command_failed(command, "%s", buffer);
    snprintf(t->path, sizeof t->path, "%s", path);
    return COMMAND_DONE;
}

static int begin(const struct command *command, struct table *t, const struct game *game,
                 struct command_settings *kept, const char *const seats[], int given)
{
    char buffer[TEXT_WHY], number[16];
    struct text why = text_on(buffer, sizeof buffer);
    struct game_settings settings;
    if (!kept->players && given > game->seats_least) {
        snprintf(number, sizeof number, "%d", given);
        kept->players = number;
    }
    if (!command_apply_settings(game, kept, &settings, &why))
        return command_usage(command, "%s", buffer);
    if (given > settings.players)
        return command_usage(command, tr("%d seats are named and %d play"), given,
                             settings.players);
    t->match = match_new(game, &settings, &why);
    if (!t->match || !name_seats(t, seats, given, &why))
        return command_usage(command, "%s", buffer);
    return COMMAND_DONE;
}

static void seed_dice(struct table *t, bool given, uint64_t seed)
{
    if (!given && getrandom(&seed, sizeof seed, 0) != sizeof seed)
        seed = (uint64_t)time(NULL);
    rng_seed(&t->dice, seed);
    t->bots = t->dice;
    rng_jump(&t->bots);
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = interrupt}; /* no SA_RESTART: reading stops */
    const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (int i = 0; i < 3; i++)
        sigaction(signals[i], &action, NULL);
}

static int run(const struct command *command, int argc, char **argv)
{
    static const struct option options[] = {
        {"players", required_argument, NULL, PLAYERS},
        {"seat", required_argument, NULL, SEAT},
        {"option", required_argument, NULL, OPTION},
        {"seed", required_argument, NULL, SEED},
        {"fast", no_argument, NULL, FAST},
        {"save", required_argument, NULL, SAVE},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    struct table *t = &(struct table){.screen = screen_on(stdout), .open = true, .saves = true};
    struct command_settings kept = {0};
    const char *seats[GAME_SEATS_MAX], *save_path = NULL;
    uint64_t seed = 0;
    bool seeded = false;
    int given = 0;
    for (int found; (found = command_option(command, argc, argv, options)) != -1;) {
        switch (found) {
        case PLAYERS:
            kept.players = optarg;
            break;
        case SEAT:
            if (given == GAME_SEATS_MAX)
                return command_usage(command, tr("too many --seat"));
            seats[given++] = optarg;
            break;
        case OPTION:
            if (!command_keep_setting(&kept, optarg))
                return command_usage(command, tr("too many --option"));
            break;
        case SEED:
            if (!command_number(command, "--seed", optarg, 0, UINT64_MAX, &seed))
                return COMMAND_WRONG_USAGE;
            seeded = true;
            break;
        case FAST:
            t->fast = true;
            break;
        case SAVE:
            save_path = optarg;
            break;
        case 'h':
            command_help(command, &t->screen);
            return command_finish(command);
        default:
            return COMMAND_WRONG_USAGE;
        }
    }
    if (optind + 1 != argc) {
        command_game(command, NULL);
        return COMMAND_WRONG_USAGE;
    }
    const struct game *game = game_find(span_of(argv[optind]));
    const int code =
        game ? begin(command, t, game, &kept, seats, given) : resume(command, t, argv[optind]);
    if (code == COMMAND_DONE) {
        if (save_path)
            snprintf(t->path, sizeof t->path, "%s", save_path);
        else if (game)
            t->saves = choose_path(t);
        seed_dice(t, seeded, seed);
        catch_signals();
        t->view = view_of(t->match->game);
        screen_printf(&t->screen, "\n  %s%s%s\n", screen_style(&t->screen, SCREEN_BOLD),
                      t->match->game->title, screen_style(&t->screen, SCREEN_PLAIN));
        save(t);
        play(t);
    }
    match_free(t->match);
    return code == COMMAND_DONE ? command_finish(command) : code;
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
                 "  --save FILE       where the game is kept, instead of your data folder\n"
                 "  --seed S          the same dice again\n"),
    .example = "cornet play %s --seat Anne --seat Bruno --seat bot:greedy",
    .run = run,
};
