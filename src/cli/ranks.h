/* ranks.h: several processes that share one run, started by `mpirun`. The first, rank 0, does all
 * reading, writing and printing; the others only compute.
 *
 * ranks.c is for MPI (-DCORNET_MPI=ON); in ranks_none.c there is always one process. */
#ifndef CORNET_CLI_RANKS_H
#define CORNET_CLI_RANKS_H

#include "base/ranks.h"
#include "sim/batch.h"

/* Connects to the other processes, if any. Call it first. Resources are released when the program
 * exits. */
void ranks_start(void);

bool ranks_is_helper(void);

/* The minimum over all processes; every process must call it. If one has failed before, all exit
 * here. */
int ranks_threads(int threads);

/* Whether a helper process has failed; the error was printed and the run stopped (stopping.h). */
bool ranks_are_lost(void);

/* The other processes, as helpers of a batch and as peers; NULL if there are none. */
const struct batch_remote *ranks_remote(void);
const struct ranks *ranks_all(void);

#endif
