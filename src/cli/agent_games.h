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

/* What a run keeps while it goes on, and how it goes on: its files of games, the file of --resume,
 * the line that shows how far it is. */
struct agent_run {
    const struct command *command;
    const struct agent_games *line;
    struct run_identity identity; /* set by the command */
    struct game_files files;
    int lock;        /* of --resume: a file beside it, open and locked; -1: none */
    json_t *earlier; /* what the file of --resume said; NULL: nothing */
    double before;   /* the part of the whole that had been played then, from 0 to 1 */
    struct progress progress;
    double saved;       /* when the file of --resume was last written */
    char why[TEXT_WHY]; /* why it could not be written */
};

/* Locks the file of --resume against other processes and reads what an interrupted run has left.
 * False if the command ends here with `code`, with the
 * sentence printed. Then the command reads the sums of `earlier`, or saves the state of a run that
 * has not begun; and agent_run_start opens the files of games. In this order a run that is killed
 * at any moment can go on. */
bool agent_run_open(struct agent_run *run, const struct command *command,
                    const struct agent_games *line, int *code);
bool agent_run_start(struct agent_run *run, int *code);

/* Closes everything because the sums in the file of --resume cannot be; returns the exit code. */
int agent_run_refuse(struct agent_run *run);

/* Some times a second: shows that `done` of `whole` games have been played; returns whether the
 * file of --resume is due. */
bool agent_run_watch(struct agent_run *run, uint64_t done, uint64_t whole);

/* Writes the file of --resume, if there is one; the run's JSON is made after game_files_flush. */
void agent_run_save(struct agent_run *run, const char *json);

/* Closes everything after the results have been printed, and returns the exit code. If `abandoned`,
 * ends the program. */
int agent_run_close(struct agent_run *run, bool abandoned);

#endif
