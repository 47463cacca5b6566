/* Pages, cards, dice and text, with cairo, pango and librsvg. */
#include "print/print.h"

#include <cairo-pdf.h>
#include <librsvg/rsvg.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "net/files.h"
#include "print/internal.h"

enum { ROWS = 3, COLUMNS = 3 }; /* of cards on a sheet */

static const double POINTS = 72 / 25.4; /* in a millimetre */
static const double BLEED = 2;          /* colour beyond the outer edge of a sheet of cards */
static const double MARK = 2.5;         /* length of a trim mark */
static const double FLAP = 4.5;         /* of a die */
static const double PIXEL = 0.06;       /* of a picture within text, in em */
static const double HAIR = 0.15;        /* width of a line to cut */

/* ---- shapes ---- */

static void use_colour(cairo_t *cr, uint32_t colour)
{
    cairo_set_source_rgb(cr, (colour >> 16) / 255.0, (colour >> 8 & 255) / 255.0,
                         (colour & 255) / 255.0);
}

void print_box(struct print *print, uint32_t colour, double x, double y, double width,
               double height)
{
    use_colour(print->cr, colour);
    cairo_rectangle(print->cr, x, y, width, height);
    cairo_fill(print->cr);
}

void print_frame(struct print *print, uint32_t colour, double line, double x, double y,
                 double width, double height)
{
    use_colour(print->cr, colour);
    cairo_set_line_width(print->cr, line);
    cairo_rectangle(print->cr, x, y, width, height);
    cairo_stroke(print->cr);
}

static void draw_disc(struct print *print, uint32_t colour, double x, double y, double radius)
{
    use_colour(print->cr, colour);
    cairo_new_sub_path(print->cr);
    cairo_arc(print->cr, x, y, radius, 0, 2 * M_PI);
    cairo_fill(print->cr);
}

static void draw_line(struct print *print, double x1, double y1, double x2, double y2)
{
    cairo_move_to(print->cr, x1, y1);
    cairo_line_to(print->cr, x2, y2);
    cairo_stroke(print->cr);
}

static void use_line(struct print *print, bool dashed)
{
    const double dash[] = {1.2, 0.9};
    use_colour(print->cr, dashed ? 0x9a8f80 : PRINT_INK); /* folds are seen on black, too */
    cairo_set_line_width(print->cr, dashed ? 2 * HAIR : HAIR);
    cairo_set_dash(print->cr, dash, dashed ? 2 : 0, 0);
}

/* ---- pictures ---- */

/* The built-in drawing, which must exist; the caller unrefs it. */
static RsvgHandle *open_picture(const char *name)
{
    struct file file;
    char path[128];
    RsvgHandle *handle = NULL;
    snprintf(path, sizeof path, "%s.svg", name);
    if (files_find(NULL, path, &file)) {
        handle = rsvg_handle_new_from_data(file.bytes, file.size, NULL);
        files_release(&file);
    }
    if (!handle)
        g_error("no drawing %s", path); /* aborts: an error of ours */
    return handle;
}

static void draw_picture(cairo_t *cr, const char *name, double x, double y, double width,
                         double height)
{
    RsvgHandle *handle = open_picture(name);
    const RsvgRectangle box = {x, y, width, height};
    cairo_save(cr);
    cairo_rectangle(cr, x, y, width, height);
    cairo_clip(cr);
    rsvg_handle_render_document(handle, cr, &box, NULL);
    cairo_restore(cr);
    g_object_unref(handle);
}

void print_picture(struct print *print, const char *name, double x, double y, double width,
                   double height)
{
    draw_picture(print->cr, name, x, y, width, height);
}

/* ---- text ---- */

static void draw_shape(cairo_t *cr, PangoAttrShape *shape, gboolean path, gpointer data)
{
    double x, y;
    (void)path, (void)data;
    cairo_get_current_point(cr, &x, &y);
    draw_picture(cr, shape->data, x, y + shape->ink_rect.y / (double)PANGO_SCALE,
                 shape->ink_rect.width / (double)PANGO_SCALE,
                 shape->ink_rect.height / (double)PANGO_SCALE);
}

static gpointer copy_name(gconstpointer name)
{
    return g_strdup(name);
}

static void add_attribute(PangoAttrList *list, PangoAttribute *attribute, size_t start, size_t end)
{
    attribute->start_index = (guint)start;
    attribute->end_index = (guint)end;
    pango_attr_list_insert(list, attribute);
}

