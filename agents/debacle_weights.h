/* debacle_weights.h: the linear sum's weights, set by hand (those that tools/debacle_train.py fits
 * to self-play were measured to lose against them), and how rounds of self-play end, which it
 * counts. docs/debacle-engine.md has both. */
#ifndef CORNET_AGENTS_DEBACLE_WEIGHTS_H
#define CORNET_AGENTS_DEBACLE_WEIGHTS_H

#include "agents/debacle_eval.h"

/* Log-odds of winning the round, in hundredths, for each feature that one side has more of. */
static const int debacle_weight[DEBACLE_COLUMNS] = {
    [DEBACLE_F_CAPTURE_1] = 60,
    [DEBACLE_F_CAPTURE_2] = 70,
    [DEBACLE_F_CAPTURE_3] = 90,
    [DEBACLE_F_CAPTURE_4] = 120,
    [DEBACLE_F_HELD] = 2,
    [DEBACLE_F_VALUE_1] = 20,
    [DEBACLE_F_VALUE_2] = 0,
    [DEBACLE_F_VALUE_3] = 5,
    [DEBACLE_F_VALUE_4] = 10,
    [DEBACLE_F_VALUE_5] = 15,
    [DEBACLE_F_VALUE_6] = 20,
    [DEBACLE_F_THREATS] = 25,
    [DEBACLE_F_TWICE] = 5,
    [DEBACLE_F_NEAR] = 8,
    [DEBACLE_F_FORWARD] = 1,
    [DEBACLE_F_ALIKE] = 5,
    [DEBACLE_F_BONUS] = 20,
    [DEBACLE_F_MOBILITY] = 2,
    /* For the side to move, by the moves it has left; its threats; the other side's. */
    [DEBACLE_FEATURES] = 0,
    15,
    30,
    30,
    -20,
};

/* How rounds end: the points of whoever took five dice, of the other side, and how often. */
static const struct {
    int winner, loser;
    double share;
} debacle_outcome[] = {
    {1, 0, 0.0387},  {3, 0, 0.0686},  {4, 2, 0.0053},  {6, 0, 0.1001},  {6, 3, 0.0258},
    {7, 5, 0.0078},  {9, 0, 0.1202},  {9, 3, 0.0311},  {9, 6, 0.0276},  {10, 8, 0.0058},
    {12, 0, 0.1197}, {12, 3, 0.0292}, {12, 6, 0.0269}, {12, 9, 0.0101}, {15, 0, 0.1266},
    {15, 3, 0.0295}, {15, 6, 0.0279}, {15, 9, 0.0074}, {18, 0, 0.0612}, {18, 3, 0.0143},
    {18, 6, 0.0157}, {20, 0, 0.0440}, {20, 3, 0.0071}, {21, 6, 0.0074}, {24, 0, 0.0239},
    {24, 3, 0.0071}, {24, 6, 0.0058}, {29, 0, 0.0053},
};
enum { DEBACLE_OUTCOMES = sizeof debacle_outcome / sizeof *debacle_outcome };

#endif
