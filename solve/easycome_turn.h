/* easycome_turn: exact chances within one turn of Easy Come Easy Go.
 *
 * For a set of wanted prizes and dice set aside, how many of the equally likely ways to go on end
 * with one of them, if every keep is the best one. All integers: with n dice still to roll, n +
 * (n-1)
 * + … + 1 dice are thrown at the most, so all chances are whole numbers of EASYCOME_TURN_WHOLE. */
#ifndef CORNET_SOLVE_EASYCOME_TURN_H
#define CORNET_SOLVE_EASYCOME_TURN_H

#include <stdint.h>

#include "games/easycome.h"

#define EASYCOME_TURN_WHOLE 60466176u /* 6^(4+3+2+1) */

struct easycome_turn {
    uint16_t wanted;              /* a bit for each prize */
    uint32_t ways[EASYCOME_SETS]; /* by what is set aside, before the others are rolled */
};

void easycome_turn_make(struct easycome_turn *turn, uint16_t wanted);

/* With `kept` aside and `rolled` on the table: a wanted prize in hand is a certainty, otherwise the
 * best keep's chance. `keep` gets that keep, or 0 where none is needed or none helps; it may be
 * NULL. */
uint32_t easycome_turn_best(const struct easycome_turn *turn, unsigned kept, unsigned rolled,
                            unsigned *keep);

#endif
