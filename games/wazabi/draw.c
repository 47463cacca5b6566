/* The players around the table with their dice and cards, in a picture. */
#include <math.h>

#include "base/lang.h"
#include "games/wazabi/rules.h"
#include "picture/picture.h"

static void draw_seat(const struct wazabi *s, int seat, FILE *out)
{
    const double turn = 2 * M_PI * seat / s->players + M_PI / 2;
    const double x = 300 + 195 * cos(turn), y = 300 + 195 * sin(turn);
    char words[64];
    svg_rect(out, s->phase != WAZABI_END && s->seat == seat ? 0xd8a83a : 0xfffcf6, x - 80, y - 50,
             160, 100, 16);
    svg_circle(out, svg_seat(seat + 1), x - 50, y - 20, 18);
    svg_text(out, (struct svg_font){20, 0xffffff, SVG_MIDDLE, true, false}, x - 50, y - 13,
             (char[]){(char)('1' + seat), '\0'});
    snprintf(words, sizeof words, trn("%d die", "%d dice", s->dice[seat]), s->dice[seat]);
    svg_text(out, (struct svg_font){22, 0x241d17, SVG_MIDDLE, true, false}, x + 20, y - 12, words);
    snprintf(words, sizeof words, trn("%d card", "%d cards", s->cards[seat]), s->cards[seat]);
    svg_text(out, (struct svg_font){20, 0x6a5d50, SVG_MIDDLE, false, false}, x, y + 30, words);
}

static void draw(const struct match *match, const void *state, FILE *out)
{
    static const char *const faces[] = {"C", "D", "W"};
    const struct wazabi *s = state;
    double x = 300 - 26;
    int dice = 0;
    (void)match;
    svg_circle(out, 0x8a5d36, 300, 300, 285);
    svg_circle(out, 0x1e4d33, 300, 300, 268);
    for (int face = 0; face < 3; face++)
        dice += s->rolled[face] > 0;
    x -= 34.0 * (dice - 1);
    for (int face = 0; face < 3; face++) {
        char words[16];
        if (!s->rolled[face])
            continue;
        svg_letter(out, 0xfff8ea, 0x241d17, x, 262, 52, faces[face]);
        snprintf(words, sizeof words, "× %d", s->rolled[face]);
        svg_text(out, (struct svg_font){20, 0xf3f7f1, SVG_MIDDLE, true, false}, x + 26, 340, words);
        x += 68;
    }
    for (int seat = 0; seat < s->players; seat++)
        draw_seat(s, seat, out);
}

const struct picture_game picture_wazabi = {.game = &wazabi_game, .draw = draw};
