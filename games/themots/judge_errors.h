/* The judge's errors at each depth, by kind: of a share, of a difference
 * (struct judge_error). Made by: sh tools/calibrate.sh 1000 themots */
#ifndef CORNET_GAMES_THEMOTS_JUDGE_ERRORS_H
#define CORNET_GAMES_THEMOTS_JUDGE_ERRORS_H

#include "agents/judge.h"

#define THEMOTS_FITTED UINT64_C(0x08a211db9a948fb6) /* the judge's fingerprint */
enum { THEMOTS_ERRORS = 3 };                        /* depths */

static const struct judge_error themots_errors[THEMOTS_ERRORS][JUDGE_KINDS] = {
    {{{1.5, 0.007874}, {1.5, 0}}, {{1.5, 0.00452}, {1.5, 0}}},
    {{{2, 0}, {2, 0}}, {{2, 0}, {2, 0}}},
    {{{2.5, 0.001035}, {2, 0}}, {{2.5, 0}, {2, 0}}},
};

#endif
