/* debacle_eval: what a position of Débâcle is worth to the side to move.
 *
 * What counts is winning the game, not the round. The scores alone give a chance of winning, by a
 * table; the board adds to it, by a network. Beside it stands a plain weighted sum of features,
 * which the network was first taught by and is measured against: it gives the chance of winning the
 * round, and weighs the scores that this would lead to. Values are in ten-thousandths of a game,
 * from -10000 to 10000. */
#ifndef CORNET_AGENTS_DEBACLE_EVAL_H
#define CORNET_AGENTS_DEBACLE_EVAL_H

#include "agents/debacle_net.h"

#define DEBACLE_WON 10000

enum debacle_feature {
    DEBACLE_F_CAPTURE_1, /* enemy dice held: one, two, three, four */
    DEBACLE_F_CAPTURE_2,
    DEBACLE_F_CAPTURE_3,
    DEBACLE_F_CAPTURE_4,
    DEBACLE_F_HELD,    /* the sum of their values */
    DEBACLE_F_VALUE_1, /* own dice on the board, by value */
    DEBACLE_F_VALUE_2,
    DEBACLE_F_VALUE_3,
    DEBACLE_F_VALUE_4,
    DEBACLE_F_VALUE_5,
    DEBACLE_F_VALUE_6,
    DEBACLE_F_THREATS,  /* enemy dice that could be captured at once */
    DEBACLE_F_TWICE,    /* enemy dice beside more than one such die */
    DEBACLE_F_NEAR,     /* enemy dice one roll away from such a capture */
    DEBACLE_F_FORWARD,  /* rows gone, over all dice */
    DEBACLE_F_ALIKE,    /* dice of the most common value, where one is captured: towards recovery */
    DEBACLE_F_BONUS,    /* moves owed at the next turn */
    DEBACLE_F_MOBILITY, /* rolls and captures */
    DEBACLE_FEATURES
};

/* What the linear sum weighs: the features of the side to move less the other's; three for the
 * moves left; threats that come first or second. */
enum { DEBACLE_COLUMNS = DEBACLE_FEATURES + 5 };
void debacle_columns(const struct debacle *s, int out[DEBACLE_COLUMNS]);

/* The enemy dice that a side could capture at once, and those it could after one roll. */
void debacle_attacks(const struct debacle *s, int side, uint64_t *attacked, uint64_t *near);

/* What a side still needs to win, scaled to a target of 30: 1 to 30. */
int debacle_need(const struct debacle *s, int side);

/* The log-odds, in thousandths, that the scores alone give the side to move. */
int debacle_score_odds(const struct debacle *s);

/* The position's worth for the side to move, by the network, or with NULL by the linear sum; judged
 * wrongly by `off`, in thousandths of log-odds. */
int debacle_evaluate(const struct debacle *s, struct debacle_net *net, int off);

/* The worth of a finished round for the side, scored as it stands. */
int debacle_round_value(const struct debacle *s, int side);

/* Called once before the others; any thread may. */
void debacle_eval_ready(void);

#endif
