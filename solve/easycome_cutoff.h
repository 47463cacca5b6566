/* easycome_cutoff: Easy Come Easy Go cut off after so many turns, everybody then having an equal
 * share. Plain backward induction: exact, for any number of players, whatever choices depend on. Of
 * equally good choices the first is taken. */
#ifndef CORNET_SOLVE_EASYCOME_CUTOFF_H
#define CORNET_SOLVE_EASYCOME_CUTOFF_H

#include "solve/easycome_space.h"

struct easycome_cutoff {
    struct easycome_rules rules;
    int turns, threads;
    void (*progress)(int turns_done, int turns, void *context); /* may be NULL */
    void *context;
};

/* Everybody's chances at the start, the first seat rolling. Returns how many positions there are.
 */
uint32_t easycome_cutoff_solve(const struct easycome_cutoff *cutoff, double value[EASYCOME_SEATS]);

#endif
