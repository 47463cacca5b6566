/* What the judge's errors are at each depth, by kind: of a share, of a difference
 * (struct judge_error). Made by: sh scripts/calibrate.sh 120 debacle */
#ifndef CORNET_AGENTS_DEBACLE_ERRORS_H
#define CORNET_AGENTS_DEBACLE_ERRORS_H

#include "agents/judge.h"

#define DEBACLE_FITTED UINT64_C(0xbf1376946b1b06be) /* the judge's fingerprint */
enum { DEBACLE_ERRORS = 4 };                        /* depths */

static const struct judge_error debacle_errors[DEBACLE_ERRORS][JUDGE_KINDS] = {
    {{{0, 0.04572}, {2, 0}}, {{0, 0.04572}, {2, 0}}},
    {{{0.25, 0.02751}, {2, 0}}, {{0.25, 0.02751}, {2, 0}}},
    {{{0.75, 0.02336}, {2, 0}}, {{0.75, 0.02336}, {2, 0}}},
    {{{2, 0.01049}, {2, 0}}, {{2, 0.01049}, {2, 0}}},
};

#endif
