/* debacle_eval: the static evaluation of a position of Débâcle, for the side to move.
 *
 * It estimates the chance of winning the game, not the round. A table gives the chance by the
 * scores alone, and a network adds the log-odds of the board. There is a second evaluation, a
 * weighted sum of features, from whose games the first network was trained and against which
 * networks are measured: it gives the chance of winning the round, and averages over the scores
 * that winning and losing it would lead to. Values are in ten-thousandths of a game, from -10000 to
 * 10000. */
#ifndef CORNET_AGENTS_DEBACLE_EVAL_H
#define CORNET_AGENTS_DEBACLE_EVAL_H

#include "agents/debacle_net.h"

#define DEBACLE_WON 10000

enum debacle_feature {
    DEBACLE_F_CAPTURE_1, /* 1 if at least that many enemy dice are held */
    DEBACLE_F_CAPTURE_2,
    DEBACLE_F_CAPTURE_3,
    DEBACLE_F_CAPTURE_4,
    DEBACLE_F_HELD,    /* the sum of the values of enemy dice held */
    DEBACLE_F_VALUE_1, /* own dice on the board, by value */
    DEBACLE_F_VALUE_2,
    DEBACLE_F_VALUE_3,
    DEBACLE_F_VALUE_4,
    DEBACLE_F_VALUE_5,
    DEBACLE_F_VALUE_6,
    DEBACLE_F_THREATS,  /* enemy dice that can be captured now */
    DEBACLE_F_TWICE,    /* of these, the ones attacked by dice of more than one value */
    DEBACLE_F_NEAR,     /* enemy dice that can be captured after one roll */
    DEBACLE_F_FORWARD,  /* ranks advanced, summed over all dice */
    DEBACLE_F_ALIKE,    /* dice of the most common value, if any die is captured: for recovery */
    DEBACLE_F_BONUS,    /* bonus moves at the next turn */
    DEBACLE_F_MOBILITY, /* legal rolls and captures */
    DEBACLE_FEATURES
};

/* The terms of the linear sum: each feature of the side to move minus that of the other side; three
 * indicators for the moves left; one for a threat of the side to move, one for two of the other. */
enum { DEBACLE_COLUMNS = DEBACLE_FEATURES + 5 };
void debacle_columns(const struct debacle *s, int out[DEBACLE_COLUMNS]);

/* The squares of the enemy dice that a side can capture now, and after one roll. */
void debacle_attacks(const struct debacle *s, int side, uint64_t *attacked, uint64_t *near);

/* The points that a side still needs to win, scaled to a target of 30: 1 to 30. */
int debacle_need(const struct debacle *s, int side);

/* The log-odds, in thousandths, that the scores alone give the side to move. */
int debacle_score_odds(const struct debacle *s);

/* The position's value for the side to move, by the network, or by the linear sum if `net` is NULL.
 * `noise` is added to the log-odds, in thousandths. */
int debacle_evaluate(const struct debacle *s, struct debacle_net *net, int noise);

/* The value of a finished round for the side, scored as it stands. */
int debacle_round_value(const struct debacle *s, int side);

/* To be called before the others, by any thread and any number of times: makes their tables. */
void debacle_eval_ready(void);

#endif
