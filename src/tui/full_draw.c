/* Layout: a title, the board with the choices below it, the log (at the right where there are
 * columns for it, else below), a row for notices, and the prompt. The board is drawn as large as
 * fits. Everything is redrawn each time into ncurses' copy of the screen; ncurses sends only the
 * changes. */
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/lang.h"
#include "program/grid.h"
#include "tui/full_parts.h"

enum {
    SIDE_WIDTH = 104, /* from this width on the log is at the right */
    BOARD_WIDTH = 80,
    LOG_SHOWN = 400, /* entries that can be scrolled back to */
    COLUMNS_MAX = 4,
    EXTRA_MIN = 3,
    NOTICE_MAX = 4, /* rows of the label of a list's item */
};

/* The columns left of the log, if it is at the right. */
static int board_width(int columns)
{
    return columns >= 2 * BOARD_WIDTH ? columns * 2 / 3 : BOARD_WIDTH;
}

size_t full_count_choices(const struct scene *scene)
{
    return scene->choices ? scene->choices->items.count : 0;
}

static attr_t attributes(uint8_t style)
{
    attr_t attr = 0;
    if (style & GRID_BOLD)
        attr |= A_BOLD;
    if (style & GRID_DIM)
        attr |= A_DIM;
    if (style & GRID_REVERSE)
        attr |= A_REVERSE;
    if (style & GRID_COLOUR)
        attr |= (attr_t)COLOR_PAIR(style & GRID_COLOUR);
    return attr;
}

/* Copies rows of a grid, from `top` on, to a rectangle of the screen. */
static void put_grid(const struct grid *grid, int top, int row, int column, int rows)
{
    for (int y = 0; y < rows && top + y < grid->rows; y++) {
        move(row + y, column);
        for (int x = 0; x < grid->width; x++) {
            const struct grid_cell *cell = grid_at(grid, top + y, x);
            wchar_t wide[2] = {0};
            attrset(attributes(cell->style));
            addstr(*cell->text ? cell->text : " ");
            if (*cell->text && mbtowc(wide, cell->text, strlen(cell->text)) > 0 &&
                wcwidth(wide[0]) == 2)
                x++;
        }
    }
    attrset(0);
}

/* One line of text, cut to the width. */
static void put_text(const struct full *f, int row, int column, int width, const char *text,
                     uint8_t style)
{
    struct grid grid;
    if (width <= 0)
        return;
    grid_start(&grid, width);
    struct screen screen = screen_in(&grid, &f->model);
    grid.style = style;
    screen_put(&screen, text);
    put_grid(&grid, 0, row, column, 1);
    grid_free(&grid);
}

static void put_title(const struct full *f, const struct scene *scene, int width)
{
    const char *status = scene->status ? scene->status : "";
    const int room = screen_width(status);
    attrset(A_REVERSE);
    mvhline(0, 0, ' ', width);
    attrset(0);
    put_text(f, 0, 1, width - room - 3, scene->title ? scene->title : "Cornet",
             GRID_REVERSE | GRID_BOLD);
    put_text(f, 0, width - room - 1, room, status,
             (uint8_t)(GRID_REVERSE | (scene->urgent ? GRID_BOLD | 2 : 0)));
}

/* How large the board is drawn. */
enum { ROWS_LARGER = 30 }; /* screens with at least this many rows show larger boards */
enum level { LEVEL_HUGE, LEVEL_LARGER, LEVEL_LARGE, LEVEL_LOW, LEVEL_TIGHT };

static void draw_board(const struct full *f, const struct scene *scene, int width, int level,
                       struct grid *grid)
{
    grid_start(grid, width);
    struct screen screen = screen_in(grid, &f->model);
    screen.scale = level < LEVEL_LARGE ? LEVEL_LARGE - level : 0;
    screen.low = level >= LEVEL_LOW;
    screen.tight = level >= LEVEL_TIGHT;
    const bool points = f->pointing && full_can_point(scene);
    screen.cursor = points ? &f->spot : NULL;
    if (scene->actions && f->chosen < full_count_choices(scene) && (!points || f->whole))
        screen.chosen = &scene->actions[f->chosen];
    if (scene->view)
        scene->view->draw(&screen, scene->match, scene->state, scene->seat);
    else if (scene->about)
        screen_put_wrapped(&screen, scene->about, 2);
}

