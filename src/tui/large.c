#include "tui/large.h"

#include <stdlib.h>

#include "base/memory.h"
#include "program/grid.h"

/* ---- cards ---- */

enum { EDGES = 4 }; /* the columns of a frame: an edge and a space on both sides */

static void write_text(const struct screen *screen, const struct large_card *card, int width,
                       struct grid *grid)
{
    grid_start(grid, width);
    struct screen inner = screen_in(grid, screen);
    screen_put_wrapped(&inner, card->text, 0);
}

/* One frame with its text, at this place of the screen's grid. */
static void put_card(struct screen *screen, const struct large_card *card, const struct grid *text,
                     int top, int left, int height)
{
    static const char *const edges[2][6] = {{"+", "-", "+", "|", "+", "+"},
                                            {"╭", "─", "╮", "│", "╰", "╯"}};
    const char *const *edge = edges[screen->unicode];
    struct grid *grid = screen->grid;
    for (int y = 0; y < height + 2; y++) {
        const bool inside = y > 0 && y <= height;
        grid->row = top + y;
        grid->column = left;
        screen_put(screen, card->style);
        screen_put(screen, inside ? edge[3] : edge[y ? 4 : 0]);
        for (int x = 0; x < text->width + EDGES - 2; x++)
            screen_put(screen, inside ? " " : edge[1]);
        screen_put(screen, inside ? edge[3] : edge[y ? 5 : 2]);
        screen_put(screen, screen_style(screen, SCREEN_PLAIN));
        for (int x = 0; inside && x < text->width; x++)
            grid->cell[grid->row * grid->width + left + EDGES / 2 + x] = *grid_at(text, y - 1, x);
    }
}

void large_cards(struct screen *screen, const struct large_card cards[], int count, int width,
                 int height)
{
    const int across =
        (screen->width - 2) / (width + 1) > 0 ? (screen->width - 2) / (width + 1) : 1;
    for (int first = 0; first < count; first += across) {
        const int last = first + across < count ? first + across : count;
        struct grid *text = memory_new((size_t)across, sizeof *text);
        const int top = screen->grid->row;
        int rows = height;
        for (int i = first; i < last; i++) {
            write_text(screen, &cards[i], width - EDGES, &text[i - first]);
            rows = text[i - first].rows > rows ? text[i - first].rows : rows;
        }
        for (int i = first; i < last; i++) {
            put_card(screen, &cards[i], &text[i - first], top, 2 + (i - first) * (width + 1), rows);
            grid_free(&text[i - first]);
        }
        free(text);
        screen_put(screen, "\n");
    }
}

/* ---- dice ---- */

int large_die_rows(bool larger)
{
    return larger ? 7 : 5;
}

int large_die_columns(bool larger)
{
    return larger ? 15 : 9;
}

static void put_edge(struct screen *screen, const char *left, const char *right, int columns,
                     unsigned value, bool numbered)
{
    screen_put(screen, left);
    for (int x = 0; x < columns; x++) {
        const int middle = x - columns / 2;
        if (numbered && middle == 0)
            screen_printf(screen, "%u", value);
        else
            screen_put(screen, numbered && abs(middle) == 1 ? " " : screen->unicode ? "─" : "-");
    }
    screen_put(screen, right);
}

void large_put_pips(struct screen *screen, unsigned value, int row, bool larger, bool round)
{
    /* the pips of each face, as three rows of three */
    static const char *const pips[7][3] = {
        {"   ", "   ", "   "}, {"   ", " x ", "   "}, {"x  ", "   ", "  x"}, {"x  ", " x ", "  x"},
        {"x x", "   ", "x x"}, {"x x", " x ", "x x"}, {"x x", "x x", "x x"},
    };
    static const char *const corners[3][4] = {
        {"+", "+", "+", "+"}, {"┌", "┐", "└", "┘"}, {"╭", "╮", "╰", "╯"}};
    const char *const *corner = corners[screen->unicode ? 1 + round : 0];
    const int last = large_die_rows(larger) - 1, columns = large_die_columns(larger) - 2;
    const char *side = screen->unicode ? "│" : "|";
    if (row == 0 || row == last) {
        put_edge(screen, corner[row ? 2 : 0], corner[row ? 3 : 1], columns, value, row == last);
        return;
    }
    screen_put(screen, side);
    const bool has = !larger || row % 2 == 1;
    const char *of_row = has ? pips[value][larger ? row / 2 : row - 1] : "   ";
    for (int i = 0; i < 3; i++)
        screen_printf(screen, larger ? "  %s " : " %s", of_row[i] == 'x' ? "●" : " ");
    screen_printf(screen, " %s", side);
}

void large_put_letter(struct screen *screen, char letter, int row, int wide)
{
    static const char *const shapes[26][LARGE_LETTER] = {
        {" ### ", "#   #", "#####", "#   #", "#   #"},
        {"#### ", "#   #", "#### ", "#   #", "#### "},
        {" ####", "#    ", "#    ", "#    ", " ####"},
        {"#### ", "#   #", "#   #", "#   #", "#### "},
        {"#####", "#    ", "###  ", "#    ", "#####"},
        {"#####", "#    ", "###  ", "#    ", "#    "},
        {" ####", "#    ", "#  ##", "#   #", " ####"},
        {"#   #", "#   #", "#####", "#   #", "#   #"},
        {" ### ", "  #  ", "  #  ", "  #  ", " ### "},
        {"  ###", "   # ", "   # ", "#  # ", " ##  "},
        {"#   #", "#  # ", "###  ", "#  # ", "#   #"},
        {"#    ", "#    ", "#    ", "#    ", "#####"},
        {"#   #", "## ##", "# # #", "#   #", "#   #"},
        {"#   #", "##  #", "# # #", "#  ##", "#   #"},
        {" ### ", "#   #", "#   #", "#   #", " ### "},
        {"#### ", "#   #", "#### ", "#    ", "#    "},
        {" ### ", "#   #", "# # #", "#  # ", " ## #"},
        {"#### ", "#   #", "#### ", "#  # ", "#   #"},
        {" ####", "#    ", " ### ", "    #", "#### "},
        {"#####", "  #  ", "  #  ", "  #  ", "  #  "},
        {"#   #", "#   #", "#   #", "#   #", " ### "},
        {"#   #", "#   #", "#   #", " # # ", "  #  "},
        {"#   #", "#   #", "# # #", "## ##", "#   #"},
        {"#   #", " # # ", "  #  ", " # # ", "#   #"},
        {"#   #", " # # ", "  #  ", "  #  ", "  #  "},
        {"#####", "   # ", "  #  ", " #   ", "#####"},
    };
    static const char *const unknown[LARGE_LETTER] = {" ### ", "#   #", "  ## ", "     ", "  #  "};
    const bool known = letter >= 'A' && letter <= 'Z';
    const char *shape = known ? shapes[letter - 'A'][row] : unknown[row];
    for (; *shape; shape++) {
        for (int i = 0; i < wide; i++)
            screen_put(screen, *shape == ' ' ? " " : screen->unicode ? "█" : "#");
    }
}
