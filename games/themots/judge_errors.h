/* The judge's errors at each depth, by kind: of a share, of a difference
 * (struct judge_error). Made by: sh tools/calibrate.sh 1000 themots */
#ifndef CORNET_GAMES_THEMOTS_JUDGE_ERRORS_H
#define CORNET_GAMES_THEMOTS_JUDGE_ERRORS_H

#include "agents/judge.h"

#define THEMOTS_FITTED UINT64_C(0x88e3f1782ca426d3) /* the judge's fingerprint */
enum { THEMOTS_ERRORS = 3 };                        /* depths */

static const struct judge_error themots_errors[THEMOTS_ERRORS][JUDGE_KINDS] = {
    {{{1.75, 0.0001875}, {1.75, 0.001503}}, {{1.75, 0}, {1.75, 0.001503}}},
    {{{2, 0.007874}, {2.25, 0}}, {{2, 0.007592}, {2.25, 0}}},
    {{{2, 0.0003477}, {2, 0}}, {{2, 0.002004}, {2, 0}}},
};

#endif
