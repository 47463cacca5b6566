/* The board in a picture. */
#include "base/lang.h"
#include "games/debacle/rules.h"
#include "picture/picture.h"

enum { RIM = 50, SQUARE = 86, DIE = 64, RED = 0xe2543f, BLACK = 0x26272b, WHITE = 0xffffff };

static void draw_square(unsigned square, FILE *out)
{
    const unsigned file = square % 6, rank = square / 6;
    const bool dark = (file + rank) % 2 == 0;
    const uint32_t colour = rank == 0   ? (dark ? 0xe3ae95 : 0xf0cbb4)
                            : rank == 5 ? (dark ? 0xb9b2a8 : 0xcfcac0)
                                        : (dark ? 0xd9be8f : 0xefd9b4);
    svg_rect(out, colour, RIM + SQUARE * (double)file, RIM + SQUARE * (5 - (double)rank), SQUARE,
             SQUARE, 0);
}

static void draw(const struct match *match, const void *state, FILE *out)
{
    const struct debacle *s = state;
    const struct svg_font name = {24, 0xf3e6cf, SVG_MIDDLE, true, true};
    (void)match;
    svg_rect(out, 0x7a4d28, 10, 10, 580, 580, 24);
    for (unsigned square = 0; square < DEBACLE_SQUARES; square++)
        draw_square(square, out);
    for (int i = 0; i < 6; i++) {
        svg_text(out, name, RIM + SQUARE * (i + 0.5), 588 - 2, (char[]){(char)('a' + i), '\0'});
        svg_text(out, name, 30, RIM + SQUARE * (5.5 - i) + 8, (char[]){(char)('1' + i), '\0'});
    }
    for (int side = 0; side < 2; side++) {
        for (unsigned square = 0; square < DEBACLE_SQUARES; square++) {
            const unsigned value = debacle_die(s, side, square);
            if (value)
                svg_die(out, side == DEBACLE_RED ? RED : BLACK, WHITE,
                        RIM + SQUARE * (square % 6 + 0.5) - DIE / 2.0,
                        RIM + SQUARE * (5 - square / 6 + 0.5) - DIE / 2.0, DIE, value);
        }
    }
}

const struct picture_game picture_debacle = {.game = &debacle_game, .draw = draw};
