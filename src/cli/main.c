/* cornet: the overview of games and commands, and the dispatch to each subcommand. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/lang.h"
#include "program/command.h"
#include "program/language.h"

static void show_overview(struct screen *screen)
{
    const char *bold = screen_style(screen, SCREEN_BOLD);
    const char *plain = screen_style(screen, SCREEN_PLAIN);
    screen_printf(screen, tr("%sCornet%s: dice games for people, bots and programs.\n"), bold,
                  plain);
    screen_printf(screen, "\n%s%s%s\n", bold, tr("Games"), plain);
    const struct game *game;
    for (size_t i = 0; (game = game_at(i)); i++) {
        if (game->flags & GAME_EXAMPLE)
            continue;
        screen_printf(screen, "  %-10s %s, ", game->id, game->title);
        if (game->seats_min == game->seats_max)
            screen_printf(screen, tr("%d players\n"), game->seats_max);
        else
            screen_printf(screen, tr("%d to %d players\n"), game->seats_min, game->seats_max);
        screen_put_wrapped(screen, tr(game->about), 13);
        for (const struct game_option *option = game->options; option->name; option++) {
            char buffer[TEXT_WHY];
            struct text range = text_on(buffer, sizeof buffer);
            game_option_range(option, &range);
            char line[TEXT_WHY * 2];
            snprintf(line, sizeof line, "--option %s=%s  (%s)", option->name, option->default_value,
                     buffer);
            screen_put_wrapped(screen, line, 15);
            screen_put_wrapped(screen, tr(option->about), 19);
        }
    }
    screen_printf(screen, "\n%s%s%s\n", bold, tr("Commands"), plain);
    for (const struct command *const *command = command_list; *command; command++) {
        screen_put(screen, "  ");
        command_synopsis(*command, screen);
        screen_put_wrapped(screen, tr((*command)->about), 13);
    }
    screen_printf(screen, "\n%s%s%s\n", bold, tr("Examples"), plain);
    for (const struct command *const *command = command_list; *command; command++)
        command_example(*command, screen);
    screen_put(screen,
               tr("\nEach command has --help. --lang fr or --lang en chooses the language.\n"
                  "--load FILE.so adds the games and agents of a plugin.\n"));
}

/* Removes the first `--NAME X` or `--NAME=X` from the arguments, wherever it stands. Returns X;
 * NULL if it is not given, "" if its value is missing. */
static const char *take_option(const char *name, int *argc, char **argv)
{
    const size_t length = strlen(name);
    for (int i = 1; i < *argc; i++) {
        const bool joined = strncmp(argv[i], name, length) == 0 && argv[i][length] == '=';
        if (!joined && strcmp(argv[i], name) != 0)
            continue;
        const char *value = joined ? argv[i] + length + 1 : i + 1 < *argc ? argv[i + 1] : "";
        const int words = joined || i + 1 == *argc ? 1 : 2;
        for (int k = i; k + words <= *argc; k++) /* the NULL at the end too */
            argv[k] = argv[k + words];
        *argc -= words;
        return value;
    }
    return NULL;
}

/* The last one counts. */
static const char *take_language(int *argc, char **argv)
{
    const char *language = NULL, *more;
    while ((more = take_option("--lang", argc, argv)))
        language = more;
    return language;
}

/* Loads each plugin that is named. False if one does not load, which has been said. */
static bool load_plugins(int *argc, char **argv)
{
    const char *path;
    while ((path = take_option("--load", argc, argv))) {
        if (!command_plugin(path))
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    static const struct command self = {.name = "", .arguments = ""};
    const char *language = take_language(&argc, argv);
    if (!language_start(language)) {
        fprintf(stderr, "cornet: --lang takes fr or en, not '%s'\n", language);
        return COMMAND_WRONG_USAGE;
    }
    if (!load_plugins(&argc, argv))
        return COMMAND_WRONG_USAGE;
    struct screen screen = screen_on(stdout);
    const bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    if (argc == 1 && terminal) /* the menu */
        return command_play.run(&command_play, 1, (char *[]){(char[]){"play"}, NULL});
    const char *name = argc > 1 ? argv[1] : "help";
    if (strcmp(name, "--version") == 0) {
        puts("cornet " CORNET_VERSION);
        return command_finish(&self);
    }
    if (strcmp(name, "help") == 0 && argc > 2)
        name = argv[2];
    else if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        show_overview(&screen);
        return command_finish(&self);
    }
    for (const struct command *const *command = command_list; *command; command++) {
        if (strcmp(name, (*command)->name) != 0)
            continue;
        if (name != argv[1]) { /* help NAME */
            char *help[] = {argv[2], (char[]){"--help"}, NULL};
            return (*command)->run(*command, 2, help);
        }
        return (*command)->run(*command, argc - 1, argv + 1);
    }
    struct screen errors = screen_on(stderr);
    screen_printf(&errors, tr("cornet: no command '%s'; there are: "), name);
    for (const struct command *const *command = command_list; *command; command++)
        screen_printf(&errors, "%s%s", command == command_list ? "" : ", ", (*command)->name);
    screen_put(&errors, "\n");
    return COMMAND_WRONG_USAGE;
}
