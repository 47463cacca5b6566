#include "tui/menu.h"

void choices_add(struct choices *choices, const char *item, const char *label)
{
    lines_add(&choices->items, span_of(item));
    lines_add(&choices->labels, span_of(label));
}

void choices_free(struct choices *choices)
{
    lines_free(&choices->items);
    lines_free(&choices->labels);
}

enum { COLUMNS_MAX = 4, ROWS_FEW = 4, NUMBER = 5, GAP = 2 };

struct column {
    int move, label; /* widths */
};

static int widest(const struct lines *lines, size_t from, size_t to)
{
    int max = 0;
    for (size_t i = from; i < to && i < lines->count; i++) {
        const int width = screen_width(lines->line[i]);
        max = width > max ? width : max;
    }
    return max;
}

/* Measures the columns; false if they are too wide for the screen. */
static bool measure(const struct lines *moves, const struct lines *labels, int room, size_t columns,
                    size_t rows, struct column column[])
{
    int width = 0;
    for (size_t i = 0; i < columns; i++) {
        column[i].move = widest(moves, i * rows, (i + 1) * rows) + GAP;
        column[i].label = widest(labels, i * rows, (i + 1) * rows) + (i + 1 < columns ? GAP : 0);
        width += NUMBER + column[i].move + column[i].label;
    }
    return width <= room;
}

void menu_show(struct screen *screen, const struct choices *choices)
{
    const struct lines *moves = &choices->items, *labels = &choices->labels;
    struct column column[COLUMNS_MAX];
    struct lines empty = {0};
    if (screen->low && moves->count > ROWS_FEW) { /* no labels, so that more columns fit */
        for (size_t i = 0; i < moves->count; i++)
            lines_add(&empty, span_of(""));
        labels = &empty;
    }
    size_t columns = 1, rows = moves->count;
    measure(moves, labels, screen->width, columns, rows, column);
    for (size_t more = 2; more <= COLUMNS_MAX && rows > ROWS_FEW; more++) {
        struct column wider[COLUMNS_MAX];
        const size_t fewer = (moves->count + more - 1) / more;
        if (!measure(moves, labels, screen->width, more, fewer, wider))
            break;
        columns = more;
        rows = fewer;
        for (size_t i = 0; i < more; i++)
            column[i] = wider[i];
    }
    for (size_t row = 0; row < rows; row++) {
        for (size_t i = row, c = 0; i < moves->count && c < columns; i += rows, c++) {
            const bool last = i + rows >= moves->count;
            screen_printf(screen, "  %s%2zu%s ", screen_style(screen, SCREEN_BOLD), i + 1,
                          screen_style(screen, SCREEN_PLAIN));
            screen_put_padded(screen, moves->line[i], column[c].move);
            screen_put(screen, screen_style(screen, SCREEN_DIM));
            screen_put_padded(screen, labels->line[i], last ? 0 : column[c].label);
            screen_put(screen, screen_style(screen, SCREEN_PLAIN));
        }
        screen_put(screen, "\n");
    }
    lines_free(&empty);
}
