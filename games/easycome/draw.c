/* The nine prizes with their holders, and the dice, in a picture. */
#include "base/lang.h"
#include "games/easycome/rules.h"
#include "picture/picture.h"

enum { TILE = 176, HIGH = 138, GAP = 12, DIE = 66 };

static void draw_prize(const struct easycome *s, int prize, FILE *out)
{
    const double x = 24 + (TILE + GAP) * (prize % 3), y = 20 + (HIGH + GAP) * (prize / 3);
    const int holder = easycome_holder(s, prize);
    svg_rect(out, 0xfffcf6, x, y, TILE, HIGH, 14);
    if (holder >= 0) {
        svg_frame(out, svg_seat(holder + 1), 8, x + 4, y + 4, TILE - 8, HIGH - 8, 12);
        svg_circle(out, svg_seat(holder + 1), x + TILE / 2.0, y + 46, 20);
        svg_text(out, (struct svg_font){22, 0xffffff, SVG_MIDDLE, true, false}, x + TILE / 2.0,
                 y + 54, (char[]){(char)('1' + holder), '\0'});
    }
    svg_text(out, (struct svg_font){15, 0x241d17, SVG_MIDDLE, true, false}, x + TILE / 2.0, y + 100,
             tr(easycome_prize_titles[prize]));
}

static void draw_dice(unsigned set, uint32_t paper, double *x, FILE *out)
{
    for (const char *digit = easycome_tables.set[set].digits; *digit; digit++, *x += DIE + 14)
        svg_die(out, paper, 0x241d17, *x, 505, DIE, (unsigned)(*digit - '0'));
}

static void draw(const struct match *match, const void *state, FILE *out)
{
    const struct easycome *s = state;
    double x = 40;
    (void)match;
    for (int prize = 0; prize < EASYCOME_PRIZES; prize++)
        draw_prize(s, prize, out);
    draw_dice(s->kept, 0xf3dfae, &x, out);
    draw_dice(s->rolled, 0xffffff, &x, out);
}

const struct picture_game picture_easycome = {.game = &easycome_game, .draw = draw};
