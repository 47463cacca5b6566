/* game_files.h: the files that `sim` and `arena` write: each game's record, and a line of results
 * (docs/develop/experiments.md). Games are written in the order of their numbers. */
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
    const struct span *agent;               /* indexed as in struct sim_game */
    const uint64_t *seed;                   /* of the run; NULL: secret during the run */
    uint64_t games;                         /* of the run, numbered from 1 */
    const char *records_path;               /* a folder, or one file `*.cornet`; NULL: none */
    const char *results_path;               /* `*.csv`; NULL: none */
    char date[32];                          /* of the run; empty: now */
    bool resumed;                           /* continues the files of an earlier part of the run, */
    long long records_bytes, results_bytes; /* after this many bytes; else they must be new */

    FILE *records, *results;
    struct match *match; /* holds the header of a record */
    char why[TEXT_WHY];  /* why writing failed */
};

/* Return false with a reason if the files would replace others or cannot be written.
 * game_files_check only checks. */
bool game_files_check(struct game_files *files, struct text *why);
bool game_files_open(struct game_files *files, struct text *why);

/* A sim_taker whose context is the game_files. Returns false with a reason if writing failed. */
bool game_files_put(const struct sim_game *game, void *files);

/* Flushes the buffers and sets the byte counts; false as above. */
bool game_files_flush(struct game_files *files);
bool game_files_close(struct game_files *files);

/* Sets the header lines for the date, the program and, unless `seed` is NULL, the seed. */
void game_files_stamp(struct lines *extra, const char *date, const uint64_t *seed);

/* The time now, or SOURCE_DATE_EPOCH: 2026-11-16T13:08:09Z. */
void game_files_now(char date[32]);

#endif
