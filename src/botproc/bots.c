#include "botproc/bots.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "agents/levels.h"
#include "base/lang.h"
#include "botproc/player.h"

enum { TIME_MAX = 3600000, MEMORY_MAX = 1 << 20 };

struct bots bots_defaults(void)
{
    return (struct bots){.time = 5000, .limits = {.memory = 2048}};
}

struct command_option bots_row(struct bots *bots)
{
    const struct command_option row = {
        "bot", mark("NAME=COMMAND"),
        mark("Adds a program as an agent under this name. You can repeat this option."),
        .list = &bots->given, .max = BOTS_MAX};
    return row;
}

struct command_option bots_time_row(struct bots *bots)
{
    const struct command_option row = {
        "bot-time",
        "MS",
        mark("Limits the time for a program's answer, in milliseconds."),
        .integer = &bots->time,
        .min = 1,
        .max = TIME_MAX};
    return row;
}

struct command_option bots_memory_row(struct bots *bots)
{
    const struct command_option row = {"bot-memory", mark("MB"),
                                       mark("Limits a program's memory, in MiB; 0 means no limit."),
                                       .integer = &bots->limits.memory, .max = MEMORY_MAX};
    return row;
}

/* ---- names ---- */

static const struct bots_program *find_program(const struct bots *bots, struct span name)
{
    for (int i = 0; i < bots->count; i++) {
        if (span_is(name, bots->program[i].name))
            return &bots->program[i];
    }
    return NULL;
}

/* Whether it is the name of an agent or a level of ours. */
static bool is_ours(struct span name)
{
    const struct agent *agent;
    for (size_t i = 0; (agent = agent_any(i)); i++) {
        if (span_is(name, agent->name))
            return true;
    }
    return agent_level_find(name) >= 0 || span_is(name, "exec") || span_is(name, "bot");
}

static bool is_name(struct span name)
{
    for (size_t i = 0; i < name.length; i++) {
        if (!isalnum((unsigned char)name.at[i]) && !strchr("-_.", name.at[i]))
            return false;
    }
    return name.length > 0 && name.length < sizeof((struct bots_program *)NULL)->name;
}

static bool add_program(struct bots *bots, struct span name, struct span command, struct text *why)
{
    struct bots_program *program = &bots->program[bots->count];
    if (!is_name(name))
        return text_fail(why,
                         tr("a bot's name has 1 to %d letters, digits and -_. only, not '%.*s'"),
                         (int)sizeof program->name - 1, span_shown(name), span_start(name));
    if (is_ours(name) || find_program(bots, name))
        return text_fail(why, tr("agent '%.*s' already exists"), span_shown(name), name.at);
    if (bots->count == BOTS_MAX)
        return text_fail(why, tr("at most %d programs at a time"), BOTS_MAX);
    if (command.length >= BOTS_COMMAND_MAX || !span_is_clean(command))
        return text_fail(why, tr("a command is at most %d bytes of clean UTF-8"),
                         BOTS_COMMAND_MAX - 1);
    snprintf(program->name, sizeof program->name, "%.*s", (int)name.length, name.at);
    snprintf(program->command, sizeof program->command, "%.*s", (int)command.length,
             span_start(command));
    bots->names[bots->count++] = program->name;
    return true;
}

bool bots_read(struct bots *bots, struct text *why)
{
    for (int i = 0; i < bots->given.count; i++) {
        struct span command = span_of(bots->given.value[i]);
        const struct span name = span_cut(&command, '=');
        char path[PATH_MAX];
        if (!command.at)
            return text_fail(why, tr("--bot takes NAME=COMMAND, not '%s'"), bots->given.value[i]);
        if (!add_program(bots, name, command, why) ||
            !player_find(bots->program[bots->count - 1].command, path, sizeof path, why))
            return false;
    }
    return true;
}

/* The program of a command, without its path and with nothing in it that a name cannot have. */
static void add_base(struct span command, struct text *out)
{
    enum { LONG = 20 }; /* leaves room for a number */
    struct span rest = command;
    const struct span program = span_cut(&rest, ' ');
    const char *slash = memrchr(program.at, '/', program.length);
    for (const char *c = slash ? slash + 1 : program.at;
         c < program.at + program.length && out->length < LONG; c++)
        text_char(out, isalnum((unsigned char)*c) || strchr("-_.", *c) ? *c : '_');
}

struct span bots_shown(struct span agent, char name[BOTS_NAME_MAX])
{
    const size_t prefix = strlen(BOTS_EXEC);
    struct text out = text_on(name, BOTS_NAME_MAX);
    if (agent.length <= prefix || strncmp(agent.at, BOTS_EXEC, prefix) != 0)
        return agent;
    add_base((struct span){agent.at + prefix, agent.length - prefix}, &out);
    return span_of(name);
}

bool bots_name(struct bots *bots, struct span command, const char **name, struct text *why)
{
    char made[BOTS_NAME_MAX];
    for (int number = 1; number <= BOTS_MAX + 1; number++) {
        struct text out = text_on(made, sizeof made);
        add_base(command, &out);
        if (number > 1)
            text_printf(&out, "-%d", number);
        const struct bots_program *known = find_program(bots, span_of(made));
        *name = known ? known->name : bots->program[bots->count].name;
        if (known && span_is(command, known->command))
            return true;
        if (!known && !is_ours(span_of(made)))
            return add_program(bots, span_of(made), command, why);
    }
    return text_fail(why, tr("at most %d programs at a time"), BOTS_MAX);
}

/* The command of an agent's name; NULL if it is a built-in agent. */
static const char *command_of(const struct bots *bots, struct span spec, char exec[])
{
    const size_t prefix = strlen(BOTS_EXEC);
    const struct bots_program *program = find_program(bots, spec);
    if (program)
        return program->command;
    if (spec.length < prefix || strncmp(spec.at, BOTS_EXEC, prefix) != 0)
        return NULL;
    snprintf(exec, BOTS_COMMAND_MAX, "%.*s", (int)(spec.length - prefix), spec.at + prefix);
    return exec;
}

bool bots_in_list(const struct bots *bots, const char *agents)
{
    char exec[BOTS_COMMAND_MAX];
    struct span rest = span_of(agents ? agents : "");
    while (rest.at) {
        if (command_of(bots, span_cut(&rest, ','), exec))
            return true;
    }
    return false;
}

static bool open_bot(void *context, struct bot *bot, const struct game *game,
                     const struct game_settings *settings, struct span spec, struct text *why)
{
    struct bots *bots = context;
    char exec[BOTS_COMMAND_MAX];
    const char *command = command_of(bots, spec, exec);
    if (!command)
        return agent_make(NULL, bot, game, settings, spec, why);
    if (command == exec && !bots->exec)
        return text_fail(
            why,
            tr("programs start only under a name given on the command line: --bot NAME=COMMAND"));
    if (command == exec && spec.length - strlen(BOTS_EXEC) >= BOTS_COMMAND_MAX)
        return text_fail(why, tr("a command is at most %d bytes of clean UTF-8"),
                         BOTS_COMMAND_MAX - 1);
    return player_open(bot, bots, command, game, settings, why);
}

struct agent_opener bots_opener(struct bots *bots)
{
    return (struct agent_opener){.open = open_bot, .context = bots, .names = bots->names};
}