/* `pictures/NAME.svg` as a character of the text. */
static void add_picture(GString *text, PangoAttrList *list, double pixel, struct span path)
{
    char name[96];
    gboolean has;
    RsvgLength width, height;
    snprintf(name, sizeof name, "rules/%.*s", (int)path.length - 4, path.at);
    RsvgHandle *handle = open_picture(name);
    rsvg_handle_get_intrinsic_dimensions(handle, &has, &width, &has, &height, &has, NULL);
    g_object_unref(handle);
    const double high = height.length * pixel;
    const PangoRectangle box = {0, (int)(-0.8 * high * PANGO_SCALE),
                                (int)(width.length * pixel * PANGO_SCALE),
                                (int)(high * PANGO_SCALE)};
    const size_t start = text->len;
    g_string_append(text, "\uFFFC");
    add_attribute(list,
                  pango_attr_shape_new_with_data(&box, &box, g_strdup(name), copy_name, g_free),
                  start, text->len);
}

/* A link or a picture at `[` or `![`. Returns the bytes read; 0: it is neither. */
static size_t add_link(GString *text, PangoAttrList *list, double pixel, struct span rest)
{
    const bool picture = rest.at[0] == '!';
    const char *end = rest.at + rest.length;
    const char *label = rest.at + picture + 1;
    const char *middle = memmem(label, (size_t)(end - label), "](", 2);
    const char *last = middle ? memchr(middle, ')', (size_t)(end - middle)) : NULL;
    if (!last || rest.at[picture] != '[')
        return 0;
    if (picture)
        add_picture(text, list, pixel, (struct span){middle + 2, (size_t)(last - middle - 2)});
    else
        g_string_append_len(text, label, middle - label);
    if (picture && last + 1 < end && last[1] == '!')
        g_string_append(text, "\u2060"); /* no line break between dice */
    return (size_t)(last + 1 - rest.at);
}

static void read_inline(struct span in, double pixel, GString *text, PangoAttrList *list)
{
    size_t bold = SIZE_MAX, italic = SIZE_MAX; /* where they began */
    for (size_t i = 0; i < in.length;) {
        const struct span rest = {in.at + i, in.length - i};
        const bool two = rest.length > 1 && rest.at[0] == '*' && rest.at[1] == '*';
        size_t used =
            rest.at[0] == '!' || rest.at[0] == '[' ? add_link(text, list, pixel, rest) : 0;
        if (used) {
            i += used;
            continue;
        }
        used = two ? 2 : 1;
        if (rest.at[0] == '*') {
            size_t *open = two ? &bold : &italic;
            if (*open != SIZE_MAX)
                add_attribute(list,
                              two ? pango_attr_weight_new(PANGO_WEIGHT_BOLD)
                                  : pango_attr_style_new(PANGO_STYLE_ITALIC),
                              *open, text->len);
            *open = *open == SIZE_MAX ? text->len : SIZE_MAX;
        } else if (rest.at[0] == '\n') {
            g_string_append_c(text, ' ');
            while (used < rest.length && rest.at[used] == ' ')
                used++;
        } else if (rest.at[0] != '`') {
            g_string_append_c(text, rest.at[0]);
        }
        i += used;
    }
}

PangoLayout *print_layout(struct print *print, struct print_font font, double width,
                          struct span markdown)
{
    PangoLayout *layout = pango_layout_new(print->context);
    PangoFontDescription *description =
        pango_font_description_from_string(font.serif ? "serif" : "sans");
    PangoAttrList *list = pango_attr_list_new();
    GString *text = g_string_new(NULL);
    pango_font_description_set_absolute_size(description, font.size * PANGO_SCALE);
    if (font.bold)
        pango_font_description_set_weight(description, PANGO_WEIGHT_BOLD);
    read_inline(markdown, font.size * PIXEL, text, list);
    pango_layout_set_font_description(layout, description);
    pango_layout_set_text(layout, text->str, (int)text->len);
    pango_layout_set_attributes(layout, list);
    pango_layout_set_width(layout, width < 0 ? -1 : (int)(width * PANGO_SCALE));
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_alignment(layout,
                               font.align == PRINT_CENTRE ? PANGO_ALIGN_CENTER : PANGO_ALIGN_LEFT);
    g_string_free(text, TRUE);
    pango_attr_list_unref(list);
    pango_font_description_free(description);
    return layout;
}

double print_text(struct print *print, struct print_font font, double x, double y, double width,
                  struct span markdown)
{
    PangoLayout *layout = print_layout(print, font, width, markdown);
    int high;
    pango_layout_get_size(layout, NULL, &high);
    use_colour(print->cr, font.colour);
    cairo_move_to(print->cr, x, y);
    pango_cairo_show_layout(print->cr, layout);
    g_object_unref(layout);
    return high / (double)PANGO_SCALE;
}

