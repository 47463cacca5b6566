/* The rules page as a leaflet: two columns, in the order of the page. */
#include <string.h>

#include "base/lang.h"
#include "print/internal.h"

static const double MARGIN = 14, GUTTER = 7, GAP = 1.6; /* of the page, of columns, of blocks */
static const double SIZE = 3.0;                         /* of the text */

struct flow {
    struct print *print;
    int column;
    double y; /* where the next block begins */
};

static double column_width(const struct flow *flow)
{
    return (print_width(flow->print) - 2 * MARGIN - GUTTER) / 2;
}

static double column_left(const struct flow *flow)
{
    return MARGIN + flow->column * (column_width(flow) + GUTTER);
}

/* Makes room for a height, in the next column if needed. */
static void need(struct flow *flow, double height)
{
    if (flow->y + height <= print_height(flow->print) - MARGIN)
        return;
    if (++flow->column == 2) {
        print_page(flow->print, NULL);
        flow->column = 0;
    }
    flow->y = MARGIN;
}

/* A layout line by line, so that it may continue in the next column. */
static void put_lines(struct flow *flow, PangoLayout *layout, double indent)
{
    PangoLayoutIter *iter = pango_layout_get_iter(layout);
    do {
        PangoRectangle box;
        pango_layout_iter_get_line_extents(iter, NULL, &box);
        const double high = box.height / (double)PANGO_SCALE;
        const double base = (pango_layout_iter_get_baseline(iter) - box.y) / (double)PANGO_SCALE;
        need(flow, high);
        cairo_move_to(flow->print->cr, column_left(flow) + indent + box.x / (double)PANGO_SCALE,
                      flow->y + base);
        pango_cairo_show_layout_line(flow->print->cr, pango_layout_iter_get_line_readonly(iter));
        flow->y += high;
    } while (pango_layout_iter_next_line(iter));
    pango_layout_iter_free(iter);
    g_object_unref(layout);
}

static struct print_font text_font(bool bold)
{
    return (struct print_font){SIZE, PRINT_INK, PRINT_LEFT, bold, true};
}

static void put_paragraph(struct flow *flow, struct span text, double indent)
{
    cairo_set_source_rgb(flow->print->cr, 0.16, 0.13, 0.1);
    put_lines(flow, print_layout(flow->print, text_font(false), column_width(flow) - indent, text),
              indent);
    flow->y += GAP;
}

static void put_heading(struct flow *flow, struct span text)
{
    need(flow, 16); /* with the first lines that follow */
    flow->y += flow->y > MARGIN ? 1.2 : 0;
    flow->y += print_text(flow->print, (struct print_font){4, 0x8f2530, PRINT_LEFT, true, true},
                          column_left(flow), flow->y, column_width(flow), text) +
               1;
}

/* An item: its mark, `-` or `1.`, then its text. */
static void put_item(struct flow *flow, struct span text)
{
    const size_t mark = text.at[0] == '-' ? 1 : 2;
    const struct span label = text.at[0] == '-' ? span_of("•") : (struct span){text.at, mark};
    need(flow, 2 * SIZE);
    print_text(flow->print, text_font(false), column_left(flow), flow->y, 5, label);
    put_paragraph(flow, (struct span){text.at + mark + 1, text.length - mark - 1}, 4);
}

/* ---- tables ---- */

/* Each column gets its natural width; if there is too little, the widest one gives way. */
static void choose_widths(struct flow *flow, struct span table, double width[PRINT_COLUMNS])
{
    double total = 0;
    unsigned widest = 0, columns = 0;
    memset(width, 0, PRINT_COLUMNS * sizeof *width);
    while (table.length) {
        struct span cell[PRINT_COLUMNS];
        const unsigned count = print_cells(span_cut(&table, '\n'), cell);
        for (unsigned i = 0; i < count; i++) {
            int wide = 0;
            PangoLayout *layout = print_layout(flow->print, text_font(true), -1, cell[i]);
            if (cell[i].length && cell[i].at[0] != '-')
                pango_layout_get_size(layout, &wide, NULL);
            if (wide / (double)PANGO_SCALE + 2 > width[i])
                width[i] = wide / (double)PANGO_SCALE + 2;
            g_object_unref(layout);
        }
        columns = count > columns ? count : columns;
    }
    for (unsigned i = 0; i < columns; i++) {
        total += width[i];
        widest = width[i] > width[widest] ? i : widest;
    }
    if (total > column_width(flow))
        width[widest] -= total - column_width(flow);
}

