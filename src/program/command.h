/* command.h: the subcommands of `cornet`, and what they share. */
#ifndef CORNET_PROGRAM_COMMAND_H
#define CORNET_PROGRAM_COMMAND_H

#include <stdbool.h>

#include "game/game.h"
#include "program/screen.h"

/* Exit codes: done; the input is wrong; the command line is wrong. */
enum { COMMAND_DONE = 0, COMMAND_WRONG_INPUT = 1, COMMAND_WRONG_USAGE = 2 };

struct command_option;

/* What a command is for, in the order in which the overview shows them. */
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
    const char *example;   /* with %s for a game */
    /* The arguments begin with the command's name. */
    int (*run)(const struct command *command, int argc, char **argv);
    /* If not NULL, options_read hands it the table and ends the command. */
    void (*describe)(const struct command *command, const struct command_option *options);
};

/* All of them, in the order in which they are shown; the last is NULL. The build makes the list
 * (CMakeLists.txt), since a game may have commands of its own. */
extern const struct command *const command_list[];

extern const struct command command_play;
extern const struct command command_replay;
extern const struct command command_sim;
extern const struct command command_arena;
extern const struct command command_merge;
extern const struct command command_engine;
extern const struct command command_analyse;
extern const struct command command_stats;
extern const struct command command_train;
extern const struct command command_serve;
extern const struct command command_join;
extern const struct command command_verify;
extern const struct command command_export;
extern const struct command command_backup;
extern const struct command command_restore;
extern const struct command command_purge;
extern const struct command command_completion;

/* The line `cornet sim GAME`, and the line with the example. */
void command_synopsis(const struct command *command, struct screen *screen);
void command_example(const struct command *command, struct screen *screen);

/* One sentence on standard error, with the command's name before it. Returns the exit code. */
__attribute__((format(printf, 2, 3))) int command_usage(const struct command *command,
                                                        const char *format, ...);
__attribute__((format(printf, 2, 3))) int command_failed(const struct command *command,
                                                         const char *format, ...);

/* `FILE:LINE: reason` on standard error; `FILE: reason` for line 0. Returns the exit code. */
int command_wrong_line(const char *file, size_t line, const char *reason);

/* The record in this file, or in standard input for `-`; the caller frees it. NULL if it cannot be
 * read, with `FILE:LINE: reason` printed. */
struct match *command_record(const char *path);

/* The game with this id; NULL, with the sentence printed, if there is none. `id` may be NULL. */
const struct game *command_game(const struct command *command, const char *id);

/* A number of the command line; false, with the sentence printed, if it is not from min to max. */
bool command_number(const struct command *command, const char *option, const char *argument,
                    uint64_t min, uint64_t max, uint64_t *number);

/* Loads a plugin; false, with the sentence printed, if it does not load. */
bool command_plugin(const char *path);

/* ` --load FILE` for each plugin that is loaded: what a line that is to be typed again needs too.
 */
void command_plugins(struct text *out);

/* A path as a word of a shell. */
void command_quote(const char *path, struct text *out);

/* Flushes standard output. Returns the exit code: an error if not everything could be written. */
int command_finish(const struct command *command);

#endif
