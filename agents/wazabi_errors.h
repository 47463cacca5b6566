/* What the judge's errors are at each depth, by kind: of a share, of a difference
 * (struct judge_error). Made by: sh scripts/calibrate.sh 300 wazabi */
#ifndef CORNET_AGENTS_WAZABI_ERRORS_H
#define CORNET_AGENTS_WAZABI_ERRORS_H

#include "agents/judge.h"

#define WAZABI_FITTED UINT64_C(0x8db4d3eab9f0778a) /* the judge's fingerprint */
enum { WAZABI_ERRORS = 3 };                        /* depths */

static const struct judge_error wazabi_errors[WAZABI_ERRORS][JUDGE_KINDS] = {
    {{{1.715, 0.01319}, {2, 0}}, {{1.667, 0.01282}, {2, 0}}},
    {{{2.029, 0.006933}, {2, 0}}, {{1.645, 0.01265}, {2, 0}}},
    {{{2.864, 0.009786}, {2, 0}}, {{4.346, 0.006601}, {2, 0}}},
};

#endif
