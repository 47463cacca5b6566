/* The challenge of the day: a game against a hard bot, with the day's dice. With two players the
 * judge is exact, so that the cost of every choice is too. */
#include "match/daily.h"
#include "games/easycome/rules.h"

const struct daily easycome_challenge = {
    .game = &easycome_game, .kind = DAILY_GAME, .players = 2, .level = 3 /* hard */};
