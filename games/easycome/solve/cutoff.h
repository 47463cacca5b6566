/* easycome_cutoff: Easy Come Easy Go cut off after a number of turns, with an equal share for
 * everybody then. Plain backward induction, exact for any number of players. Of equally good
 * choices the first is taken. */
#ifndef CORNET_GAMES_EASYCOME_SOLVE_CUTOFF_H
#define CORNET_GAMES_EASYCOME_SOLVE_CUTOFF_H

#include "games/easycome/solve/space.h"

struct easycome_cutoff {
    struct easycome_rules rules;
    int turns, threads;
    void (*progress)(int turns_done, int turns, void *context); /* may be NULL */
    void *context;
};

/* Everybody's chances at the start, with the first seat to roll. Returns the number of positions.
 */
uint32_t easycome_cutoff_solve(const struct easycome_cutoff *cutoff, double value[EASYCOME_SEATS]);

#endif
