/* screen.h: text for a person, on a terminal or in a pipe.
 *
 * Everything is written as UTF-8; where the other end cannot show it, letters lose their accents
 * and the rest becomes plain ASCII on the way out. Colour only on a terminal, and not with
 * NO_COLOR. */
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
    bool low; /* a terminal with too few lines for large drawings */
};

struct screen screen_on(FILE *out);

__attribute__((format(printf, 2, 3))) void screen_printf(struct screen *screen, const char *format,
                                                         ...);
void screen_put(struct screen *screen, const char *text);

/* The escape sequence that switches to the style; empty without colour. */
const char *screen_style(const struct screen *screen, int style);

/* The text, each of its lines indented and broken between words at 80 columns. What a line is
 * broken into stands below the words that follow its first wide gap: `  take   one prize …`. */
void screen_put_wrapped(struct screen *screen, const char *text, int indent);

/* How many columns the text takes, and the text filled up with spaces to that many. */
int screen_width(const char *text);
void screen_put_padded(struct screen *screen, const char *text, int width);

/* The same, but what is too long is cut, with a space left behind it. */
void screen_put_cut(struct screen *screen, const char *text, int width);

/* The text in plain small letters: no accents, no capitals. */
void screen_fold(const char *text, struct text *out);

#endif