/* Text in the middle of a box. */
static void put_in_middle(struct print *print, struct print_font font, double width, double height,
                          const char *text)
{
    PangoLayout *layout = print_layout(print, font, -1, span_of(text));
    int wide, high;
    pango_layout_get_size(layout, &wide, &high);
    use_colour(print->cr, font.colour);
    cairo_move_to(print->cr, (width - wide / (double)PANGO_SCALE) / 2,
                  (height - high / (double)PANGO_SCALE) / 2);
    pango_cairo_show_layout(print->cr, layout);
    g_object_unref(layout);
}

/* ---- pages ---- */

void print_page(struct print *print, const char *foot)
{
    if (print->pages++ > 0)
        cairo_show_page(print->cr);
    cairo_set_dash(print->cr, NULL, 0, 0);
    if (foot)
        print_text(print, (struct print_font){2.8, 0x6a5d50, PRINT_CENTRE, false, false}, 10,
                   print->paper->height - 10.5, print->paper->width - 20, span_of(foot));
}

void print_back(struct print *print)
{
    print_page(print, NULL);
}

double print_width(const struct print *print)
{
    return print->paper->width;
}

double print_height(const struct print *print)
{
    return print->paper->height;
}

/* ---- cards ---- */

static void draw_back(struct print *print, uint32_t colour)
{
    const double wide = PRINT_CARD_WIDTH, high = PRINT_CARD_HEIGHT;
    const struct print_font font = {4.4, PRINT_CREAM, PRINT_CENTRE, true, true};
    print_frame(print, PRINT_CREAM, 0.5, 4, 4, wide - 8, high - 8);
    for (int half = 0; half < 2; half++) { /* the same upside down */
        print_text(print, font, 6, 10, wide - 12, span_of(print->game->title));
        cairo_translate(print->cr, wide, high);
        cairo_rotate(print->cr, M_PI);
    }
    cairo_translate(print->cr, (wide - 26) / 2, (high - 26) / 2);
    cairo_scale(print->cr, 26 / PRINT_DIE, 26 / PRINT_DIE);
    print_pips(print, 5, PRINT_CREAM, colour);
}

/* Marks around the sheet, at each line to cut; `used`: rows with cards. */
static void draw_marks(struct print *print, double left, double top, int used)
{
    const double right = left + COLUMNS * PRINT_CARD_WIDTH, bottom = top + used * PRINT_CARD_HEIGHT;
    use_line(print, false);
    for (int i = 0; i <= COLUMNS; i++) {
        const double x = left + i * PRINT_CARD_WIDTH;
        draw_line(print, x, top - MARK, x, top);
        draw_line(print, x, bottom, x, bottom + MARK);
    }
    for (int i = 0; i <= used; i++) {
        const double y = top + i * PRINT_CARD_HEIGHT;
        draw_line(print, left - MARK, y, left, y);
        draw_line(print, right, y, right + MARK, y);
    }
}

/* One side of a sheet; without `front` its backs, whose columns are mirrored. */
static void draw_sheet(struct print *print, unsigned first, unsigned count, uint32_t colour,
                       void (*front)(struct print *print, unsigned card))
{
    const double left = (print->paper->width - COLUMNS * PRINT_CARD_WIDTH) / 2;
    const double top = (print->paper->height - ROWS * PRINT_CARD_HEIGHT) / 2;
    const int used = (int)(count + COLUMNS - 1) / COLUMNS;
    print_page(print, NULL);
    print_box(print, front ? PRINT_CREAM : colour, left - BLEED, top - BLEED,
              COLUMNS * PRINT_CARD_WIDTH + 2 * BLEED, used * PRINT_CARD_HEIGHT + 2 * BLEED);
    for (unsigned i = 0; i < count; i++) {
        const unsigned column = i % COLUMNS;
        cairo_save(print->cr);
        cairo_translate(print->cr,
                        left + (front ? column : COLUMNS - 1 - column) * PRINT_CARD_WIDTH,
                        top + i / COLUMNS * PRINT_CARD_HEIGHT);
        if (front)
            front(print, first + i);
        else
            draw_back(print, colour);
        cairo_restore(print->cr);
    }
    draw_marks(print, left, top, used);
}

void print_cards(struct print *print, unsigned count, uint32_t colour,
                 void (*front)(struct print *print, unsigned card))
{
    for (unsigned first = 0; first < count; first += ROWS * COLUMNS) {
        const unsigned on_sheet = count - first < ROWS * COLUMNS ? count - first : ROWS * COLUMNS;
        draw_sheet(print, first, on_sheet, colour, front);
        draw_sheet(print, first, on_sheet, colour, NULL);
    }
}

