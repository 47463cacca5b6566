/* rules.h: Template beyond `struct game`: the state and the actions, for the game's own agents
 * and views. */
#ifndef CORNET_GAMES_TEMPLATE_RULES_H
#define CORNET_GAMES_TEMPLATE_RULES_H

#include <stdint.h>

#include "game/game.h"

enum { TEMPLATE_SEATS = 4 };

enum template_kind { TEMPLATE_ROLL, TEMPLATE_HOLD, TEMPLATE_DIE };

/* An action: its kind, and for a die that fell its pips. */
static inline game_action template_action(enum template_kind kind, unsigned pips)
{
    return (game_action)kind << 8 | pips;
}

static inline enum template_kind template_kind_of(game_action action)
{
    return (enum template_kind)(action >> 8);
}

static inline unsigned template_pips(game_action action)
{
    return action & 0xff;
}

enum template_phase { TEMPLATE_TO_CHOOSE, TEMPLATE_TO_ROLL, TEMPLATE_END };

/* Flat: no pointers, no history. start() sets every byte. */
struct template
{
    uint16_t score[TEMPLATE_SEATS];
    uint16_t turn_points;
    uint16_t target;
    uint8_t players;
    uint8_t phase;
    uint8_t seat; /* from 0: whose turn; at the end, who won */
    uint8_t unused;
};

extern const struct game template_game;

#endif
