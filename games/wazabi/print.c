/* Wazabi on paper: its cards and dice. */
#include "print/print.h"

#include <stdio.h>

#include "base/lang.h"
#include "games/wazabi/rules.h"

/* The kind of a card of the pack, which is sorted by kind. */
static unsigned kind_of(unsigned card)
{
    unsigned kind = 0;
    while (card >= wazabi_kinds[kind].copies)
        card -= wazabi_kinds[kind++].copies;
    return kind;
}

static void draw_card(struct print *print, unsigned card)
{
    const unsigned kind = kind_of(card), cost = wazabi_kinds[kind].cost;
    const double wide = PRINT_CARD_WIDTH - 8;
    char name[32];
    snprintf(name, sizeof name, "print/card-%s", wazabi_kinds[kind].id);
    print_picture(print, name, 4, 4, wide, wide * 84 / 120);
    for (unsigned i = 0; i < cost; i++)
        print_picture(print, "rules/pictures/wazabi-W", PRINT_CARD_WIDTH / 2 - 4.5 * cost + 9 * i,
                      44, 8.5, 8.5);
    const double high =
        print_text(print, (struct print_font){5, 0x8f2530, PRINT_CENTRE, true, true}, 4, 54, wide,
                   span_of(tr(wazabi_titles[kind])));
    print_text(print, (struct print_font){3.3, PRINT_INK, PRINT_CENTRE, false, true}, 5,
               55.5 + high, wide - 2, print_cell(print, kind, 2));
}

/* Three W, two C, one D. */
static void draw_face(struct print *print, unsigned die, unsigned face)
{
    static const char letter[PRINT_FACES + 1] = "WCWDCW";
    char name[] = "rules/pictures/wazabi-?";
    (void)die;
    name[sizeof name - 2] = letter[face];
    print_box(print, PRINT_CREAM, 0, 0, PRINT_DIE, PRINT_DIE);
    print_picture(print, name, 1.5, 1.5, PRINT_DIE - 3, PRINT_DIE - 3);
}

static void draw(struct print *print)
{
    print_cards(print, WAZABI_CARDS, 0x4a6d12, draw_card);
    print_dice(print, WAZABI_DICE, draw_face);
}

const struct print_game print_wazabi = {&wazabi_game, draw};
