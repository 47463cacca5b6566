/* easycome_turn: exact chances within one turn of Easy Come Easy Go.
 *
 * For a set of wanted prizes and dice set aside, how many of the equally likely ways to go on end
 * with one of them, if every keep is the best one. All integers: with n dice still to roll there
 * are n + (n-1) + … + 1 dice thrown at the most, so chances are counted in 6^(n(n+1)/2). */
#ifndef CORNET_SOLVE_EASYCOME_TURN_H
#define CORNET_SOLVE_EASYCOME_TURN_H

#include <stdint.h>

#include "games/easycome.h"

struct easycome_turn {
    uint16_t wanted;              /* a bit for each prize */
    uint32_t ways[EASYCOME_SETS]; /* by what is set aside: of easycome_turn_whole(its count) */
};

/* The common denominator with `kept` dice set aside, 0 to 4: 6^10, 6^6, 6^3, 6, 1. */
uint32_t easycome_turn_whole(int kept);

void easycome_turn_make(struct easycome_turn *turn, uint16_t wanted);

#endif
