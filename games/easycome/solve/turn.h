/* easycome_turn: exact chances within one turn of Easy Come Easy Go.
 *
 * For a bitmask of wanted prizes and a set of dice aside: the chance of ending the turn with one of
 * these prizes, if every keep is the best one. Chances are integers: with n dice to roll, at most
 * n + (n-1) + … + 1 dice are thrown, so every chance is a multiple of 1 / EASYCOME_TURN_WHOLE. */
#ifndef CORNET_GAMES_EASYCOME_SOLVE_TURN_H
#define CORNET_GAMES_EASYCOME_SOLVE_TURN_H

#include <stdint.h>

#include "games/easycome/rules.h"

#define EASYCOME_TURN_WHOLE 60466176u /* 6^(4+3+2+1) */

struct easycome_turn {
    uint16_t wanted;              /* bitmask of prizes */
    uint32_t ways[EASYCOME_SETS]; /* by the dice set aside, before the others are rolled */
};

void easycome_turn_make(struct easycome_turn *turn, uint16_t wanted);

/* With `kept` aside and `rolled` on the table: EASYCOME_TURN_WHOLE if a wanted prize can be taken,
 * otherwise the chance of the best keep. `keep` gets that keep, or 0 if none is needed or none
 * helps; it may be NULL. */
uint32_t easycome_turn_best(const struct easycome_turn *turn, unsigned kept, unsigned rolled,
                            unsigned *keep);

#endif
