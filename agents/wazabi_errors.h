/* What the judge's errors are at each depth, by kind: of a share, of a difference
 * (struct judge_error). Made by: sh scripts/calibrate.sh 87 wazabi */
#ifndef CORNET_AGENTS_WAZABI_ERRORS_H
#define CORNET_AGENTS_WAZABI_ERRORS_H

#include "agents/judge.h"

#define WAZABI_FITTED UINT64_C(0x1b7e3c8255a5fbde) /* the judge's fingerprint */
enum { WAZABI_ERRORS = 3 };                        /* depths */

static const struct judge_error wazabi_errors[WAZABI_ERRORS][JUDGE_KINDS] = {
    {{{1.75, 0.0152}, {1.75, 0.01823}}, {{1.75, 0.009564}, {1.75, 0.01823}}},
    {{{1.75, 0.007209}, {0.5, 0.02108}}, {{1.75, 0.01963}, {0.5, 0.02108}}},
    {{{1.5, 0.01023}, {2, 0.005379}}, {{1.5, 0.02013}, {2, 0.005379}}},
};

#endif
