/* print.h: a game as a PDF to print, cut and play at a real table.
 *
 * print_pdf draws the rules and then calls the game's `draw`, which uses the functions below. All
 * lengths are in millimetres, from the top left of the page or of the card. A sheet has a front and
 * a back: the file is printed on both sides, and pages are turned along the long edge. */
#ifndef CORNET_PRINT_PRINT_H
#define CORNET_PRINT_PRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "game/game.h"

struct print_paper {
    const char *name; /* NULL ends the list */
    double width, height;
};
extern const struct print_paper print_papers[];

/* The PDF in the thread's language, which the caller frees; NULL with a reason, always in a build
 * without cairo. */
char *print_pdf(const struct game *game, const struct print_paper *paper, size_t *length,
                struct text *why);

/* The PDFs have numbers and names, GAME-PAPER-LANGUAGE.pdf. False if there is none with this name,
 * or the build cannot print. */
bool print_find(const char *name, size_t *number);

/* The PDF with this number, as from print_pdf. */
char *print_numbered(size_t number, size_t *length, struct text *why);

extern const bool print_works; /* whether the build has cairo, pango and librsvg */

/* An SVG picture as a PNG of this size, which the caller frees; NULL with a reason, always in a
 * build without cairo. */
char *print_png(const char *svg, size_t svg_length, int width, int height, size_t *length,
                struct text *why);

/* ---- for games/NAME/print.c ---- */

struct print; /* a PDF that is being drawn */

struct print_game {
    const struct game *game;
    void (*draw)(struct print *print);
};
extern const struct print_game *const print_list[]; /* made by the build; NULL at its end */

/* Poker cards and dice of the usual size. */
#define PRINT_CARD_WIDTH 63.0
#define PRINT_CARD_HEIGHT 88.0
#define PRINT_DIE 16.0

enum { PRINT_INK = 0x2a2018, PRINT_CREAM = 0xfffaf0, PRINT_FACES = 6 };

/* Cards, nine to a sheet, with the back of each behind it. The callback draws the front of a card
 * within it. Backs have the colour and the game's title. */
void print_cards(struct print *print, unsigned count, uint32_t colour,
                 void (*front)(struct print *print, unsigned card));

/* Dice to fold. The callback draws a face within a square of PRINT_DIE; faces `i` and 5 - `i` are
 * opposite. */
void print_dice(struct print *print, unsigned count,
                void (*face)(struct print *print, unsigned die, unsigned face));

/* Round tokens to cut out. */
void print_tokens(struct print *print, unsigned count, uint32_t colour);

/* Begins a page with instructions at its foot. print_back begins the empty back of the last. */
void print_page(struct print *print, const char *foot);
void print_back(struct print *print);
double print_width(const struct print *print);
double print_height(const struct print *print);

/* A cell of the first table of the rules, in the language of the PDF; row 0 follows the heading. */
struct span print_cell(const struct print *print, unsigned row, unsigned column);

enum print_align { PRINT_LEFT, PRINT_CENTRE };
struct print_font {
    double size; /* of the em */
    uint32_t colour;
    enum print_align align;
    bool bold, serif;
};
/* Text with the inline marks of Markdown, wrapped in the width from (x, y) down. Returns its
 * height. */
double print_text(struct print *print, struct print_font font, double x, double y, double width,
                  struct span markdown);

/* Shapes. A picture keeps its proportions within the box. */
void print_picture(struct print *print, const char *name, double x, double y, double width,
                   double height);
void print_box(struct print *print, uint32_t colour, double x, double y, double width,
               double height);
void print_frame(struct print *print, uint32_t colour, double line, double x, double y,
                 double width, double height);

/* A face with pips, 0 to 6; and one with a few characters. They fill the square of a die. */
void print_pips(struct print *print, unsigned value, uint32_t paper, uint32_t ink);
void print_letters(struct print *print, const char *letters, uint32_t paper, uint32_t ink);

#endif
