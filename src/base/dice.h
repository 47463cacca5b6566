/* dice: throws as multisets, with exact integer weights.
 *
 * A throw of n equal dice is the number of dice on each face. Throws are listed in the order of
 * their ascending digits (0000, 0001, … 5555). A throw's weight is the number of ways to throw it,
 * over (sum of the face weights)^n; up to 24 dice of six sides that fits in 64 bits. */
#ifndef CORNET_BASE_DICE_H
#define CORNET_BASE_DICE_H

#include <stdbool.h>
#include <stdint.h>

#define DICE_FACES_MAX 6

struct dice {
    uint8_t of[DICE_FACES_MAX]; /* how many dice show face 0, face 1, … */
};

/* The first throw in the list: all dice on face 0. */
struct dice dice_first(int count);

/* Steps to the next throw of the same number of dice; false after the last one. */
bool dice_next(struct dice *dice, int faces);

/* The number of ways to throw exactly this, if face i is on `sides[i]` sides of each die. */
uint64_t dice_weight(const struct dice *dice, int faces, const uint8_t sides[]);

#endif
