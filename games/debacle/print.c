/* Débâcle on paper: the board, a score sheet and the dice of both sides. */
#include "print/print.h"

#include "base/lang.h"
#include "games/debacle/rules.h"

enum { ROW = 6, ROUNDS = 8, RED = 0xb3262e, BLACK = 0x23252b };
static const double SQUARE = 30;

static const struct print_font title = {6, PRINT_INK, PRINT_LEFT, true, true};
static const struct print_font small = {3.2, PRINT_INK, PRINT_CENTRE, false, true};

static void draw_board(struct print *print)
{
    const double left = (print_width(print) - ROW * SQUARE) / 2, top = 32;
    print_page(print, tr("The board. Captured dice lie beside it."));
    print_text(print, title, left, 14, ROW * SQUARE, span_of(debacle_game.title));
    for (int rank = 0; rank < ROW; rank++) {
        for (int file = 0; file < ROW; file++) {
            const bool dark = (rank + file) % 2;
            const uint32_t tone = rank == 0         ? dark ? 0xc9c9cf : 0xdedee3
                                  : rank == ROW - 1 ? dark ? 0xe9bdb6 : 0xf5d6d0
                                  : dark            ? 0xe6d7b8
                                                    : 0xf7eed9;
            print_box(print, tone, left + file * SQUARE, top + rank * SQUARE, SQUARE, SQUARE);
            print_frame(print, 0x8a7a5c, 0.2, left + file * SQUARE, top + rank * SQUARE, SQUARE,
                        SQUARE);
        }
    }
    for (int i = 0; i < ROW; i++) {
        const char file[] = {(char)('a' + i), '\0'}, rank[] = {(char)('0' + ROW - i), '\0'};
        print_text(print, small, left + i * SQUARE, top + ROW * SQUARE + 2, SQUARE, span_of(file));
        print_text(print, small, left - 7, top + (i + 0.5) * SQUARE - 2, 6, span_of(rank));
    }
    print_frame(print, BLACK, 1, left, top, ROW * SQUARE, SQUARE);
    print_frame(print, RED, 1, left, top + (ROW - 1) * SQUARE, ROW * SQUARE, SQUARE);
    print_back(print);
}

/* The table of a side: a row for each round, with a cell for each captured die, their sum and the
 * total. */
static void draw_scores(struct print *print, double left, double top, double width, uint32_t tone,
                        const char *side)
{
    const int cells = DEBACLE_CAPTURES + 3;
    const double wide = width / cells, high = 11;
    print_text(print, (struct print_font){5, tone, PRINT_LEFT, true, true}, left, top, width,
               span_of(side));
    for (int row = 0; row <= ROUNDS; row++) {
        for (int cell = 0; cell < cells; cell++) {
            const double x = left + cell * wide, y = top + 9 + row * high;
            const char number[] = {(char)('0' + (row ? row : cell)), '\0'};
            const char *head = cell == 0           ? tr("Round")
                               : cell == cells - 2 ? tr("Sum")
                               : cell == cells - 1 ? tr("Total")
                                                   : number;
            print_frame(print, tone, 0.25, x, y, wide, high);
            if (row == 0 || cell == 0)
                print_text(print, small, x, y + 3.4, wide, span_of(row ? number : head));
        }
    }
}

static void draw_sheet(struct print *print)
{
    const double left = 16, width = print_width(print) - 2 * left;
    print_page(print, tr("Each round: the values of the captured dice, their sum, the total."));
    print_text(print, title, left, 14, width, span_of(tr("Score sheet")));
    draw_scores(print, left, 26, width, RED, tr("Red captures"));
    draw_scores(print, left, 146, width, BLACK, tr("Black captures"));
    print_back(print);
}

static void draw_face(struct print *print, unsigned die, unsigned face)
{
    print_pips(print, face + 1, die < DEBACLE_DICE ? RED : BLACK, PRINT_CREAM);
}

static void draw(struct print *print)
{
    draw_board(print);
    draw_sheet(print);
    print_dice(print, 2 * DEBACLE_DICE, draw_face);
}

const struct print_game print_debacle = {&debacle_game, draw};
