/* screen.h: output for people: on a terminal, in a pipe, or in the cells of a grid.
 *
 * Texts are UTF-8. If the locale's encoding is another, they are reduced to ASCII: letters lose
 * their accents. Colour is used only on a terminal, and not if NO_COLOR is set. */
#ifndef CORNET_PROGRAM_SCREEN_H
#define CORNET_PROGRAM_SCREEN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/text.h"

struct grid;

enum screen_style {
    SCREEN_PLAIN,
    SCREEN_BOLD,
    SCREEN_DIM,
    SCREEN_GOOD,
    SCREEN_WARN,
    SCREEN_CHOSEN, /* the preview of a selected choice */
    SCREEN_SEAT,   /* SCREEN_SEAT + n: seat n's colour, from 1 */
};

/* A cursor on the board, which picks a choice part by part: a die, then its target. Spots are
 * numbered by rows of SCREEN_SPOTS, at most 64; the masks have a bit for each. */
enum { SCREEN_SPOTS = 6 };

struct screen_cursor {
    uint64_t offered; /* what can be picked next */
    uint8_t picked[8];
    unsigned picks;
    unsigned at;
};

struct screen {
    FILE *out;
    struct grid *grid; /* if not NULL, text goes there instead of `out` */
    bool colour;
    bool unicode;
    bool spoken; /* written line by line, and perhaps read aloud: without drawings */
    int scale;   /* on a grid: 1 or 2 for drawings that are larger than usual; 0: usual */
    bool low;    /* too few lines for large drawings */
    bool tight;  /* too few lines even for small ones: one line where possible (low is set too) */
    int width;   /* columns: 80 in a pipe and on a wide terminal */
    const uint32_t *chosen;             /* the selected action, which a view previews; NULL: none */
    const struct screen_cursor *cursor; /* NULL: none */
};

enum { SCREEN_COLUMNS = 80 };

struct screen screen_on(FILE *out);

/* A screen that draws into the grid: it has the grid's width and is otherwise like the model. */
struct screen screen_in(struct grid *grid, const struct screen *model);

__attribute__((format(printf, 2, 3))) void screen_printf(struct screen *screen, const char *format,
                                                         ...);
void screen_put(struct screen *screen, const char *text);

/* How a spot is marked: under the cursor, picked, or not; an escape sequence or empty. */
const char *screen_spot(const struct screen *screen, unsigned spot);
bool screen_is_picked(const struct screen_cursor *cursor, unsigned spot);

/* The escape sequence that switches to the style; empty without colour. */
const char *screen_style(const struct screen *screen, int style);

/* Writes the text with each line indented and wrapped at the screen's width. Continuation lines are
 * aligned with the text after the line's first gap of several spaces, as in ` take one prize …`. */
void screen_put_wrapped(struct screen *screen, const char *text, int indent);

/* The number of bytes of the text's first character. */
size_t screen_character(const char *text);

/* screen_width: the number of columns of the text, not counting colours. screen_put_padded writes
 * it padded with spaces to this width. */
int screen_width(const char *text);
void screen_put_padded(struct screen *screen, const char *text, int width);
void screen_put_right(struct screen *screen, const char *text, int width); /* padded at the left */

/* Pads or truncates the text to this width; at least one space follows it. */
void screen_put_cut(struct screen *screen, const char *text, int width);

/* The text in lower case without accents. */
void screen_fold(const char *text, struct text *out);

#endif
