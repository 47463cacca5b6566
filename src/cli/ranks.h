/* ranks.h: several processes that share one run, started by `mpirun`. The first, rank 0, does all
 * reading, writing and printing; the others help it and say nothing.
 *
 * ranks.c is for MPI (-DCORNET_MPI=ON); in ranks_none.c there is always one process. */
#ifndef CORNET_CLI_RANKS_H
#define CORNET_CLI_RANKS_H

#include "base/ranks.h"
#include "sim/batch.h"

/* Joins the other processes; without any, nothing happens. To be called first. What it opens is
 * closed when the program exits. */
void ranks_start(void);

bool ranks_is_helper(void);

/* The smallest number that any of the processes has; all of them must call it. If one has given up
 * before, all end here. */
int ranks_threads(int threads);

/* Whether a helper has given up, which has been said, and has stopped the run (stopping.h). */
bool ranks_are_lost(void);

/* The other processes as helpers of a batch, and as equals; NULL: there are none. */
const struct batch_remote *ranks_remote(void);
const struct ranks *ranks_all(void);

#endif
