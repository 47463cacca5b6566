/* easycome_throws: every throw of a turn of Easy Come Easy Go, and what may be done with it. The
 * list is a constant, made while the library is built (games/easycome/tools/tables.c). */
#ifndef CORNET_GAMES_EASYCOME_SOLVE_THROWS_H
#define CORNET_GAMES_EASYCOME_SOLVE_THROWS_H

#include "games/easycome/solve/space.h"

enum { EASYCOME_THROWS_MAX = 1300, EASYCOME_OPTIONS_MAX = 6000 };

struct easycome_throw {
    double weight;  /* its probability when `kept` is set aside */
    uint16_t first; /* index of its first option */
    uint8_t options;
    uint8_t kept;
};

struct easycome_throws {
    struct easycome_throw throw[EASYCOME_THROWS_MAX]; /* by the dice set aside, fewest first */
    int throws;
    uint16_t first_of[EASYCOME_SETS + 1]; /* the first throw with this set put aside */
    uint8_t option[EASYCOME_OPTIONS_MAX]; /* a set, or an end of four dice */
    int options;
    uint16_t ends_at[EASYCOME_SETS]; /* the ends of four dice, among the options */
    uint8_t ends[EASYCOME_SETS];
};

#endif
