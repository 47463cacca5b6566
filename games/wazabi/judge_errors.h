/* What the judge's errors are at each depth, by kind: of a share, of a difference
 * (struct judge_error). Made by: sh tools/calibrate.sh 1000 wazabi */
#ifndef CORNET_GAMES_WAZABI_JUDGE_ERRORS_H
#define CORNET_GAMES_WAZABI_JUDGE_ERRORS_H

#include "agents/judge.h"

#define WAZABI_FITTED UINT64_C(0x1b7e3c8255a5fbde) /* the judge's fingerprint */
enum { WAZABI_ERRORS = 3 };                        /* depths */

static const struct judge_error wazabi_errors[WAZABI_ERRORS][JUDGE_KINDS] = {
    {{{1.5, 0.01562}, {1.75, 0.01643}}, {{1.5, 0.01437}, {1.75, 0.01643}}},
    {{{2, 0.007388}, {1.75, 0.009324}}, {{2, 0.01154}, {1.75, 0.009324}}},
    {{{2.25, 0.008109}, {2, 0.00842}}, {{2.25, 0.01228}, {2, 0.00842}}},
};

#endif
