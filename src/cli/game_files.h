/* game_files.h: what `sim` and `arena` write about each game: its record, and a line of results
 * (docs/develop/experiments.md). Games come in the order of their numbers. */
#ifndef CORNET_CLI_GAME_FILES_H
#define CORNET_CLI_GAME_FILES_H

#include <stdio.h>

#include "match/match.h"
#include "sim/sim.h"

/* The caller owns the paths and the agents; game_files_close frees the rest. */
struct game_files {
    /* Set by the caller. */
    const struct game *game;
    const struct game_settings *settings;
    const struct span *agent; /* as a sim_game counts them */
    const uint64_t *seed;     /* of the run; NULL: nobody may know it while the run goes on */
    uint64_t number[2];       /* of its first game and of its last */
    const char *records_path; /* a folder, or one file `*.cornet`; NULL: none */
    const char *results_path; /* `*.csv` or `*.jsonl`; NULL: none */
    char date[32];            /* of the run; empty: now */
    bool resumed;             /* goes on with files of an earlier part of the run, */
    long long records_bytes, results_bytes; /* after this many bytes; else they must be new */

    FILE *records, *results;
    struct match *match; /* has the header of a record */
    bool csv;
    char why[TEXT_WHY]; /* why nothing more could be written */
};

/* False with a reason if the files would replace others, or cannot be written; the first writes
 * nothing. */
bool game_files_check(struct game_files *files, struct text *why);
bool game_files_open(struct game_files *files, struct text *why);

/* A sim_taker whose context is the game_files. False: writing failed, and `why` says so. */
bool game_files_put(const struct sim_game *game, void *files);

/* Writes out what is buffered, and sets the numbers of bytes; false as above. */
bool game_files_flush(struct game_files *files);
bool game_files_close(struct game_files *files);

/* Sets the header lines of a record that say when it was played, by which program, and, unless
 * `seed` is NULL, from which seed. */
void game_files_stamp(struct lines *extra, const char *date, const uint64_t *seed);

/* The time now, or SOURCE_DATE_EPOCH: 2026-11-16T13:08:09Z. */
void game_files_now(char date[32]);

#endif
