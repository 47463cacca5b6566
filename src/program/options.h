/* options.h: the command line of a subcommand, with each option declared once.
 *
 * A row of the table holds everything about an option: its name, its argument, its help, its bounds
 * and the variable it is stored in. Parsing, checks and the text of --help are derived from it. An
 * option's default is the value that its variable has before the command line is read. */
#ifndef CORNET_PROGRAM_OPTIONS_H
#define CORNET_PROGRAM_OPTIONS_H

#include "program/command.h"

/* The values of an option that may be repeated. */
enum { COMMAND_LIST_MAX = 2 * GAME_OPTIONS_MAX };
struct command_list {
    const char *value[COMMAND_LIST_MAX];
    int count;
};

/* A row uses designated initialisers, except for the first three members. Texts in words are marked
 * for translation. */
struct command_option {
    const char *name;         /* without the dashes; NULL: an operand, only for the help */
    const char *argument;     /* the value's name in the help: FILE, N; NULL: a flag */
    const char *help;         /* sentences without bounds and default; NULL ends the table */
    const char *default_text; /* shown in the help instead of the variable's value */
    uint64_t min, max;        /* bounds of a number; max: also the length of a list, 0: any */
    int group;                /* options of the same group, if not 0, exclude each other */
    bool *given; /* if not NULL: set if the option is given; the help then shows no default */

    /* Where the value is stored: one of these, by its type. A number that is initially out of
     * bounds has no default. */
    bool *flag;
    uint64_t *number;
    int *integer;
    const char **text;
    const struct game **game;
    struct command_list *list;
};

/* Parses the command line into the options' variables, and leaves the operands in `argc` and
 * `argv`. Returns false if the command ends here with `code`: --help was printed, or an option is
 * wrong and the error was printed. */
bool options_read(const struct command *command, const struct command_option options[], int *argc,
                  char ***argv, int *code);

/* Calls `describe` with the command's table of options, without running the command. */
void options_describe(const struct command *command,
                      void (*describe)(const struct command *command,
                                       const struct command_option *options));

/* The values of `--players` and of the repeated `--option name=value`, until the game is known. */
struct command_settings {
    struct command_list option;
    const char *players; /* NULL: not given */
    bool people;         /* whether people play: some options then have another default */
    bool clocked;        /* people play with a clock and without bots: the same */
};
bool options_apply_settings(const struct game *game, const struct command_settings *given,
                            struct game_settings *settings, struct text *why);

#endif
