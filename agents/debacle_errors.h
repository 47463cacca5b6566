/* What the judge's errors are at each depth, by kind: of a share, of a difference
 * (struct judge_error). Made by: sh scripts/calibrate.sh 333 debacle */
#ifndef CORNET_AGENTS_DEBACLE_ERRORS_H
#define CORNET_AGENTS_DEBACLE_ERRORS_H

#include "agents/judge.h"

#define DEBACLE_FITTED UINT64_C(0x83ba57f55bb1e911) /* the judge's fingerprint */
enum { DEBACLE_ERRORS = 4 };                        /* depths */

static const struct judge_error debacle_errors[DEBACLE_ERRORS][JUDGE_KINDS] = {
    {{{1.25, 0.05951}, {0.75, 0.06257}},
     {{1.25, 0.03364}, {0.75, 0.04825}},
     {{1.25, 0.04059}, {0.75, 0.04948}},
     {{1.25, 0.04524}, {0.75, 0.04689}}},
    {{{2.25, 0.04723}, {0.75, 0.03956}},
     {{2.25, 0.02284}, {0.75, 0.03778}},
     {{2.25, 0.02786}, {0.75, 0.03956}},
     {{2.25, 0.02724}, {0.75, 0.05194}}},
    {{{1.25, 0.02651}, {0.75, 0.03346}},
     {{1.25, 0.02189}, {0.75, 0.02646}},
     {{1.25, 0.02651}, {0.75, 0.03346}},
     {{1.25, 0.03155}, {0.75, 0.03725}}},
    {{{0.75, 0.01765}, {1, 0.02223}},
     {{0.75, 0.01511}, {1, 0.01688}},
     {{0.75, 0.01765}, {1, 0.02223}},
     {{0.75, 0.01687}, {1, 0.02223}}},
};

#endif
