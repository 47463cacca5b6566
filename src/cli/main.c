/* cornet: the options that every command takes, and the dispatch to each subcommand. */
#include <string.h>
#include <unistd.h>

#include "cli/help.h"
#include "program/command.h"
#include "program/language.h"
#include "tui/preferences.h"

/* Removes the first `--NAME X` or `--NAME=X` from the arguments, at any position. Returns X; NULL
 * if it is not given, "" if its value is missing. */
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

/* Loads each plugin that is named. False, with a message, if one does not load. */
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
    const bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    struct preferences preferences = {0};
    if (!language && terminal)
        preferences_read(&preferences);
    if (preferences.language[0])
        language = preferences.language;
    if (!language_start(language)) {
        fprintf(stderr, "cornet: --lang takes fr or en, not '%s'\n", language);
        return COMMAND_WRONG_USAGE;
    }
    if (!load_plugins(&argc, argv))
        return COMMAND_WRONG_USAGE;
    struct screen screen = screen_on(stdout);
    if (argc == 1 && terminal) /* the menu */
        return command_play.run(&command_play, 1, (char *[]){(char[]){"play"}, NULL});
    const char *name = argc > 1 ? argv[1] : "help";
    if (strcmp(name, "--version") == 0) {
        puts("cornet " CORNET_VERSION);
        return command_finish(&self);
    }
    const bool help = strcmp(name, "help") == 0;
    if (help && argc > 2)
        return help_about(&screen, argv[2]);
    if (help || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        help_overview(&screen);
        return command_finish(&self);
    }
    for (const struct command *const *command = command_list; *command; command++) {
        if (strcmp(name, (*command)->name) == 0)
            return (*command)->run(*command, argc - 1, argv + 1);
    }
    return help_no_command(name);
}