/* The columns of the moves: how many, the rows of each, and their widths. */
struct move_columns {
    int columns, rows, width[COLUMNS_MAX], moves[COLUMNS_MAX];
    enum aside aside;
};

enum { NUMBER_WIDTH = 4, GAP = 2 };

static int aside_width(const struct scene *scene, int i, enum aside aside)
{
    struct text out = text_on((char[ASIDE_MAX]){0}, ASIDE_MAX);
    choices_aside(scene->choices, (size_t)i, aside, &out);
    return screen_width(out.start);
}

static bool measure(const struct scene *scene, int room, int columns, enum aside aside,
                    struct move_columns *table)
{
    const int count = (int)scene->choices->items.count;
    int width = 0;
    *table = (struct move_columns){.columns = columns, .rows = (count + columns - 1) / columns};
    table->aside = aside;
    for (int i = 0; i < count; i++) {
        const int c = i / table->rows;
        const int of_move = screen_width(scene->choices->items.line[i]);
        table->moves[c] = of_move > table->moves[c] ? of_move : table->moves[c];
    }
    for (int i = 0; i < count; i++) {
        const int c = i / table->rows;
        const int beside = aside_width(scene, i, aside);
        const int all = NUMBER_WIDTH + table->moves[c] + (beside ? GAP + beside : 0) + GAP;
        table->width[c] = all > table->width[c] ? all : table->width[c];
    }
    for (int c = 0; c < columns; c++)
        width += table->width[c];
    return width <= room;
}

/* Arranges the moves in columns, with at most `wanted` rows if possible. Keeps as many of the notes
 * beside the moves as fit. */
static struct move_columns find_table(const struct scene *scene, int room, int wanted)
{
    struct move_columns best = {0}, other;
    if (full_count_choices(scene) == 0)
        return best;
    bool fits = measure(scene, room, 1, ASIDE_ALL, &best);
    if (scene->list)
        return best;
    const int least = scene->choices->hints.count ? ASIDE_TYPED : ASIDE_NONE;
    for (int aside = ASIDE_TYPED; aside >= least && !fits; aside--)
        fits = measure(scene, room, 1, (enum aside)aside, &best);
    for (int aside = ASIDE_ALL; aside >= least; aside--) {
        for (int columns = 1; columns <= COLUMNS_MAX; columns++) {
            if (!measure(scene, room, columns, (enum aside)aside, &other))
                break;
            if (other.rows < best.rows)
                best = other;
            if (best.rows <= wanted)
                return best;
        }
    }
    return best;
}

static void put_move(struct full *f, const struct scene *scene, const struct move_columns *table,
                     int i, int row, int column)
{
    const int c = i / table->rows;
    char line[GAME_LINE_MAX + ASIDE_MAX], beside[ASIDE_MAX];
    struct text out = text_on(line, sizeof line), aside = text_on(beside, sizeof beside);
    const bool chosen = (size_t)i == f->chosen;
    const int width = table->columns == 1 ? getmaxx(stdscr) - column - 1 : table->width[c] - 1;
    choices_number(scene->choices, (size_t)i, &out);
    text_add(&out, scene->choices->items.line[i]);
    choices_aside(scene->choices, (size_t)i, table->aside, &aside);
    if (aside.length) /* dim on a reversed row cannot be read */
        text_printf(&out, "%*s%s%s",
                    table->moves[c] - screen_width(scene->choices->items.line[i]) + GAP, "",
                    chosen ? "" : "\033[2m", beside);
    const int used = screen_width(line) < width ? screen_width(line) : width;
    put_text(f, row, column, chosen && used < width ? used + 1 : width, line,
             chosen ? GRID_REVERSE : 0);
    /* the rest is shown below while it is selected */
    if (scene->list && screen_width(line) > width)
        put_text(f, row, column + width - 1, 1, f->model.unicode ? "…" : "+",
                 chosen ? GRID_REVERSE : GRID_DIM);
    if (f->places < GAME_ACTIONS_MAX)
        f->place[f->places++] = (struct full_place){row, column, column + width, (size_t)i};
}