static void put_row(struct flow *flow, struct span row, bool bold, const double width[])
{
    struct span cell[PRINT_COLUMNS];
    PangoLayout *layout[PRINT_COLUMNS];
    const unsigned count = print_cells(row, cell);
    double high = 0, x = 0;
    for (unsigned i = 0; i < count; i++) {
        int size;
        layout[i] = print_layout(flow->print, text_font(bold), width[i] - 1.5, cell[i]);
        pango_layout_get_size(layout[i], NULL, &size);
        if (size / (double)PANGO_SCALE > high)
            high = size / (double)PANGO_SCALE;
    }
    need(flow, high + 1.2);
    cairo_set_source_rgb(flow->print->cr, 0.16, 0.13, 0.1);
    for (unsigned i = 0; i < count; x += width[i++]) {
        cairo_move_to(flow->print->cr, column_left(flow) + x, flow->y);
        pango_cairo_show_layout(flow->print->cr, layout[i]);
        g_object_unref(layout[i]);
    }
    flow->y += high + 1.2;
    print_box(flow->print, 0xd8cdb8, column_left(flow), flow->y - 0.8, column_width(flow), 0.15);
}

static void put_table(struct flow *flow, struct span table)
{
    double width[PRINT_COLUMNS];
    choose_widths(flow, table, width);
    put_row(flow, span_cut(&table, '\n'), true, width);
    span_cut(&table, '\n'); /* |---|---| */
    while (table.length)
        put_row(flow, span_cut(&table, '\n'), false, width);
    flow->y += GAP;
}

/* ---- blocks ---- */

/* Whether a line begins an item of a list. */
static bool is_item(struct span line)
{
    return (line.length > 2 && line.at[0] == '-' && line.at[1] == ' ') ||
           (line.length > 3 && line.at[0] >= '1' && line.at[0] <= '9' && line.at[1] == '.' &&
            line.at[2] == ' ');
}

/* Cuts the next block: the lines up to an empty one or the next item. */
static struct span next_block(struct span *rest)
{
    struct span block = {rest->at, 0};
    while (rest->length) {
        const struct span before = *rest, line = span_cut(rest, '\n');
        if (line.length == 0 && block.length > 0)
            break;
        if (line.length == 0) {
            block.at = rest->at;
            continue;
        }
        if (block.length && is_item(line)) {
            *rest = before;
            break;
        }
        block.length = (size_t)(line.at + line.length - block.at);
    }
    return block;
}

void print_leaflet(struct print *print)
{
    struct flow flow = {print, 0, MARGIN};
    struct span rest = print->rules;
    print_page(print, NULL);
    flow.y += print_text(print, (struct print_font){8, 0x8f2530, PRINT_LEFT, true, true}, MARGIN,
                         flow.y, column_width(&flow), span_of(print->game->title)) +
              1;
    put_paragraph(&flow,
                  span_of(tr("*Print at 100 %, on both sides, turned along the long edge. Thick "
                             "paper suits cards and dice.*")),
                  0);
    while (rest.length) {
        const struct span block = next_block(&rest);
        if (block.length > 4 && memcmp(block.at, "### ", 4) == 0)
            put_heading(&flow, (struct span){block.at + 4, block.length - 4});
        else if (block.length && block.at[0] == '|')
            put_table(&flow, block);
        else if (is_item(block))
            put_item(&flow, block);
        else if (block.length)
            put_paragraph(&flow, block, 0);
    }
    if (print->pages % 2)
        print_back(print); /* the cards begin on a new sheet */
}
