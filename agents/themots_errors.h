#include "agents/judge.h"
#define THEMOTS_FITTED 1
enum { THEMOTS_ERRORS = 3 };
static const struct judge_error themots_errors[THEMOTS_ERRORS][JUDGE_KINDS] = {
    {{{2, 0}, {2, 0}}, {{2, 0}, {2, 0}}},
    {{{2, 0}, {2, 0}}, {{2, 0}, {2, 0}}},
    {{{2, 0}, {2, 0}}, {{2, 0}, {2, 0}}},
};