/* Draws the rows of moves that fit, around the selected one. */
static void put_moves(struct full *f, const struct scene *scene, const struct move_columns *table,
                      int row, int rows)
{
    const int count = table->rows ? (int)scene->choices->items.count : 0;
    f->places = 0;
    f->move_rows = table->rows;
    if (count == 0 || rows <= 0)
        return;
    if (f->chosen >= (size_t)count)
        f->chosen = (size_t)count - 1;
    const int at = (int)f->chosen % table->rows;
    if (at < f->first)
        f->first = at;
    if (at >= f->first + rows)
        f->first = at - rows + 1;
    if (f->first + rows > table->rows)
        f->first = table->rows > rows ? table->rows - rows : 0;
    for (int i = 0; i < count; i++) {
        const int y = i % table->rows - f->first;
        int column = 0;
        for (int c = 0; c < i / table->rows; c++)
            column += table->width[c];
        if (y >= 0 && y < rows)
            put_move(f, scene, table, i, row + y, column);
    }
    if (table->rows > f->first + rows)
        put_text(f, row + rows - 1, 0, 1, f->model.unicode ? "▼" : "v", GRID_BOLD);
    if (f->first > 0)
        put_text(f, row, 0, 1, f->model.unicode ? "▲" : "^", GRID_BOLD);
}

/* Draws wrapped text, from its row `top`, in a rectangle of the screen. Returns the total number of
 * rows. */
static int put_wrapped(const struct full *f, const char *text, uint8_t style, int top, int row,
                       int rows, int width)
{
    struct grid grid;
    grid_start(&grid, width);
    struct screen screen = screen_in(&grid, &f->model);
    grid.style = style;
    screen_put_wrapped(&screen, text, 1);
    put_grid(&grid, top, row, 0, rows);
    const int all = grid.rows;
    grid_free(&grid);
    return all;
}

/* Draws the end of the log, or the part scrolled to. */
static void put_log(struct full *f, int row, int column, int rows, int width)
{
    struct grid grid;
    if (rows <= 0 || width <= 0)
        return;
    grid_start(&grid, width);
    struct screen screen = screen_in(&grid, &f->model);
    const size_t from = f->log.count > LOG_SHOWN ? f->log.count - LOG_SHOWN : 0;
    for (size_t i = from; i < f->log.count; i++)
        screen_put_wrapped(&screen, f->log.line[i], 1);
    const int last = grid.rows > rows ? grid.rows - rows : 0;
    if (f->log_back > last)
        f->log_back = last;
    put_grid(&grid, last - f->log_back, row, column, rows);
    if (f->log_back)
        put_text(f, row + rows - 1, column + width - 1, 1, f->model.unicode ? "▼" : "v", GRID_BOLD);
    grid_free(&grid);
}

/* Rows above the prompt: as many as the longest label of a list takes, so that nothing jumps. */
static int notice_rows(const struct full *f, const struct scene *scene, int width)
{
    int rows = 1;
    for (size_t i = 0; scene->list && i < full_count_choices(scene); i++) {
        const int needed = put_wrapped(f, scene->choices->labels.line[i], 0, 0, 0, 0, width);
        rows = needed > rows ? needed : rows;
    }
    return rows < NOTICE_MAX ? rows : NOTICE_MAX;
}

/* Above the prompt: a notice, the label of the selected item of a list, the move under the cursor,
 * or the keys. */
static void put_notice(const struct full *f, const struct scene *scene, int row, int rows,
                       int width)
{
    char line[GAME_LINE_MAX];
    const char *help = scene->help;
    if (help && scene->brief && screen_width(help) > width - 2)
        help = scene->brief;
    if (f->pointing && full_can_point(scene)) {
        const char *move = f->whole ? scene->choices->items.line[f->chosen] : tr("pick this");
        snprintf(line, sizeof line, tr("Enter: %s; Esc takes back, Tab: the list"), move);
        if (screen_width(line) > width - 2)
            snprintf(line, sizeof line, tr("Enter: %s"), move);
        help = line;
    }
    if (f->notice[0])
        put_text(f, row, 1, width - 2, f->notice,
                 (uint8_t)(GRID_BOLD | (f->warning ? 4 : 0))); /* 4: yellow */
    else if (scene->list && f->chosen < full_count_choices(scene))
        put_wrapped(f, scene->choices->labels.line[f->chosen], GRID_DIM, 0, row, rows, width);
    else if (help)
        put_text(f, row, 1, width - 2, help, GRID_DIM);
}

