/* debacle_eval: the static evaluation of a position of Débâcle, for the side to move.
 *
 * It estimates the chance of winning the game, not the round. A table gives the chance by the
 * scores alone, and a network adds the log-odds of the board. Values are in ten-thousandths of a
 * game, from -10000 to 10000. */
#ifndef CORNET_GAMES_DEBACLE_BOT_EVAL_H
#define CORNET_GAMES_DEBACLE_BOT_EVAL_H

#include "games/debacle/bot_chance.h"
#include "games/debacle/net.h"

/* The squares of the enemy dice that a side can capture now, and after one roll. */
void debacle_attacks(const struct debacle *s, int side, uint64_t *attacked, uint64_t *near);

/* The points that a side still needs to win, scaled to a target of 30: 1 to 30. */
int debacle_need(const struct debacle *s, int side);

/* The log-odds, in thousandths, of the side to move by the scores alone. */
int debacle_score_odds(const struct debacle *s);

/* The value, from -1 to 1, of starting a round with these scores, or of the result if a side has
 * reached the target. */
double debacle_scores_value(double own, double other, int target);

/* The position's value for the side to move. `noise` is added to the log-odds, in thousandths. */
int debacle_evaluate(const struct debacle *s, struct debacle_net *net, int noise);

/* The value of a finished round for the side, with its current score. */
int debacle_round_value(const struct debacle *s, int side);

#endif
