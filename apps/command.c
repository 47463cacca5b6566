#include "apps/command.h"

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

static void say(const struct command *command, const char *format, va_list arguments)
{
    struct screen screen = screen_on(stderr);
    char *text;
    if (vasprintf(&text, format, arguments) < 0)
        return;
    screen_printf(&screen, "cornet %s: %s\n", command->name, text);
    free(text);
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
                   const struct option options[])
{
    opterr = 0;
    const int at = optind;
    const int found = getopt_long(argc, argv, ":h", options, NULL);
    if (found == '?' || found == ':') {
        const char *given = argv[optind > at ? optind - 1 : at];
        command_usage(command,
                      found == ':' ? tr("option %s needs a value; see cornet %s --help")
                      : optopt     ? tr("option %s takes no value; see cornet %s --help")
                                   : tr("no option %s; see cornet %s --help"),
                      given, command->name);
        return '?';
    }
    return found;
}

const struct game *command_game(const struct command *command, const char *id)
{
    const struct game *found = id ? game_find(span_of(id)) : NULL;
    if (found)
        return found;
    char list[TEXT_WHY];
    struct text names = text_on(list, sizeof list);
    for (const struct game *const *game = game_list; *game; game++) {
        if (!((*game)->flags & GAME_EXAMPLE))
            text_printf(&names, "%s%s", names.length ? ", " : "", (*game)->id);
    }
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
                    uint64_t least, uint64_t most, uint64_t *number)
{
    if (span_number(span_of(argument), least, most, number))
        return true;
    command_usage(command, tr("%s takes a number from %llu to %llu, not '%s'"), option,
                  (unsigned long long)least, (unsigned long long)most, argument);
    return false;
}

int command_finish(const struct command *command)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return COMMAND_DONE;
    return command_failed(command, tr("cannot write the output: %s"), strerror(errno));
}

bool command_keep_setting(struct command_settings *settings, const char *value)
{
    const int room = sizeof settings->value / sizeof *settings->value;
    if (settings->count == room)
        return false;
    settings->value[settings->count++] = value;
    return true;
}

bool command_apply_settings(const struct game *game, const struct command_settings *kept,
                            struct game_settings *settings, struct text *why)
{
    game_presets(game, settings);
    if (kept->players && !game_set_players(game, settings, span_of(kept->players), why))
        return false;
    for (int i = 0; i < kept->count; i++) {
        if (!command_setting(game, settings, kept->value[i], why))
            return false;
    }
    return true;
}
