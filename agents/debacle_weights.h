/* debacle_weights.h: the numbers of the evaluation. So far set by hand: what tools/debacle_fit
 * finds from self-play was measured to lose against them (docs/debacle-engine.md). */
#ifndef CORNET_AGENTS_DEBACLE_WEIGHTS_H
#define CORNET_AGENTS_DEBACLE_WEIGHTS_H

#include "agents/debacle_eval.h"

/* Log-odds of winning the round, in hundredths, for each feature that one side has more of. */
static const int debacle_weight[DEBACLE_COLUMNS] = {
    [DEBACLE_F_CAPTURE_1] = 60,  [DEBACLE_F_CAPTURE_2] = 70, [DEBACLE_F_CAPTURE_3] = 90,
    [DEBACLE_F_CAPTURE_4] = 120, [DEBACLE_F_HELD] = 2,       [DEBACLE_F_VALUE_1] = 20,
    [DEBACLE_F_VALUE_2] = 0,     [DEBACLE_F_VALUE_3] = 5,    [DEBACLE_F_VALUE_4] = 10,
    [DEBACLE_F_VALUE_5] = 15,    [DEBACLE_F_VALUE_6] = 20,   [DEBACLE_F_THREATS] = 25,
    [DEBACLE_F_TWICE] = 5,       [DEBACLE_F_NEAR] = 8,       [DEBACLE_F_FORWARD] = 1,
    [DEBACLE_F_ALIKE] = 5,       [DEBACLE_F_BONUS] = 20,     [DEBACLE_F_MOBILITY] = 2,
    /* For the side to move, by the moves it has left; its threats; the other side's. */
    [DEBACLE_FEATURES] = 0, 15, 30, 30, -20,
};

/* How rounds end: the points of whoever took five dice, of the other side, and how often. */
static const struct {
    int winner, loser;
    double share;
} debacle_outcome[] = {
    {16, 0, 0.1}, {17, 3, 0.2}, {18, 6, 0.25}, {17, 9, 0.2}, {19, 12, 0.15}, {16, 14, 0.1},
};
enum { DEBACLE_OUTCOMES = sizeof debacle_outcome / sizeof *debacle_outcome };

#endif
