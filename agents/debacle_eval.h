/* debacle_eval: what a position of Débâcle is worth to the side to move.
 *
 * What counts is winning the game, not the round. A position is worth the chance of winning this
 * round times the chance of winning the game from the scores that this would give, plus the same
 * for losing it. The chance in the round comes from a few features of the board, weighted; the
 * chance by scores from a table. Values are in ten-thousandths of a game, from -10000 to 10000. */
#ifndef CORNET_AGENTS_DEBACLE_EVAL_H
#define CORNET_AGENTS_DEBACLE_EVAL_H

#include "games/debacle.h"

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

/* The features of one side, whoever is to move. */
void debacle_features(const struct debacle *s, int side, int out[DEBACLE_FEATURES]);

/* The chance in the round as log-odds in hundredths, for the side to move. */
int debacle_odds(const struct debacle *s);

/* The position's worth for the side to move. */
int debacle_evaluate(const struct debacle *s);

/* The worth of a finished round for the side, scored as it stands. */
int debacle_round_value(const struct debacle *s, int side);

/* Called once before the others; any thread may. */
void debacle_eval_ready(void);

#endif
