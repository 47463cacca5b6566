/* Easy Come Easy Go on paper: nine prizes and four dice. */
#include "print/print.h"

#include <stdio.h>
#include <string.h>

#include "base/lang.h"
#include "games/easycome/rules.h"

static void draw_prize(struct print *print, unsigned prize)
{
    const double wide = PRINT_CARD_WIDTH - 8;
    const char *id = easycome_prize_id[prize];
    char name[32];
    snprintf(name, sizeof name, "print/prize-%s", id);
    if (strchr("+-", id[strlen(id) - 1])) /* no file name has these at its end */
        name[strlen(name) - 1] = '\0';
    print_text(print, (struct print_font){5.6, 0x8f2530, PRINT_CENTRE, true, true}, 4, 5, wide,
               span_of(tr(easycome_prize_titles[prize])));
    print_picture(print, name, 4, 17, wide, wide * 110 / 160);
    print_text(print, (struct print_font){3.8, PRINT_INK, PRINT_CENTRE, false, true}, 5, 60,
               wide - 2, print_cell(print, prize, 1));
}

static void draw_face(struct print *print, unsigned die, unsigned face)
{
    (void)die;
    print_pips(print, face, PRINT_CREAM, PRINT_INK);
}

static void draw(struct print *print)
{
    print_cards(print, EASYCOME_PRIZES, 0x8f2530, draw_prize);
    print_dice(print, EASYCOME_DICE, draw_face);
}

const struct print_game print_easycome = {&easycome_game, draw};
