/* rolloff.h: rolling for the start. Every player rolls, the highest total starts, and players with
 * equal totals roll again among themselves, in seat order. The game's state holds the numbers. */
#ifndef CORNET_GAME_ROLLOFF_H
#define CORNET_GAME_ROLLOFF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/json.h"

struct rolloff {
    uint8_t *seat;       /* who rolls next, from 0; in the end, who starts */
    uint8_t *contenders; /* bitmask; 0 once it is decided */
    uint8_t *total;      /* by seat, of the last roll; all 0 once it is decided */
    int players;
};

/* Starts it: everybody is to roll. */
void rolloff_begin(struct rolloff rolloff);

/* The seat has rolled this total. Returns true if the start is decided. */
bool rolloff_roll(struct rolloff rolloff, unsigned rolled);

/* Writes the totals as a JSON array, null for a seat that is still to roll; null if it is decided.
 */
void rolloff_json(struct rolloff rolloff, struct json *json);

#endif