/* ---- dice and tokens ---- */

void print_pips(struct print *print, unsigned value, uint32_t paper, uint32_t ink)
{
    static const uint16_t places[] = {0, 0020, 0104, 0124, 0505, 0525, 0555}; /* bits of 3 x 3 */
    print_box(print, paper, 0, 0, PRINT_DIE, PRINT_DIE);
    if (value == 0) { /* a ring */
        draw_disc(print, ink, PRINT_DIE / 2, PRINT_DIE / 2, PRINT_DIE * 0.14);
        draw_disc(print, paper, PRINT_DIE / 2, PRINT_DIE / 2, PRINT_DIE * 0.09);
    }
    for (int i = 0; i < 9; i++) {
        if (places[value] >> i & 1)
            draw_disc(print, ink, PRINT_DIE * (0.24 + 0.26 * (i % 3)),
                      PRINT_DIE * (0.24 + 0.26 * (i / 3)), PRINT_DIE * 0.095);
    }
}

void print_letters(struct print *print, const char *letters, uint32_t paper, uint32_t ink)
{
    print_box(print, paper, 0, 0, PRINT_DIE, PRINT_DIE);
    put_in_middle(print, (struct print_font){letters[1] ? 4 : 10.5, ink, PRINT_CENTRE, true, true},
                  PRINT_DIE, PRINT_DIE, letters);
}

/* A flap on the edge from (0, 0) to (PRINT_DIE, 0), towards negative y. */
static void draw_flap(struct print *print)
{
    cairo_move_to(print->cr, 0, 0);
    cairo_line_to(print->cr, FLAP * 0.8, -FLAP);
    cairo_line_to(print->cr, PRINT_DIE - FLAP * 0.8, -FLAP);
    cairo_line_to(print->cr, PRINT_DIE, 0);
    cairo_stroke(print->cr);
}

/* The net: a column of four faces, with one on each side of the second. The edges of a face, from
 * the top clockwise: `c`ut, fol`d`, `f`lap, or drawn by another face (`-`). */
static const struct {
    unsigned face;
    int column, row;
    const char *edges;
} net[PRINT_FACES] = {{2, 0, 1, "f-ff"}, {3, 2, 1, "fff-"}, {0, 1, 0, "cc-c"},
                      {1, 1, 1, "dddd"}, {5, 1, 2, "-cdc"}, {4, 1, 3, "-cfc"}};

static void draw_edges(struct print *print, const char *edges)
{
    for (int edge = 0; edge < 4; edge++) {
        use_line(print, edges[edge] != 'c');
        if (edges[edge] != '-')
            draw_line(print, 0, 0, PRINT_DIE, 0);
        use_line(print, false);
        if (edges[edge] == 'f')
            draw_flap(print);
        cairo_translate(print->cr, PRINT_DIE, 0);
        cairo_rotate(print->cr, M_PI / 2);
    }
}

static void draw_net(struct print *print, unsigned die,
                     void (*draw)(struct print *print, unsigned die, unsigned face))
{
    for (int i = 0; i < 2 * PRINT_FACES; i++) { /* all edges are above all faces */
        const int at = i % PRINT_FACES;
        cairo_save(print->cr);
        cairo_translate(print->cr, FLAP + net[at].column * PRINT_DIE, net[at].row * PRINT_DIE);
        if (i < PRINT_FACES)
            draw(print, die, net[at].face);
        else
            draw_edges(print, net[at].edges);
        cairo_restore(print->cr);
    }
}

/* Calls `draw` with `count` things on a grid, with an empty back behind each page. */
static void draw_grid(struct print *print, unsigned count, double width, double height,
                      const char *foot, const void *data,
                      void (*draw)(struct print *print, unsigned i, const void *data))
{
    const double wide = print->paper->width - 20, high = print->paper->height - 22;
    const unsigned columns = (unsigned)(wide / width), rows = (unsigned)(high / height);
    for (unsigned i = 0; i < count; i++) {
        const unsigned place = i % (columns * rows);
        if (place == 0 && i > 0)
            print_back(print);
        if (place == 0)
            print_page(print, foot);
        cairo_save(print->cr);
        cairo_translate(print->cr, 10 + (wide - columns * width) / 2 + place % columns * width,
                        8 + place / columns * height);
        draw(print, i, data);
        cairo_restore(print->cr);
    }
    print_back(print);
}

typedef void draw_face_of(struct print *print, unsigned die, unsigned face);

static void draw_die(struct print *print, unsigned i, const void *face)
{
    draw_net(print, i, *(draw_face_of *const *)face);
}

