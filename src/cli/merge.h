/* merge.h: merges the parts of a run: the functions of `sim` and `arena` for `cornet merge`. */
#ifndef CORNET_CLI_MERGE_H
#define CORNET_CLI_MERGE_H

#include "cli/run_file.h"
#include "program/command.h"

/* The parts. They have been checked to cover the whole run without overlap. */
struct merge_parts {
    struct run_identity run; /* of the whole run */
    json_t **part;
    int count;
    double seconds; /* of all parts */
    int threads;    /* the largest number among the parts */
    bool reproducible;
};

/* Adds up the parts and prints the result like the command itself. If a part's sums are invalid,
 * sets `wrong` to that part and returns false. */
bool sim_merge(const struct merge_parts *parts, bool json, int *wrong);
bool arena_merge(const struct merge_parts *parts, bool json, int *wrong);

#endif
