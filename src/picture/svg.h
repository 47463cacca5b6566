/* svg.h: shapes of an SVG picture, written to a stream. Lengths are in units of the picture. */
#ifndef CORNET_PICTURE_SVG_H
#define CORNET_PICTURE_SVG_H

#include <stdint.h>
#include <stdio.h>

#include "base/text.h"

enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

/* How a text looks. */
struct svg_font {
    double size;
    uint32_t colour; /* 0xRRGGBB */
    enum svg_anchor anchor;
    bool bold, serif;
};

void svg_open(FILE *out, int width, int height, const char *title);
void svg_close(FILE *out);
void svg_escape(FILE *out, const char *text);
void svg_text(FILE *out, struct svg_font font, double x, double y, const char *text);
void svg_rect(FILE *out, uint32_t colour, double x, double y, double width, double height,
              double radius);
void svg_frame(FILE *out, uint32_t colour, double line, double x, double y, double width,
               double height, double radius);
void svg_circle(FILE *out, uint32_t colour, double x, double y, double radius);

/* A die with pips (0: none), and one with a letter; (x, y) is the top left. */
void svg_die(FILE *out, uint32_t paper, uint32_t ink, double x, double y, double size,
             unsigned value);
void svg_letter(FILE *out, uint32_t paper, uint32_t ink, double x, double y, double size,
                const char *letter);

/* The colour of a seat, from 1. */
uint32_t svg_seat(int seat);

#endif
