#include "cli/help.h"

#include <string.h>

#include "base/lang.h"
#include "program/command.h"
#include "tui/view.h"

static const struct command self = {.name = "help", .arguments = ""};

static void put_heading(struct screen *screen, const char *heading)
{
    screen_printf(screen, "\n%s%s%s\n", screen_style(screen, SCREEN_BOLD), heading,
                  screen_style(screen, SCREEN_PLAIN));
}

/* `Wazabi, 2 to 6 players` */
static void put_title(struct screen *screen, const struct game *game)
{
    screen_printf(screen, "%s, ", game->title);
    if (game->seats_min == game->seats_max)
        screen_printf(screen, trn("%d player\n", "%d players\n", (unsigned long)game->seats_max),
                      game->seats_max);
    else
        screen_printf(screen, tr("%d to %d players\n"), game->seats_min, game->seats_max);
}

/* ---- the overview ---- */

static void put_topic(struct screen *screen, enum command_topic topic, const char *title)
{
    enum { TITLE = 22 };
    struct text out = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    text_printf(&out, "%s%*s", title, TITLE - screen_width(title), "");
    bool some = false;
    for (const struct command *const *command = command_list; *command; command++) {
        if ((*command)->topic == topic)
            text_printf(&out, "%s%s", some ? ", " : "", (*command)->name);
        some = some || (*command)->topic == topic;
    }
    screen_put_wrapped(screen, out.start, 2);
}

/* A command line to try, and what it does. */
static void put_hint(struct screen *screen, const char *line, const char *about)
{
    screen_put(screen, "  ");
    screen_put_padded(screen, line, 24);
    screen_printf(screen, "%s\n", about);
}

void help_overview(struct screen *screen)
{
    static const char *const topics[COMMAND_TOPICS] = {
        [COMMAND_PLAY] = mark("Play"),
        [COMMAND_RECORDS] = mark("Look at games"),
        [COMMAND_BOTS] = mark("Bots and numbers"),
        [COMMAND_SERVER] = mark("Run a server"),
        [COMMAND_TOOLS] = mark("Tools"),
    };
    const struct game *game;
    char rules[64];
    screen_printf(screen, tr("%sCornet%s offers dice games for people, bots and programs.\n"),
                  screen_style(screen, SCREEN_BOLD), screen_style(screen, SCREEN_PLAIN));
    put_heading(screen, tr("Games"));
    for (size_t i = 0; (game = game_at(i)); i++) {
        if (game->flags & GAME_EXAMPLE)
            continue;
        screen_printf(screen, "  %-10s ", game->id);
        put_title(screen, game);
    }
    put_heading(screen, tr("Commands"));
    for (int topic = 0; topic < COMMAND_TOPICS; topic++)
        put_topic(screen, (enum command_topic)topic, tr(topics[topic]));
    put_heading(screen, tr("Start here"));
    snprintf(rules, sizeof rules, "cornet help %s", game_list[0]->id);
    put_hint(screen, "cornet play", tr("Lets you choose a game and play it here."));
    put_hint(screen, "cornet serve", tr("Opens tables for browsers, here and elsewhere."));
    put_hint(screen, rules, tr("Shows the rules and options of a game."));
    put_hint(screen, "cornet help play", tr("Shows what a command does, and its options."));
    put_hint(screen, "cornet help commands", tr("Lists all commands, with a sentence on each."));
    screen_put(screen, tr("\n--lang fr or --lang en sets the language; --load FILE.so adds a "
                          "plugin's games.\n"));
}

/* ---- one thing ---- */

static int show_commands(struct screen *screen)
{
    for (const struct command *const *command = command_list; *command; command++) {
        screen_put(screen, "  ");
        command_synopsis(*command, screen);
        screen_put_wrapped(screen, tr((*command)->about), 13);
    }
    return command_finish(&self);
}

/* The options with their defaults, and the values that each takes. */
static void put_options(struct screen *screen, const struct game *game)
{
    int column = 0;
    for (int pass = 0; pass < 2; pass++) { /* measures, then writes */
        for (const struct game_option *option = game->options; option->name; option++) {
            char line[TEXT_WHY * 2], range[TEXT_WHY];
            struct text out = text_on(line, sizeof line), values = text_on(range, sizeof range);
            text_printf(&out, "--option %s=%s", option->name, option->default_value);
            const int width = screen_width(line);
            column = width > column ? width : column;
            game_option_range(option, &values);
            const char *about = tr(option->about);
            size_t length = strlen(about); /* the full stop follows the range */
            length -= length && about[length - 1] == '.';
            text_printf(&out, "%*s  %.*s (%s).", column - width, "", (int)length, about, range);
            if (pass == 1)
                screen_put_wrapped(screen, line, 2);
        }
    }
}

static int show_game(struct screen *screen, const struct game *game)
{
    screen_put(screen, screen_style(screen, SCREEN_BOLD));
    put_title(screen, game);
    screen_put(screen, screen_style(screen, SCREEN_PLAIN));
    screen_put_wrapped(screen, tr(game->about), 0);
    screen_put(screen, "\n");
    screen_put_wrapped(screen, tr(view_of(game)->rules), 0);
    if (game->options[0].name)
        put_heading(screen, tr("Options with their defaults"));
    put_options(screen, game);
    put_heading(screen, tr("Example:"));
    screen_printf(screen, "  cornet play %s", game->id);
    if (game->seats_min < game->seats_max)
        screen_printf(screen, " --players %d", game->seats_min + 1);
    screen_put(screen, " --level easy\n");
    return command_finish(&self);
}

static const struct command *find_command(const char *name)
{
    const struct command *const *command = command_list;
    while (*command && strcmp(name, (*command)->name) != 0)
        command++;
    return *command;
}

int help_about(struct screen *screen, const char *word)
{
    const struct command *command = find_command(word);
    const struct game *game = game_find(span_of(word));
    if (command) {
        char name[64];
        snprintf(name, sizeof name, "%s", word);
        return command->run(command, 2, (char *[]){name, (char[]){"--help"}, NULL});
    }
    if (game)
        return show_game(screen, game);
    if (strcmp(word, "commands") == 0)
        return show_commands(screen);
    struct screen errors = screen_on(stderr);
    screen_printf(&errors, tr("cornet: no game or command '%s'; run 'cornet help' to list them\n"),
                  word);
    return COMMAND_WRONG_USAGE;
}

int help_no_command(const char *name)
{
    struct screen errors = screen_on(stderr);
    screen_printf(&errors, tr("cornet: no command '%s'; there are: "), name);
    for (const struct command *const *command = command_list; *command; command++)
        screen_printf(&errors, "%s%s", command == command_list ? "" : ", ", (*command)->name);
    screen_put(&errors, "\n");
    return COMMAND_WRONG_USAGE;
}
