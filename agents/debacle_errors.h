/* What the judge's errors are at each depth, by kind: of a share, of a difference
 * (struct judge_error). Made by: sh scripts/calibrate.sh 140 debacle */
#ifndef CORNET_AGENTS_DEBACLE_ERRORS_H
#define CORNET_AGENTS_DEBACLE_ERRORS_H

#include "agents/judge.h"

#define DEBACLE_FITTED UINT64_C(0x7d462516e1f78e38) /* the judge's fingerprint */
enum { DEBACLE_ERRORS = 4 };                        /* depths */

static const struct judge_error debacle_errors[DEBACLE_ERRORS][JUDGE_KINDS] = {
    {{{0, 0.09504}, {2, 0}}, {{0, 0.09504}, {2, 0}}},
    {{{0, 0.0985}, {2, 0}}, {{0, 0.0985}, {2, 0}}},
    {{{2.75, 0.04764}, {2, 0}}, {{2.75, 0.04764}, {2, 0}}},
    {{{0.25, 0.03761}, {2, 0}}, {{0.25, 0.03761}, {2, 0}}},
};

#endif
