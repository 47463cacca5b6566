/* command.h: the subcommands of `cornet`, and their common functions. */
#ifndef CORNET_PROGRAM_COMMAND_H
#define CORNET_PROGRAM_COMMAND_H

#include <stdbool.h>

#include "game/game.h"
#include "program/screen.h"

/* Exit codes: success; invalid input; invalid command line. */
enum { COMMAND_DONE = 0, COMMAND_WRONG_INPUT = 1, COMMAND_WRONG_USAGE = 2 };

struct command_option;

/* The purpose of a command, in the order in which the overview shows them. */
enum command_topic {
    COMMAND_PLAY,
    COMMAND_RECORDS,
    COMMAND_BOTS,
    COMMAND_SERVER,
    COMMAND_TOOLS,
    COMMAND_TOPICS
};

struct command {
    const char *name;
    enum command_topic topic;
    const char *arguments; /* "GAME", "FILE": shown in the help, marked for translation */
    const char *about;     /* one sentence, marked for translation */
    const char *notes;     /* shown after the options, marked for translation; NULL: none */
    const char *example;   /* %s is replaced by a game */
    bool environment;      /* options are also read from variables: CORNET_PORT for --port */
    /* The arguments begin with the command's name. */
    int (*run)(const struct command *command, int argc, char **argv);
    /* If not NULL, options_read passes it the table and ends the command. */
    void (*describe)(const struct command *command, const struct command_option *options);
};

/* All commands in display order, ending with NULL. The build generates the list (CMakeLists.txt),
 * since a game may have its own commands. */
extern const struct command *const command_list[];

extern const struct command command_play;
extern const struct command command_practise;
extern const struct command command_print;
extern const struct command command_replay;
extern const struct command command_sim;
extern const struct command command_arena;
extern const struct command command_engine;
extern const struct command command_analyse;
extern const struct command command_stats;
extern const struct command command_serve;
extern const struct command command_join;
extern const struct command command_name;
extern const struct command command_verify;
extern const struct command command_admin;
extern const struct command command_export;
extern const struct command command_backup;
extern const struct command command_restore;
extern const struct command command_purge;
extern const struct command command_completion;

/* Print the line `cornet sim GAME`, and the line with the example. */
void command_synopsis(const struct command *command, struct screen *screen);
void command_example(const struct command *command, struct screen *screen);

/* Prints one sentence on standard error, after the command's name. Returns the exit code. */
__attribute__((format(printf, 2, 3))) int command_usage(const struct command *command,
                                                        const char *format, ...);
__attribute__((format(printf, 2, 3))) int command_failed(const struct command *command,
                                                         const char *format, ...);

/* Prints `FILE:LINE: reason` on standard error, or `FILE: reason` for line 0. Returns the exit
 * code. */
int command_wrong_line(const char *file, size_t line, const char *reason);

/* Reads the record in this file, in standard input for `-`, or at a server; the caller frees it. On
 * failure command_record prints `FILE:LINE: reason`; both return NULL. */
struct match *command_record(const char *path);
char *command_bytes(const char *path, size_t *length, struct text *why);

/* The game with this id. If there is none, prints an error and returns NULL. `id` may be NULL. */
const struct game *command_game(const struct command *command, const char *id);

/* Parses a number of the command line. If it is not from min to max, prints an error and returns
 * false. */
bool command_number(const struct command *command, const char *option, const char *argument,
                    uint64_t min, uint64_t max, uint64_t *number);

/* Loads a plugin. On failure prints an error and returns false. */
bool command_plugin(const char *path);

/* Appends ` --load FILE` for each loaded plugin, for command lines that the user can copy. */
void command_plugins(struct text *out);

/* Appends a path, quoted for the shell. */
void command_quote(const char *path, struct text *out);

/* Flushes standard output. Returns the exit code: an error if writing failed. */
int command_finish(const struct command *command);

#endif
