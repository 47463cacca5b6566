#include "program/options.h"

#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"

enum { OPTIONS_MAX = 40 };     /* rows of a table */
enum { FIRST_OPTION = 256 };   /* getopt's value of row 0: no character has it */
enum { HELP_COLUMN_MIN = 20 }; /* where the help of an option begins, if no name is longer */

/* ---- help ---- */

/* `--seed S`, or an operand's name. */
static void write_head(const struct command_option *option, struct text *out)
{
    text_add(out, "  ");
    if (option->name)
        text_printf(out, "--%s%s", option->name, option->argument ? " " : "");
    if (option->argument)
        text_add(out, tr(option->argument));
}

static bool is_number(const struct command_option *option)
{
    return option->number || option->integer;
}

/* Empty if the option has no default. */
static void write_default(const struct command_option *option, struct text *out)
{
    if (option->default_text) {
        text_add(out, tr(option->default_text));
    } else if (is_number(option) && !option->given) {
        const uint64_t value = option->number ? *option->number : (uint64_t)*option->integer;
        if (value >= option->min && value <= option->max)
            text_printf(out, "%llu", (unsigned long long)value);
    } else if (option->text && *option->text) {
        text_add(out, *option->text);
    }
}

/* The help, whose last sentence ends with the bounds and the default in parentheses. */
static void write_help(const struct command_option *option, struct text *out)
{
    char bounds[64] = "", standard[128];
    struct text between = text_on(bounds, sizeof bounds);
    struct text preset = text_on(standard, sizeof standard);
    if (is_number(option) && option->max < UINT64_MAX)
        text_printf(&between, tr("%llu to %llu"), (unsigned long long)option->min,
                    (unsigned long long)option->max);
    write_default(option, &preset);
    const char *help = tr(option->help);
    text_printf(out, "%.*s", (int)strlen(help) - 1, help); /* without the full stop */
    if (*bounds && *standard)
        text_printf(out, tr(" (%s; default: %s)"), bounds, standard);
    else if (*standard)
        text_printf(out, tr(" (default: %s)"), standard);
    else if (*bounds)
        text_printf(out, " (%s)", bounds);
    text_char(out, '.');
}

static int help_column(const struct command_option options[])
{
    int column = HELP_COLUMN_MIN;
    for (; options->help; options++) {
        struct text head = text_on((char[128]){0}, 128);
        write_head(options, &head);
        column = screen_width(head.start) + 2 > column ? screen_width(head.start) + 2 : column;
    }
    return column;
}

static void show_options(const struct command_option options[], struct screen *screen)
{
    const int column = help_column(options);
    for (; options->help; options++) {
        struct text line = text_on((char[1024]){0}, 1024);
        write_head(options, &line);
        for (int width = screen_width(line.start); width < column; width++)
            text_char(&line, ' ');
        write_help(options, &line);
        screen_put_wrapped(screen, line.start, 0);
    }
}

static int show_help(const struct command *command, const struct command_option options[])
{
    struct screen screen = screen_on(stdout);
    command_synopsis(command, &screen);
    screen_put(&screen, "\n");
    screen_put_wrapped(&screen, tr(command->about), 2);
    screen_put(&screen, "\n");
    show_options(options, &screen);
    if (command->notes) {
        screen_put(&screen, "\n");
        screen_put_wrapped(&screen, tr(command->notes), 0);
    }
    screen_printf(&screen, "\n%s\n", tr("Example:"));
    command_example(command, &screen);
    return command_finish(command);
}

/* ---- reading ---- */

static void make_rows(const struct command_option options[], struct option rows[OPTIONS_MAX + 2])
{
    int count = 0;
    for (int i = 0; options[i].help; i++) {
        if (i == OPTIONS_MAX)
            abort(); /* more rows than the capacity: our own bug */
        if (options[i].name)
            rows[count++] =
                (struct option){.name = options[i].name,
                                .has_arg = options[i].argument ? required_argument : no_argument,
                                .val = FIRST_OPTION + i};
    }
    rows[count++] = (struct option){.name = "help", .has_arg = no_argument, .val = 'h'};
    rows[count] = (struct option){0};
}

/* `found` is getopt's ':' or '?', `given` the argument that it is about. */
static int refuse(const struct command *command, int found, const char *given)
{
    if (found == ':')
        return command_usage(command, tr("option %s needs a value; see cornet %s --help"), given,
                             command->name);
    if (strncmp(given, "--", 2) == 0 && optopt)
        return command_usage(command, tr("option %s takes no value; see cornet %s --help"), given,
                             command->name);
    if (optopt)
        return command_usage(command, tr("no option -%c; see cornet %s --help"), optopt,
                             command->name);
    return command_usage(command, tr("no option %s; see cornet %s --help"), given, command->name);
}

