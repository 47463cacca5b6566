/* merge.h: putting the parts of a run together: what `cornet merge` needs of `sim` and `arena`. */
#ifndef CORNET_CLI_MERGE_H
#define CORNET_CLI_MERGE_H

#include "cli/run_file.h"
#include "program/command.h"

/* The parts, which have been checked to be all of the run and nothing twice. */
struct merge_parts {
    struct run_identity run; /* as the whole run has it */
    json_t **part;
    int count;
    double seconds; /* of all parts */
    int threads;    /* of the part with the most */
    bool reproducible;
};

/* Adds the parts and prints them as the command would; false if a part's sums cannot be, and then
 * `wrong` is that part. */
bool sim_merge(const struct merge_parts *parts, bool json, int *wrong);
bool arena_merge(const struct merge_parts *parts, bool json, int *wrong);

#endif
