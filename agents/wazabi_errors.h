/* What the judge's errors are at each depth, by kind: of a share, of a difference
 * (struct judge_error). Made by: sh scripts/calibrate.sh 522 wazabi */
#ifndef CORNET_AGENTS_WAZABI_ERRORS_H
#define CORNET_AGENTS_WAZABI_ERRORS_H

#include "agents/judge.h"

#define WAZABI_FITTED UINT64_C(0x1b7e3c8255a5fbde) /* the judge's fingerprint */
enum { WAZABI_ERRORS = 3 };                        /* depths */

static const struct judge_error wazabi_errors[WAZABI_ERRORS][JUDGE_KINDS] = {
    {{{1.5, 0.01687}, {1.75, 0.01672}}, {{1.5, 0.0139}, {1.75, 0.01672}}},
    {{{1.75, 0.007881}, {1.75, 0.009345}}, {{1.75, 0.01278}, {1.75, 0.009345}}},
    {{{2, 0.008658}, {2.25, 0.006426}}, {{2, 0.01261}, {2.25, 0.006426}}},
};

#endif
