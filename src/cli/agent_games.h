/* agent_games.h: the command line that `cornet sim` and `cornet arena` share: games between agents.
 */
#ifndef CORNET_CLI_AGENT_GAMES_H
#define CORNET_CLI_AGENT_GAMES_H

#include "botproc/bots.h"
#include "cli/run_file.h"
#include "program/options.h"
#include "program/progress.h"

struct agent_games {
    const struct game *game;
    struct game_settings settings; /* made from `given` */
    struct command_settings given;
    const char *agents; /* a list with commas; NULL: not given */
    struct bots bots;   /* the programs among the agents */
    struct agent_opener opener;
    uint64_t games, seed;
    bool seeded; /* the seed was given */
    bool secret; /* the seed is random, and the programs that play must not know it */
    int threads;
    bool json;
    const char *records, *results, *resume; /* paths; NULL: not given */
    const char *shard_text;                 /* I/N; NULL: not given */
    uint64_t shard, shards;                 /* made from it; 1 of 1 if it was not given */
};

/* Reads the command line: the options of the command's own, which this table lists, and then those
 * that both commands have, of which the seed, the threads and the files are some. False if the
 * command ends here with `code`. */
bool agent_games_read(const struct command *command, const struct command_option own[], int argc,
                      char **argv, struct agent_games *games, int *code);

/* A run while it goes on: its files of games, the file of --resume, the line that shows progress.
 * `sim` and `arena` have it as the first member of their own. */
struct agent_run {
    /* Set by the command. */
    struct run_identity identity;
    const void *job;
    run_writer *write; /* its result as JSON */
    /* Takes over the sums of `earlier` and sets `before`; false if they cannot be. */
    bool (*resume)(struct agent_run *run);

    const struct command *command;
    const struct agent_games *line;
    struct game_files files;
    int lock;        /* of --resume: a file beside it, open and locked; -1: none */
    json_t *earlier; /* what the file of --resume said; NULL: nothing */
    double before;   /* the part of the whole that had been played then, from 0 to 1 */
    double seconds;  /* that were spent on it */
    struct progress progress;
    double saved;       /* when the file of --resume was last written */
    char why[TEXT_WHY]; /* why it could not be written */
};

/* Locks the file of --resume against other processes and continues what an interrupted run has
 * left, or saves `start`, the result of a run that has not begun. Then opens the files of games. In
 * this order a run that is killed at any moment can go on. False if the command ends here with
 * `code`, with the sentence printed. */
bool agent_run_open(struct agent_run *run, const struct command *command,
                    const struct agent_games *line, const void *start, int *code);

/* A sim_taker whose context is the run. */
bool agent_run_take(const struct sim_game *game, void *run);

/* Some times a second: shows that `done` of `whole` games have been played; returns whether the
 * file of --resume is due. */
bool agent_run_watch(struct agent_run *run, uint64_t done, uint64_t whole);

/* Writes the file of --resume, if there is one. */
void agent_run_save(struct agent_run *run, const void *result);

/* Closes everything after the results have been printed, and returns the exit code. If `abandoned`,
 * ends the program. */
int agent_run_close(struct agent_run *run, bool abandoned);

#endif