/* Rows of the prompt: two if it is too long for one. */
static int prompt_rows(const struct full *f, const struct scene *scene, int width)
{
    const bool typing = f->editing || scene->typing;
    return !typing && scene->prompt && screen_width(scene->prompt) > width - 2 ? 2 : 1;
}

/* `row`: its last one. */
static void put_prompt(const struct full *f, const struct scene *scene, int row, int width)
{
    struct text out = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    text_add(&out, scene->prompt ? scene->prompt : "");
    const bool typing = f->editing || scene->typing;
    text_add(&out, typing ? " > " : "");
    const uint8_t style =
        (uint8_t)(scene->asked
                      ? GRID_BOLD | ((const uint8_t[]){2, 6, 5, 7, 7, 6})[(scene->asked - 1) % 6]
                      : 0);
    if (!typing) {
        const int rows = prompt_rows(f, scene, width);
        put_wrapped(f, out.start, style, 0, row - rows + 1, rows, width - 1);
        return;
    }
    int used = screen_width(out.start);
    if (used > width - 24)
        used = width - 24 > 0 ? width - 24 : 0;
    put_text(f, row, 1, used, out.start, 0);
    /* The part of the typed line around the cursor. */
    const int room = width - used - 3;
    size_t from = 0;
    char before[TYPED_MAX];
    snprintf(before, sizeof before, "%.*s", (int)f->cursor, f->typed);
    while (screen_width(before + from) >= room)
        from += screen_character(before + from);
    put_text(f, row, used + 1, room, f->typed + from, GRID_BOLD);
    move(row, used + 1 + screen_width(before + from));
}

static void draw_page(struct full *f, int height, int width)
{
    f->page_room = height - 2;
    f->page_rows = put_wrapped(f, f->page, 0, 0, 0, 0, width);
    const int last = f->page_rows > f->page_room ? f->page_rows - f->page_room : 0;
    f->page_top = f->page_top > last ? last : f->page_top < 0 ? 0 : f->page_top;
    const struct scene scene = {.title = f->page_title};
    put_title(f, &scene, width);
    put_wrapped(f, f->page, 0, f->page_top, 1, f->page_room, width);
    put_text(f, height - 1, 1, width - 2,
             last ? tr("Arrows and Page keys scroll; q closes") : tr("q closes"), GRID_DIM);
}

/* How the rows between the title and the prompt are shared. */
struct plan {
    int level, board, moves, log, extra;
    struct move_columns table;
};

static int board_rows(const struct full *f, const struct scene *scene, int width, int level)
{
    struct grid grid;
    draw_board(f, scene, width, level, &grid);
    const int rows = grid.rows;
    grid_free(&grid);
    return rows;
}

/* The number of rows below the board for `extra`: it must leave room for the board, and is 0 if too
 * few remain. */
static int extra_rows(const struct full *f, const struct scene *scene, int rows, int width)
{
    const int wanted = rows >= 25 ? rows / 3 : 5;
    const int left = scene->extra ? rows - board_rows(f, scene, width, LEVEL_TIGHT) : 0;
    return left < EXTRA_MIN ? 0 : left < wanted ? left : wanted;
}

/* Whether the log is at the right. */
static bool has_side(const struct scene *scene, int width)
{
    return width >= SIDE_WIDTH && !scene->no_log;
}

enum { MOVES_MIN = 3 };

/* The rows of the advice, and a row below it: all that it needs, or as many as the board leaves. */
static int advice_rows(const struct full *f, const struct scene *scene, int rows, int width,
                       int *wanted)
{
    const int moves = (int)full_count_choices(scene);
    const int least =
        board_rows(f, scene, width, LEVEL_TIGHT) + (moves < MOVES_MIN ? moves : MOVES_MIN) + 1;
    *wanted = scene->advice ? put_wrapped(f, scene->advice, GRID_BOLD, 0, 0, 0, width) + 1 : 0;
    const int left = rows - least > 0 ? rows - least : 0;
    return *wanted < left ? *wanted : left;
}

