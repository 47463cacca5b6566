/* agent_games.h: the common command line of `cornet sim` and `cornet arena`: games between agents.
 */
#ifndef CORNET_CLI_AGENT_GAMES_H
#define CORNET_CLI_AGENT_GAMES_H

#include "botproc/bots.h"
#include "cli/run_file.h"
#include "program/options.h"
#include "program/progress.h"

struct agent_games {
    const struct game *game;
    struct game_settings settings; /* parsed from `given` */
    struct command_settings given;
    const char *agents; /* a list with commas; NULL: not given */
    struct bots bots;   /* the programs among the agents */
    struct agent_opener opener;
    uint64_t games, seed;
    bool seeded; /* the seed was given */
    bool secret; /* the seed is random and must not be passed to external programs */
    int threads;
    bool json;
    const char *records, *results, *resume; /* paths; NULL: not given */
};

/* Parses the command line: the command's own options in this table, and the common ones, such as
 * the seed, the threads and the files. False if the command ends here with `code`. */
bool agent_games_read(const struct command *command, const struct command_option own[], int argc,
                      char **argv, struct agent_games *games, int *code);

/* Prints a line under the results if a program has played a game in which anybody may act: what it
 * receives there that people and our own bots do not. */
void agent_games_print_note(const struct agent_games *games);

/* A run in progress: its game files, the file of --resume, the progress line. The first member of
 * the structures of `sim` and `arena`. */
struct agent_run {
    /* Set by the command. */
    struct run_identity identity;
    const void *job;
    run_writer *write; /* writes its result as JSON */
    /* Loads the sums of `earlier` and sets `before`; false if they are invalid. */
    bool (*resume)(struct agent_run *run);

    const struct command *command;
    const struct agent_games *line;
    struct game_files files;
    int lock;        /* the lock file beside the file of --resume, open and locked; -1: none */
    json_t *earlier; /* the content of the file of --resume; NULL: none */
    double before;   /* the part that was already played then, from 0 to 1 */
    double seconds;  /* spent on it */
    struct progress progress;
    double saved;       /* when the file of --resume was last written */
    char why[TEXT_WHY]; /* why it could not be written */
};

/* Locks the file of --resume against other processes. Resumes an interrupted run, or saves `start`,
 * the result of a run that has not begun. Then opens the game files. In this order, a run killed at
 * any time can be resumed. If the command ends here, prints the reason, sets `code` and returns
 * false. */
bool agent_run_open(struct agent_run *run, const struct command *command,
                    const struct agent_games *line, const void *start, int *code);

/* A sim_taker; its context is the run. */
bool agent_run_take(const struct sim_game *game, void *run);

/* Called several times per second: shows that `done` of `whole` games have been played; returns
 * whether it is time to write the file of --resume. */
bool agent_run_watch(struct agent_run *run, uint64_t done, uint64_t whole);

/* Writes the file of --resume, if there is one. */
void agent_run_save(struct agent_run *run, const void *result);

/* Closes everything after the results have been printed, and returns the exit code. If `abandoned`,
 * ends the program. */
int agent_run_close(struct agent_run *run, bool stopped, bool abandoned);

#endif
