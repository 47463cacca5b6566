/* grid.h: text as cells: what a view draws, for a screen of any size.
 *
 * A grid has a fixed width and as many rows as are written. It reads the colours that screen_style
 * gives. What does not fit into the width is cut, and `cut` is set. */
#ifndef CORNET_PROGRAM_GRID_H
#define CORNET_PROGRAM_GRID_H

#include <stdbool.h>
#include <stdint.h>

/* A cell's look: a colour from 0 to 7 plus one (0: the terminal's own), and flags. */
enum { GRID_COLOUR = 15, GRID_BOLD = 16, GRID_DIM = 32, GRID_REVERSE = 64 };

struct grid_cell {
    char text[15]; /* one character, with marks that combine with it; "" is a space */
    uint8_t style;
};

struct grid {
    int width, rows, capacity; /* capacity: of rows in `cell` */
    struct grid_cell *cell;
    int row, column; /* where the next character goes */
    uint8_t style;
    bool cut;
};

void grid_start(struct grid *grid, int width);
void grid_free(struct grid *grid);

/* Writes UTF-8 with newlines and colours. */
void grid_put(struct grid *grid, const char *text);

const struct grid_cell *grid_at(const struct grid *grid, int row, int column);

#endif