bool full_fits_advice(const struct full *f, const struct scene *scene)
{
    int height, width, wanted;
    getmaxyx(stdscr, height, width);
    const int left = has_side(scene, width) ? board_width(width) : width;
    return advice_rows(f, scene, height - 3, left, &wanted) == wanted;
}

static struct plan make_plan(const struct full *f, const struct scene *scene, int rows, int width,
                             bool side)
{
    struct plan plan = {0};
    const int log = scene->no_log || side ? 0 : 2;
    const int extra = extra_rows(f, scene, rows - (log ? 1 : 0), width);
    for (plan.level = rows < ROWS_LARGER ? LEVEL_LARGE : LEVEL_HUGE;; plan.level++) {
        plan.board = board_rows(f, scene, width, plan.level);
        const int left = rows - plan.board - log - extra;
        plan.table = find_table(scene, width, left > 2 ? left - 1 : 2);
        if (plan.level == LEVEL_TIGHT || plan.table.rows + (plan.table.rows > 0) <= left)
            break;
    }
    const int need = plan.table.rows ? (plan.table.rows < 3 ? plan.table.rows : 3) : 0;
    plan.extra = extra;
    if (plan.board > rows - need - extra - (log ? 1 : 0))
        plan.board = rows - need - extra - (log ? 1 : 0);
    int left = rows - plan.board - extra;
    plan.moves = plan.table.rows < left - log ? plan.table.rows : left - log;
    if (plan.moves < need)
        plan.moves = need < left ? need : left;
    plan.log = left - plan.moves;
    return plan;
}

static void draw_body(struct full *f, const struct scene *scene, int height, int width)
{
    const bool side = has_side(scene, width);
    const int left = side ? board_width(width) : width;
    int wanted;
    const int advice = advice_rows(f, scene, height - 3, left, &wanted);
    const int rows = height - 3 - advice;
    const struct plan plan = make_plan(f, scene, rows, left, side);
    struct grid board;
    draw_board(f, scene, left, plan.level, &board);
    f->board_hidden = board.rows > plan.board ? board.rows - plan.board : 0;
    if (f->board_top > f->board_hidden)
        f->board_top = f->board_hidden;
    if (advice)
        put_wrapped(f, scene->advice, GRID_BOLD, 0, 1, advice, left);
    put_grid(&board, f->board_top, 1 + advice, 0, plan.board);
    grid_free(&board);
    int row = 1 + advice + plan.board;
    if (plan.extra) {
        struct grid extra;
        grid_start(&extra, left);
        struct screen screen = screen_in(&extra, &f->model);
        scene->extra(&screen, plan.extra, scene->context);
        put_grid(&extra, 0, row, 0, plan.extra);
        grid_free(&extra);
        row += plan.extra;
    }
    const int gap = plan.log > 0 && plan.moves > 0;
    put_moves(f, scene, &plan.table, row + gap, plan.moves);
    row += plan.moves + gap;
    if (side) {
        mvvline(1, left, f->model.unicode ? ACS_VLINE : '|', height - 3);
        put_log(f, 1, left + 1, height - 3, width - left - 2);
    } else if (!scene->no_log && plan.log - gap > 0) {
        put_log(f, row, 0, plan.log - gap, width);
    }
}

void full_draw(struct full *f, const struct scene *scene)
{
    int height, width;
    getmaxyx(stdscr, height, width);
    erase();
    if (height < 8 || width < 24) {
        mvaddnstr(0, 0, tr("too small"), width);
    } else if (f->page) {
        draw_page(f, height, width);
    } else {
        const int rows = notice_rows(f, scene, width), prompt = prompt_rows(f, scene, width);
        full_point(f, scene);
        put_title(f, scene, width);
        draw_body(f, scene, height - rows - prompt + 2, width);
        put_notice(f, scene, height - rows - prompt, rows, width);
        put_prompt(f, scene, height - 1, width);
    }
    curs_set(!f->page && (f->editing || scene->typing));
    refresh();
}
