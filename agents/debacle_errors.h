/* What the judge's errors are at each depth, by kind: of a share, of a difference
 * (struct judge_error). Made by: sh scripts/calibrate.sh 432 debacle */
#ifndef CORNET_AGENTS_DEBACLE_ERRORS_H
#define CORNET_AGENTS_DEBACLE_ERRORS_H

#include "agents/judge.h"

#define DEBACLE_FITTED UINT64_C(0x83ba57f55bb1e911) /* the judge's fingerprint */
enum { DEBACLE_ERRORS = 4 };                        /* depths */

static const struct judge_error debacle_errors[DEBACLE_ERRORS][JUDGE_KINDS] = {
    {{{1, 0.06105}, {1, 0.06193}},
     {{1, 0.03476}, {1, 0.04126}},
     {{1, 0.108}, {1, 0.08222}},
     {{1, 0.04794}, {1, 0.04505}}},
    {{{1.5, 0.06061}, {0.25, 0.0426}},
     {{1.5, 0.02551}, {0.25, 0.04023}},
     {{1.5, 0.06672}, {0.25, 0.0426}},
     {{1.5, 0.03042}, {0.25, 0.04497}}},
    {{{0.75, 0.0518}, {0.75, 0.03267}},
     {{0.75, 0.02352}, {0.75, 0.02646}},
     {{0.75, 0.02871}, {0.75, 0.03267}},
     {{0.75, 0.02871}, {0.75, 0.03419}}},
    {{{1, 0.03155}, {1, 0.02103}},
     {{1, 0.01669}, {1, 0.01688}},
     {{1, 0.01699}, {1, 0.02103}},
     {{1, 0.01577}, {1, 0.0208}}},
};

#endif
