/* rolloff.h: who starts: each player rolls, the highest starts, and those who are level roll again
 * among themselves, in seat order. For games whose state holds these three. */
#ifndef CORNET_GAMES_ROLLOFF_H
#define CORNET_GAMES_ROLLOFF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/json.h"

struct rolloff {
    uint8_t *seat;       /* who rolls next, from 0; in the end, who starts */
    uint8_t *contenders; /* a bit each; 0 once it is decided */
    uint8_t *total;      /* by seat, of the last roll; all 0 once it is decided */
    int players;
};

/* Everybody is to roll. */
void rolloff_begin(struct rolloff rolloff);

/* The seat has rolled this much. True where it is decided. */
bool rolloff_roll(struct rolloff rolloff, unsigned rolled);

/* The totals as a JSON array, null for who is still to roll; null altogether where it is decided.
 */
void rolloff_json(struct rolloff rolloff, struct json *json);

#endif
