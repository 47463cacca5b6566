/* Thémots on paper: the theme cards, the tokens and seven dice. */
#include "print/print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "games/themots/rules.h"

enum { COLOUR_DIE = WORDS_DICE, DICE = WORDS_DICE + 2 };

/* Of the letter dice, and black. */
static const uint32_t tone[THEMOTS_COLOURS] = {0x3c9a55, 0xfffdf7, 0xf5c83c,
                                               0xcf3f3a, 0x3565b5, 0x17191d};
static const char *const name[THEMOTS_COLOURS] = {mark("green"), mark("white"), mark("yellow"),
                                                  mark("red"),   mark("blue"),  mark("black")};

static uint32_t ink_on(unsigned colour)
{
    return colour == 1 || colour == 2 ? PRINT_INK : 0xfffdf7;
}

static void draw_card(struct print *print, unsigned card)
{
    const struct print_font number = {5, 0xfffdf7, PRINT_CENTRE, true, true};
    char line[32];
    snprintf(line, sizeof line, tr("Card %u"), card + 1);
    print_text(print, (struct print_font){5, 0x24508c, PRINT_CENTRE, true, true}, 4, 5,
               PRINT_CARD_WIDTH - 8, span_of(line));
    for (unsigned i = 0; i < WORDS_ON_CARD; i++) {
        const double y = 16 + 11 * i;
        snprintf(line, sizeof line, "%u", i + 1);
        print_box(print, 0x24508c, 5, y, 7, 7);
        print_text(print, number, 5, y + 0.4, 7, span_of(line));
        print_text(print, (struct print_font){3.5, PRINT_INK, PRINT_LEFT, false, true}, 14, y + 0.2,
                   PRINT_CARD_WIDTH - 18, span_of(words_title(words_card[card][i])));
    }
}

static void draw_face(struct print *print, unsigned die, unsigned face)
{
    if (die < WORDS_DICE) {
        const char letter[] = {themots_face[die][face], '\0'};
        print_letters(print, letter, tone[die], ink_on(die));
    } else if (die == COLOUR_DIE) {
        print_letters(print, tr(name[face]), tone[face], ink_on(face));
    } else {
        print_pips(print, face + 1, PRINT_CREAM, PRINT_INK);
    }
}

/* For the most players. */
static unsigned count_tokens(void)
{
    const struct game_option *option = themots_game.options;
    while (strcmp(option->name, "tokens") != 0)
        option++;
    return (unsigned)(atoi(option->default_value) * themots_game.seats_max);
}

static void draw(struct print *print)
{
    print_cards(print, WORDS_CARDS, 0x24508c, draw_card);
    print_tokens(print, count_tokens(), 0xa5741a);
    print_dice(print, DICE, draw_face);
}

const struct print_game print_themots = {&themots_game, draw};
