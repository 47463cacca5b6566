/* command.h: the subcommands of `cornet`, and what they share. */
#ifndef CORNET_APPS_COMMAND_H
#define CORNET_APPS_COMMAND_H

#include <getopt.h>
#include <stdbool.h>

#include "apps/terminal/screen.h"
#include "games/game.h"

/* Exit codes: done; the input is wrong; the command line is wrong. */
enum { COMMAND_DONE = 0, COMMAND_WRONG_INPUT = 1, COMMAND_WRONG_USAGE = 2 };

struct command {
    const char *name;
    const char *arguments; /* "GAME", "FILE": shown in help */
    const char *about;     /* one sentence, marked for translation */
    const char *help;      /* the options, marked for translation */
    const char *example;   /* with %s for a game */
    int (*run)(const struct command *command, int argc, char **argv);
};

extern const struct command command_play;
extern const struct command command_replay;
extern const struct command command_sim;
extern const struct command command_arena;
extern const struct command command_engine;
extern const struct command command_solve;
extern const struct command command_analyse;
extern const struct command command_perft;
extern const struct command command_serve;
extern const struct command command_load;
extern const struct command command_join;
extern const struct command command_verify;
extern const struct command command_export;
extern const struct command command_purge;
extern const struct command command_words;

void command_help(const struct command *command, struct screen *screen);
void command_example(const struct command *command, struct screen *screen);

/* One sentence on standard error, with the command's name before it. Returns the exit code. */
__attribute__((format(printf, 2, 3))) int command_usage(const struct command *command,
                                                        const char *format, ...);
__attribute__((format(printf, 2, 3))) int command_failed(const struct command *command,
                                                         const char *format, ...);

/* `FILE:LINE: reason` on standard error. Returns the exit code. */
int command_wrong_line(const char *file, size_t line, const char *reason);

/* The next option of the command line, 0 after the last. -1: the command ends here with that code,
 * since --help was asked for and has been shown, or the option is wrong, which has been said. */
int command_option(const struct command *command, int argc, char **argv,
                   const struct option options[], int *code);

/* The game that a command line names; NULL with the sentence said. */
const struct game *command_game(const struct command *command, const char *id);

/* An `--option name=value` of the command line into the settings. */
bool command_setting(const struct game *game, struct game_settings *settings, const char *argument,
                     struct text *why);

/* A number of the command line; false with the sentence said. */
bool command_number(const struct command *command, const char *option, const char *argument,
                    uint64_t min, uint64_t max, uint64_t *number);

/* Flushes standard output; the exit code, which says whether everything could be written. */
int command_finish(const struct command *command);

/* The values of a repeated `--option`, kept until the game and the players are known. */
struct command_settings {
    const char *value[2 * GAME_OPTIONS_MAX];
    int count;
    const char *players; /* NULL: not given */
};
bool command_keep_setting(const struct command *command, struct command_settings *settings,
                          const char *value);
bool command_apply_settings(const struct game *game, const struct command_settings *kept,
                            struct game_settings *settings, struct text *why);

#endif
