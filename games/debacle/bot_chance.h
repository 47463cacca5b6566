/* bot_chance.h: the units of the evaluation, and conversions from log-odds to chances and to
 * values. The build generates the evaluation's tables from these (games/debacle/tools/tables.c). */
#ifndef CORNET_GAMES_DEBACLE_BOT_CHANCE_H
#define CORNET_GAMES_DEBACLE_BOT_CHANCE_H

#include <math.h>

#define DEBACLE_WON 10000

/* Scores are scaled to this target; log-odds, in thousandths, are within these bounds. */
enum { DEBACLE_TABLE_TARGET = 30, DEBACLE_ODDS_MAX = 8000 };

static inline int debacle_clamp_odds(int odds)
{
    return odds < -DEBACLE_ODDS_MAX  ? -DEBACLE_ODDS_MAX
           : odds > DEBACLE_ODDS_MAX ? DEBACLE_ODDS_MAX
                                     : odds;
}

/* Converts log-odds to a chance, rounded like all chances here. */
static inline double debacle_chance(int odds)
{
    return (float)(1 / (1 + exp(-debacle_clamp_odds(odds) / 1000.0)));
}

/* Scales an evaluation from -1 to 1 to units of DEBACLE_WON; only a decided game gets the full
 * value. */
static inline int debacle_scaled(double evaluation)
{
    return (int)lrint(DEBACLE_WON * 0.98 * evaluation);
}

#endif
