/* large.h: drawings for large screens, on a grid: dice with pips or big letters, and framed cards.
 */
#ifndef CORNET_TUI_LARGE_H
#define CORNET_TUI_LARGE_H

#include "program/screen.h"

/* A framed text. */
struct large_card {
    char text[TEXT_WHY]; /* lines, which are wrapped */
    char style[32];      /* of the frame */
};

/* Draws cards of this width beside each other and in rows, each with at least `height` rows of
 * text. */
void large_cards(struct screen *screen, const struct large_card cards[], int count, int width,
                 int height);

/* The size of a die: 5 rows of 9 columns; on a large screen 7 rows of 15 columns. */
int large_die_rows(bool larger);
int large_die_columns(bool larger);

/* One row of a die with up to 6 pips; the lower edge shows its number. `round`: with round corners.
 */
void large_put_pips(struct screen *screen, unsigned value, int row, bool larger, bool round);

/* One row of a capital letter or `?`, which has 5 rows, each pixel `wide` columns. */
enum { LARGE_LETTER = 5 };
void large_put_letter(struct screen *screen, char letter, int row, int wide);

#endif
