/* What the judge's errors are at each depth, by kind: of a share, of a difference
 * (struct judge_error). Made by: sh tools/calibrate.sh 1000 themots */
#ifndef CORNET_GAMES_THEMOTS_JUDGE_ERRORS_H
#define CORNET_GAMES_THEMOTS_JUDGE_ERRORS_H

#include "agents/judge.h"

#define THEMOTS_FITTED UINT64_C(0x82ee085354248f09) /* the judge's fingerprint */
enum { THEMOTS_ERRORS = 3 };                        /* depths */

static const struct judge_error themots_errors[THEMOTS_ERRORS][JUDGE_KINDS] = {
    {{{1.75, 0.007498}, {1.75, 0}}, {{1.75, 0.007546}, {1.75, 0}}},
    {{{2.25, 0}, {2, 0}}, {{2.25, 0.001573}, {2, 0}}},
    {{{1.75, 0.001806}, {1.75, 0}}, {{1.75, 0.00211}, {1.75, 0}}},
};

#endif
