#include "tui/menu.h"

#include <stdlib.h>
#include <string.h>

void choices_add(struct choices *choices, const char *item, const char *label)
{
    lines_add(&choices->items, span_of(item));
    lines_add(&choices->labels, span_of(label));
}

const char *choices_typed(const struct choices *choices, size_t index)
{
    return index < choices->typed.count ? choices->typed.line[index] : "";
}

/* Whether the text to type differs from the item's own. */
static bool shows_typed(const struct choices *choices, size_t index)
{
    const char *typed = choices_typed(choices, index);
    return *typed && strcmp(typed, choices->items.line[index]) != 0;
}

void choices_add_move(struct choices *choices, const char *phrase, const char *typed,
                      const char *label)
{
    lines_add(&choices->items, span_of(phrase));
    lines_add(&choices->typed, span_of(typed));
    lines_add(&choices->labels, span_of(label));
    const int width = screen_width(typed) + 4;
    if (shows_typed(choices, choices->items.count - 1) && width > choices->typed_width)
        choices->typed_width = width;
}

void choices_free(struct choices *choices)
{
    lines_free(&choices->items);
    lines_free(&choices->typed);
    lines_free(&choices->labels);
    lines_free(&choices->hints);
    choices->typed_width = 0;
}

void choices_number(const struct choices *choices, size_t index, struct text *out)
{
    const int number = (int)index + 1 + choices->offset;
    const char *item = choices->items.line[index];
    if (item[strspn(item, "0123456789")] == '-' || atoi(item) != number)
        text_printf(out, "%3d ", number);
    else
        text_add(out, "  ");
}

static bool is_same(const char *folded, const char *other)
{
    struct text text = text_on((char[ASIDE_MAX]){0}, ASIDE_MAX);
    screen_fold(other, &text);
    return strcmp(folded, text.start) == 0;
}

size_t choices_find(const struct choices *choices, const char *typed)
{
    const size_t count = choices->items.count;
    struct text folded = text_on((char[ASIDE_MAX]){0}, ASIDE_MAX);
    size_t i = 0;
    uint64_t number;
    if (span_number(span_of(typed), (uint64_t)(1 + choices->offset),
                    (uint64_t)((int)count + choices->offset), &number))
        return number - 1 - (uint64_t)choices->offset;
    screen_fold(typed, &folded);
    while (i < count && !is_same(folded.start, choices->items.line[i]) &&
           !is_same(folded.start, choices_typed(choices, i)))
        i++;
    return i;
}

void choices_aside(const struct choices *choices, size_t index, enum aside aside, struct text *out)
{
    const char *typed = choices_typed(choices, index), *label = choices->labels.line[index];
    if (index < choices->hints.count && aside >= ASIDE_TYPED) {
        text_printf(out, "%s%s%s", choices->hints.line[index], aside == ASIDE_ALL ? "  " : "",
                    aside == ASIDE_ALL ? label : "");
        return;
    }
    const bool shown = aside >= ASIDE_TYPED && shows_typed(choices, index);
    if (shown)
        text_printf(out, "[%s]", typed);
    if (aside == ASIDE_ALL && *label)
        text_printf(out, "%*s%s", choices->typed_width - (shown ? screen_width(typed) + 2 : 0), "",
                    label);
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

/* A menu as it is laid out. */
struct layout {
    struct lines asides; /* owned */
    size_t columns, rows;
    struct column column[COLUMNS_MAX];
};

/* False if even one column is too wide. A list that may be read aloud has one column
 * where there are rows enough. */
static bool lay_out(const struct screen *screen, const struct choices *choices, enum aside aside,
                    struct layout *out)
{
    const struct lines *moves = &choices->items;
    const int room = screen->width;
    const size_t most = screen->spoken && !screen->low ? 1 : COLUMNS_MAX;
    *out = (struct layout){.columns = 1, .rows = moves->count};
    for (size_t i = 0; i < moves->count; i++) {
        struct text text = text_on((char[ASIDE_MAX]){0}, ASIDE_MAX);
        choices_aside(choices, i, aside, &text);
        lines_add(&out->asides, span_of(text.start));
    }
    const bool fits = measure(moves, &out->asides, room, 1, out->rows, out->column);
    for (size_t more = 2; more <= most && out->rows > ROWS_FEW; more++) {
        struct column wider[COLUMNS_MAX];
        const size_t fewer = (moves->count + more - 1) / more;
        if (!measure(moves, &out->asides, room, more, fewer, wider))
            break;
        out->columns = more;
        out->rows = fewer;
        memcpy(out->column, wider, sizeof wider);
    }
    return fits;
}

/* Leaves out labels, and then what can be typed, where they are too wide or cost rows that a low
 * screen lacks. */
static void choose_layout(const struct screen *screen, const struct choices *choices,
                          struct layout *out)
{
    enum { ROWS_MANY = 8 };
    const bool few = !screen->low || choices->items.count <= ROWS_FEW;
    for (int aside = few ? ASIDE_ALL : ASIDE_TYPED;; aside--) {
        const bool fits = lay_out(screen, choices, (enum aside)aside, out);
        if (aside == ASIDE_NONE || (fits && !(screen->low && out->rows > ROWS_MANY)))
            return;
        lines_free(&out->asides);
    }
}

void menu_show(struct screen *screen, const struct choices *choices)
{
    const struct lines *moves = &choices->items;
    struct layout layout;
    choose_layout(screen, choices, &layout);
    for (size_t row = 0; row < layout.rows; row++) {
        for (size_t i = row, c = 0; i < moves->count && c < layout.columns; i += layout.rows, c++) {
            const bool last = i + layout.rows >= moves->count;
            screen_printf(screen, "  %s%2d%s ", screen_style(screen, SCREEN_BOLD),
                          (int)i + 1 + choices->offset, screen_style(screen, SCREEN_PLAIN));
            screen_put_padded(screen, moves->line[i], layout.column[c].move);
            screen_put(screen, screen_style(screen, SCREEN_DIM));
            screen_put_padded(screen, layout.asides.line[i], last ? 0 : layout.column[c].label);
            screen_put(screen, screen_style(screen, SCREEN_PLAIN));
        }
        screen_put(screen, "\n");
    }
    lines_free(&layout.asides);
}
