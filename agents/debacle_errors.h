#include "agents/judge.h"
#define DEBACLE_FITTED 1
enum { DEBACLE_ERRORS = 4 };
static const struct judge_error debacle_errors[DEBACLE_ERRORS][JUDGE_KINDS] = {
    {{{2, 0}, {2, 0}}, {{2, 0}, {2, 0}}},
    {{{2, 0}, {2, 0}}, {{2, 0}, {2, 0}}},
    {{{2, 0}, {2, 0}}, {{2, 0}, {2, 0}}},
    {{{2, 0}, {2, 0}}, {{2, 0}, {2, 0}}},
};