/* Whether no other option of its group was given. */
static bool is_alone(const struct command *command, const struct command_option options[],
                     const bool seen[], int index)
{
    struct text names = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    bool alone = true;
    for (int i = 0; options[i].help; i++) {
        if (!options[i].name || options[i].group != options[index].group)
            continue;
        alone = alone && (i == index || !seen[i]);
        text_printf(&names, "%s--%s", names.length ? ", " : "", options[i].name);
    }
    if (options[index].group == 0 || alone)
        return true;
    command_usage(command, tr("one of %s at a time"), names.start);
    return false;
}

/* `name`: the option with its dashes, or the environment variable that stands for it. */
static bool store_number(const struct command *command, const struct command_option *option,
                         const char *name, const char *value)
{
    uint64_t number;
    if (!command_number(command, name, value, option->min, option->max, &number))
        return false;
    if (option->number)
        *option->number = number;
    else
        *option->integer = (int)number;
    return true;
}

static bool store_in_list(const struct command *command, const struct command_option *option,
                          const char *value)
{
    const int max = option->max ? (int)option->max : COMMAND_LIST_MAX;
    if (option->list->count == max) {
        command_usage(command, tr("too many --%s"), option->name);
        return false;
    }
    option->list->value[option->list->count++] = value;
    return true;
}

static bool store(const struct command *command, const struct command_option *option,
                  const char *name, const char *value)
{
    if (option->given)
        *option->given = true;
    if (is_number(option))
        return store_number(command, option, name, value);
    if (option->list)
        return store_in_list(command, option, value);
    if (option->game)
        return (*option->game = command_game(command, value)) != NULL;
    if (option->text)
        *option->text = value;
    else
        *option->flag = true;
    return true;
}

/* Reads the variables of the environment. An option of the command line replaces its variable,
 * since it is stored later. An empty variable does not count. */
static bool read_environment(const struct command *command, const struct command_option options[])
{
    for (; options->help; options++) {
        char name[64];
        if (!options->name || !options->argument)
            continue;
        int length = snprintf(name, sizeof name, "CORNET_%s", options->name);
        for (int i = 0; i < length; i++)
            name[i] = name[i] == '-' ? '_' : (char)toupper((unsigned char)name[i]);
        const char *value = getenv(name);
        if (value && *value && !store(command, options, name, value))
            return false;
    }
    return true;
}

bool options_read(const struct command *command, const struct command_option options[], int *argc,
                  char ***argv, int *code)
{
    struct option rows[OPTIONS_MAX + 2];
    bool seen[OPTIONS_MAX] = {false};
    int found;
    if (command->describe) {
        command->describe(command, options);
        *code = COMMAND_DONE;
        return false;
    }
    if (command->environment && !read_environment(command, options)) {
        *code = COMMAND_WRONG_USAGE;
        return false;
    }
    make_rows(options, rows);
    opterr = 0;
    while ((found = getopt_long(*argc, *argv, ":h", rows, NULL)) != -1) {
        if (found < FIRST_OPTION) {
            *code = found == 'h' ? show_help(command, options)
                                 : refuse(command, found, (*argv)[optind - 1]);
            return false;
        }
        const int index = found - FIRST_OPTION;
        char name[64];
        snprintf(name, sizeof name, "--%s", options[index].name);
        seen[index] = true;
        if (!is_alone(command, options, seen, index) ||
            !store(command, &options[index], name, optarg)) {
            *code = COMMAND_WRONG_USAGE;
            return false;
        }
    }
    *argc -= optind;
    *argv += optind;
    return true;
}

void options_describe(const struct command *command,
                      void (*describe)(const struct command *command,
                                       const struct command_option *options))
{
    struct command described = *command;
    char name[] = "", *argv[] = {name, NULL};
    described.describe = describe;
    described.run(&described, 1, argv);
}

/* ---- settings of the game ---- */

static bool apply_setting(const struct game *game, struct game_settings *settings,
                          const char *argument, struct text *why)
{
    struct span value = span_of(argument);
    const struct span name = span_cut(&value, '=');
    if (!value.at)
        return text_fail(why, tr("--option takes name=value, not '%s'"), argument);
    return game_set(game, settings, name, value, why);
}

bool options_apply_settings(const struct game *game, const struct command_settings *given,
                            struct game_settings *settings, struct text *why)
{
    game_defaults(game, settings);
    if (given->people)
        game_people_defaults(game, settings, given->clocked);
    if (given->players && !game_set_players(game, settings, span_of(given->players), why))
        return false;
    for (int i = 0; i < given->option.count; i++) {
        if (!apply_setting(game, settings, given->option.value[i], why))
            return false;
    }
    return true;
}
