/* What the judge's errors are at each depth, by kind: of a share, of a difference
 * (struct judge_error). Made by: sh tools/calibrate.sh 1000 debacle */
#ifndef CORNET_GAMES_DEBACLE_JUDGE_ERRORS_H
#define CORNET_GAMES_DEBACLE_JUDGE_ERRORS_H

#include "agents/judge.h"

#define DEBACLE_FITTED UINT64_C(0x83ba57f55bb1e911) /* the judge's fingerprint */
enum { DEBACLE_ERRORS = 4 };                        /* depths */

static const struct judge_error debacle_errors[DEBACLE_ERRORS][JUDGE_KINDS] = {
    {{{1.5, 0.05352}, {0.5, 0.0825}},
     {{1.5, 0.03383}, {0.5, 0.04638}},
     {{1.5, 0.08204}, {0.5, 0.08195}},
     {{1.5, 0.042}, {0.5, 0.05231}}},
    {{{0.5, 0.06606}, {0.75, 0.06226}},
     {{0.5, 0.03433}, {0.75, 0.0329}},
     {{0.5, 0.07959}, {0.75, 0.06854}},
     {{0.5, 0.0407}, {0.75, 0.04379}}},
    {{{1.25, 0.0437}, {1.5, 0.03824}},
     {{1.25, 0.02067}, {1.5, 0.02079}},
     {{1.25, 0.05496}, {1.5, 0.05563}},
     {{1.25, 0.02563}, {1.5, 0.02724}}},
    {{{1.25, 0.02874}, {1, 0.03282}},
     {{1.25, 0.01527}, {1, 0.01708}},
     {{1.25, 0.04113}, {1, 0.05703}},
     {{1.25, 0.01693}, {1, 0.02137}}},
};

#endif