void print_dice(struct print *print, unsigned count,
                void (*face)(struct print *print, unsigned die, unsigned face))
{
    draw_grid(print, count, 3 * PRINT_DIE + 2 * FLAP + 2, 4 * PRINT_DIE + FLAP,
              tr("Dice: cut along the solid lines, fold along the dashed ones, glue the flaps."),
              &face, draw_die);
}

static const double TOKEN = 18; /* diameter */

static void draw_token(struct print *print, unsigned i, const void *colour)
{
    (void)i;
    draw_disc(print, *(const uint32_t *)colour, TOKEN / 2, TOKEN / 2, TOKEN / 2);
    draw_disc(print, PRINT_CREAM, TOKEN / 2, TOKEN / 2, TOKEN * 0.38);
    put_in_middle(print,
                  (struct print_font){7, *(const uint32_t *)colour, PRINT_CENTRE, true, true},
                  TOKEN, TOKEN, "1");
}

void print_tokens(struct print *print, unsigned count, uint32_t colour)
{
    draw_grid(print, count, TOKEN + 2, TOKEN + 2, tr("Tokens: cut them out."), &colour, draw_token);
}

/* ---- the file ---- */

const bool print_works = true;

unsigned print_cells(struct span row, struct span cell[PRINT_COLUMNS])
{
    unsigned count = 0;
    span_cut(&row, '|');
    while (row.length && count < PRINT_COLUMNS) {
        struct span text = span_cut(&row, '|');
        while (text.length && text.at[0] == ' ')
            text.at++, text.length--;
        while (text.length && text.at[text.length - 1] == ' ')
            text.length--;
        cell[count++] = text;
    }
    return count;
}

struct span print_cell(const struct print *print, unsigned row, unsigned column)
{
    struct span rest = print->rules, cell[PRINT_COLUMNS];
    for (unsigned line = 0; rest.length;) {
        const struct span text = span_cut(&rest, '\n');
        if (text.length && text.at[0] == '|' && line++ == row + 2)
            return column < print_cells(text, cell) ? cell[column] : span_of("");
    }
    return span_of("");
}

/* The section of the rules page in the thread's language, without its heading. */
static bool find_rules(struct print *print, const struct file *page)
{
    const char *heading = lang_is_french() ? "\n## Français\n" : "\n## English\n";
    const char *start = memmem(page->bytes, page->size, heading, strlen(heading));
    if (!start)
        return false;
    start += strlen(heading);
    const size_t left = page->size - (size_t)(start - (const char *)page->bytes);
    const char *end = memmem(start, left, "\n---\n", 5);
    print->rules = (struct span){start, end ? (size_t)(end - start) : left};
    return true;
}

static cairo_status_t collect(void *bytes, const unsigned char *data, unsigned length)
{
    return fwrite(data, 1, length, bytes) == length ? CAIRO_STATUS_SUCCESS
                                                    : CAIRO_STATUS_WRITE_ERROR;
}

static void draw_all(struct print *print)
{
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_scale(print->cr, POINTS, POINTS);
    print->context = pango_cairo_create_context(print->cr);
    pango_cairo_context_set_font_options(print->context, options);
    pango_cairo_context_set_shape_renderer(print->context, draw_shape, NULL, NULL);
    pango_context_set_round_glyph_positions(print->context, FALSE);
    cairo_font_options_destroy(options);
    print_leaflet(print);
    for (int i = 0; print_list[i]; i++) {
        if (print_list[i]->game == print->game)
            print_list[i]->draw(print);
    }
    g_object_unref(print->context);
}

char *print_pdf(const struct game *game, const struct print_paper *paper, size_t *length,
                struct text *why)
{
    struct print print = {.game = game, .paper = paper};
    struct file page;
    char name[64], *bytes = NULL;
    snprintf(name, sizeof name, "rules/%s.md", game->id);
    if (!files_find(NULL, name, &page) || !find_rules(&print, &page)) {
        text_fail(why, tr("%s has no rules page to print"), game->id);
        return NULL;
    }
    FILE *stream = open_memstream(&bytes, length);
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(
        collect, stream, paper->width * POINTS, paper->height * POINTS);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, game->title);
    print.cr = cairo_create(surface);
    draw_all(&print);
    cairo_destroy(print.cr);
    cairo_surface_finish(surface);
    const bool good = cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS;
    cairo_surface_destroy(surface);
    fclose(stream);
    if (!good) {
        free(bytes);
        bytes = NULL;
        text_fail(why, tr("the PDF could not be made"));
    }
    return bytes;
}
