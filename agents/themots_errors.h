/* What the judge's errors are at each depth, by kind: of a share, of a difference
 * (struct judge_error). Made by: sh scripts/calibrate.sh 1000 themots */
#ifndef CORNET_AGENTS_THEMOTS_ERRORS_H
#define CORNET_AGENTS_THEMOTS_ERRORS_H

#include "agents/judge.h"

#define THEMOTS_FITTED UINT64_C(0x82ee085354248f09) /* the judge's fingerprint */
enum { THEMOTS_ERRORS = 3 };                        /* depths */

static const struct judge_error themots_errors[THEMOTS_ERRORS][JUDGE_KINDS] = {
    {{{1.98, 0.0003961}, {2, 0}}, {{1.852, 0.001875}, {2, 0}}},
    {{{2.177, 0.002205}, {2, 0}}, {{2.215, 0.002243}, {2, 0}}},
    {{{1.351, 0.003078}, {2, 0}}, {{1.667, 0.002531}, {2, 0}}},
};

#endif
