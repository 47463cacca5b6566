/* screen.h: text for people, on a terminal or in a pipe.
 *
 * Texts are UTF-8. If the locale's encoding is another, they are reduced to ASCII: letters lose
 * their accents. Colour is used only on a terminal, and not if NO_COLOR is set. */
#ifndef CORNET_APPS_SCREEN_H
#define CORNET_APPS_SCREEN_H

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

enum screen_style {
    SCREEN_PLAIN,
    SCREEN_BOLD,
    SCREEN_DIM,
    SCREEN_GOOD,
    SCREEN_WARN,
    SCREEN_SEAT, /* SCREEN_SEAT + n: seat n's colour, from 1 */
};

struct screen {
    FILE *out;
    bool colour;
    bool unicode;
    bool low; /* the terminal has too few lines for large drawings */
};

struct screen screen_on(FILE *out);

__attribute__((format(printf, 2, 3))) void screen_printf(struct screen *screen, const char *format,
                                                         ...);
void screen_put(struct screen *screen, const char *text);

/* The escape sequence that switches to the style; empty without colour. */
const char *screen_style(const struct screen *screen, int style);

/* Writes the text with each line indented and wrapped at 80 columns. The wrapped parts of a line
 * are aligned to what follows its first gap of several spaces, as in `  take   one prize …`. */
void screen_put_wrapped(struct screen *screen, const char *text, int indent);

/* The number of columns of the text; and writing it padded with spaces to this width. */
int screen_width(const char *text);
void screen_put_padded(struct screen *screen, const char *text, int width);

/* Pads or cuts the text to this width; at least one space follows it. */
void screen_put_cut(struct screen *screen, const char *text, int width);

/* The text in lower case without accents. */
void screen_fold(const char *text, struct text *out);

#endif
