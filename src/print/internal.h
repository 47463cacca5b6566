/* internal.h: what the files of src/print/ share. */
#ifndef CORNET_PRINT_INTERNAL_H
#define CORNET_PRINT_INTERNAL_H

#include <pango/pangocairo.h>

#include "print/print.h"

struct print {
    cairo_t *cr;
    PangoContext *context;
    const struct game *game;
    const struct print_paper *paper;
    struct span rules; /* the section of the rules page in the language */
    int pages;
};

/* The layout of a text as print_text draws it; the caller unrefs it. */
PangoLayout *print_layout(struct print *print, struct print_font font, double width,
                          struct span markdown);

/* The pages of the rules. */
void print_leaflet(struct print *print);

/* The cells of a row of a table, `| a | b |`, without the spaces around them. Returns how many. */
enum { PRINT_COLUMNS = 6 };
unsigned print_cells(struct span row, struct span cell[PRINT_COLUMNS]);

#endif
