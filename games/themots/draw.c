/* The letters, the theme and the tokens, in a picture. */
#include "base/lang.h"
#include "games/themots/rules.h"
#include "picture/picture.h"

enum { DIE = 90, LARGE = 110 };

static void draw_theme(const struct themots *s, FILE *out)
{
    const unsigned theme = words_card[s->card][s->theme];
    svg_rect(out, 0xfff8ea, 60, 60, 480, 110, 20);
    svg_text(out, (struct svg_font){22, 0x6a5d50, SVG_MIDDLE, false, false}, 300, 98, tr("Theme"));
    svg_text(out, (struct svg_font){34, 0x2f2418, SVG_MIDDLE, true, true}, 300, 146,
             s->rolled ? words_title(theme) : "…");
}

static void draw(const struct match *match, const void *state, FILE *out)
{
    static const uint32_t paper[] = {0x3c9a55, 0xfffdf7, 0xf5c83c, 0xcf3f3a, 0x3565b5};
    static const uint32_t ink[] = {0xffffff, 0x241d17, 0x241d17, 0xffffff, 0xffffff};
    const struct themots *s = state;
    (void)match;
    draw_theme(s, out);
    for (int die = 0; die < WORDS_DICE; die++) {
        const double size = s->rolled && die == s->colour ? LARGE : DIE;
        svg_letter(out, paper[die], ink[die], 40 + 106.0 * die - (size - DIE) / 2,
                   250 - (size - DIE) / 2, size,
                   s->rolled ? (char[]){(char)('A' + s->letter[die]), '\0'} : "?");
    }
    for (int seat = 0; seat < s->players; seat++) {
        char words[32];
        const double x = 50 + 180.0 * (seat % 3), y = 440 + 60.0 * (seat / 3);
        svg_circle(out, svg_seat(seat + 1), x + 14, y - 8, 16);
        snprintf(words, sizeof words, trn("%d token", "%d tokens", s->score[seat]), s->score[seat]);
        svg_text(out, (struct svg_font){22, 0xf3f7f1, SVG_START, true, false}, x + 40, y, words);
    }
}

const struct picture_game picture_themots = {.game = &themots_game, .draw = draw};
