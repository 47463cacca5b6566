#include "agents/judge.h"
#define WAZABI_FITTED 1
enum { WAZABI_ERRORS = 3 };
static const struct judge_error wazabi_errors[WAZABI_ERRORS][JUDGE_KINDS] = {
    {{{2, 0}, {2, 0}}, {{2, 0}, {2, 0}}},
    {{{2, 0}, {2, 0}}, {{2, 0}, {2, 0}}},
    {{{2, 0}, {2, 0}}, {{2, 0}, {2, 0}}},
};
