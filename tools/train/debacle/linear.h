/* linear.h: an evaluation of Débâcle without a network, a weighted sum of features. The first
 * network was trained on its games. It gives the chance of winning the round, and averages over the
 * scores after winning and losing it. */
#ifndef CORNET_TOOLS_TRAIN_DEBACLE_LINEAR_H
#define CORNET_TOOLS_TRAIN_DEBACLE_LINEAR_H

#include "games/debacle/rules.h"

/* As debacle_evaluate. */
int train_linear_value(const struct debacle *s, int noise);

#endif
