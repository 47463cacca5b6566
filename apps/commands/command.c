#include "apps/commands/command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"

void command_help(const struct command *command, struct screen *screen)
{
    screen_printf(screen, "cornet %s %s\n\n", command->name, command->arguments);
    screen_put_wrapped(screen, tr(command->about), 2);
    screen_put(screen, "\n");
    screen_put_wrapped(screen, tr(command->help), 0);
    screen_printf(screen, "\n%s\n", tr("Example:"));
    command_example(command, screen);
}

void command_example(const struct command *command, struct screen *screen)
{
    screen_put(screen, "  ");
    screen_printf(screen, command->example, game_list[0]->id);
    screen_put(screen, "\n");
}

/* What others wrote must not steer the terminal. */
static void put_tame(char *text)
{
    struct screen screen = screen_on(stderr);
    for (char *c = text; *c; c++) {
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
    }
    screen_printf(&screen, "%s\n", text);
}

static void say(const struct command *command, const char *format, va_list arguments)
{
    char *sentence, *text;
    if (vasprintf(&sentence, format, arguments) < 0)
        return;
    if (asprintf(&text, "cornet %s: %s", command->name, sentence) >= 0) {
        put_tame(text);
        free(text);
    }
    free(sentence);
}

int command_wrong_line(const char *file, size_t line, const char *reason)
{
    char *text;
    if (asprintf(&text, "%s:%zu: %s", file, line, reason) >= 0) {
        put_tame(text);
        free(text);
    }
    return COMMAND_WRONG_INPUT;
}

int command_usage(const struct command *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(command, format, arguments);
    va_end(arguments);
    return COMMAND_WRONG_USAGE;
}

int command_failed(const struct command *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(command, format, arguments);
    va_end(arguments);
    return COMMAND_WRONG_INPUT;
}

int command_option(const struct command *command, int argc, char **argv,
                   const struct option options[], int *code)
{
    opterr = 0;
    const int found = getopt_long(argc, argv, ":h", options, NULL);
    const char *given = argv[optind - 1];
    if (found == 'h') {
        struct screen screen = screen_on(stdout);
        command_help(command, &screen);
        *code = command_finish(command);
    } else if (found == ':') {
        *code = command_usage(command, tr("option %s needs a value; see cornet %s --help"), given,
                              command->name);
    } else if (found == '?' && strncmp(given, "--", 2) == 0 && optopt) {
        *code = command_usage(command, tr("option %s takes no value; see cornet %s --help"), given,
                              command->name);
    } else if (found == '?' && optopt) {
        *code = command_usage(command, tr("no option -%c; see cornet %s --help"), optopt,
                              command->name);
    } else if (found == '?') {
        *code =
            command_usage(command, tr("no option %s; see cornet %s --help"), given, command->name);
    } else {
        return found == -1 ? 0 : found;
    }
    return -1;
}

const struct game *command_game(const struct command *command, const char *id)
{
    const struct game *found = id ? game_find(span_of(id)) : NULL;
    if (found)
        return found;
    char list[TEXT_WHY];
    struct text names = text_on(list, sizeof list);
    game_names(&names);
    if (id)
        command_usage(command, tr("no game '%s'; there are: %s"), id, list);
    else
        command_usage(command, tr("which game? There are: %s"), list);
    return NULL;
}

bool command_setting(const struct game *game, struct game_settings *settings, const char *argument,
                     struct text *why)
{
    struct span value = span_of(argument);
    const struct span name = span_cut(&value, '=');
    if (!value.at)
        return text_fail(why, tr("--option takes name=value, not '%s'"), argument);
    return game_set(game, settings, name, value, why);
}

bool command_number(const struct command *command, const char *option, const char *argument,
                    uint64_t min, uint64_t max, uint64_t *number)
{
    if (span_number(span_of(argument), min, max, number))
        return true;
    command_usage(command, tr("%s takes a number from %llu to %llu, not '%s'"), option,
                  (unsigned long long)min, (unsigned long long)max, argument);
    return false;
}

int command_finish(const struct command *command)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return COMMAND_DONE;
    return command_failed(command, tr("cannot write the output: %s"), strerror(errno));
}

bool command_keep_setting(const struct command *command, struct command_settings *settings,
                          const char *value)
{
    const int capacity = sizeof settings->value / sizeof *settings->value;
    if (settings->count == capacity) {
        command_usage(command, tr("too many --option"));
        return false;
    }
    settings->value[settings->count++] = value;
    return true;
}

bool command_apply_settings(const struct game *game, const struct command_settings *kept,
                            struct game_settings *settings, struct text *why)
{
    game_defaults(game, settings);
    if (kept->players && !game_set_players(game, settings, span_of(kept->players), why))
        return false;
    for (int i = 0; i < kept->count; i++) {
        if (!command_setting(game, settings, kept->value[i], why))
            return false;
    }
    return true;
}
