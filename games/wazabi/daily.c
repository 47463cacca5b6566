/* The challenge of the day: a game against two bots of level normal, with the day's dice. */
#include "match/daily.h"
#include "games/wazabi/rules.h"

const struct daily wazabi_challenge = {
    .game = &wazabi_game, .kind = DAILY_GAME, .players = 3, .level = 2 /* normal */};
