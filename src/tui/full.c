/* Layout: a title, the board with the choices below it, the log (at the right where there are
 * columns for it, else below), a row for notices, and the prompt. The board is drawn as large as
 * fits. Everything is redrawn each time into ncurses' copy of the screen; ncurses sends only the
 * changes. */
#include "tui/full.h"

#include <langinfo.h>
#include <limits.h>
#include <ncurses.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "base/lang.h"
#include "base/memory.h"
#include "program/grid.h"
#include "tui/terminal.h"
#include "tui/terminal_reset.h"

enum {
    SIDE_WIDTH = 104, /* from this width on the log is at the right */
    BOARD_WIDTH = 80,
    TYPED_MAX = 256,
    HISTORY_MAX = 100,
    LOG_SHOWN = 400, /* entries that can be scrolled back to */
    COLUMNS_MAX = 4,
    EXTRA_MIN = 3,
    NOTICE_MAX = 4, /* rows of the label of a list's item */
    ESCAPE = 27,
    BACKSPACE = 127,
    KILL = 21,
    END_OF_INPUT = 4,
    REDRAW = 12,
};

/* Where a move is drawn, for the mouse. */
struct place {
    int row, from, to;
    size_t index;
};

struct full {
    SCREEN *terminal;
    struct screen model;
    bool mouse;

    struct lines log;
    int log_back; /* rows scrolled back from its end */
    char notice[TEXT_WHY * 2];
    bool warning;

    size_t chosen, number; /* the selected move; the number that is being typed */
    int move_rows;         /* rows of a column of moves, as last drawn */
    int first;             /* the first row of them that is shown */
    int board_top;         /* rows of a board that is too high, scrolled away */
    int board_hidden;      /* rows of the board that do not fit */
    struct place place[GAME_ACTIONS_MAX];
    size_t places;

    char typed[TYPED_MAX];
    size_t length, cursor;
    bool editing;
    struct lines history;
    size_t recall; /* index into the history while it is gone through */
    char entered[TYPED_MAX];

    char *page; /* the pager's text; NULL: closed */
    char page_title[128];
    int page_top, page_rows, page_room;
};

/* ---- the terminal ---- */

/* Unless the caller handles the signal: restores the terminal, then ends by the signal. */
static void on_signal(int number)
{
    terminal_restore();
    signal(number, SIG_DFL);
    raise(number);
}

static void start_colours(struct full *f)
{
    const char *no_color = getenv("NO_COLOR");
    f->model.colour = true; /* bold and dim are styles too */
    if ((no_color && *no_color) || !has_colors())
        return;
    start_color();
    use_default_colors();
    for (short colour = 0; colour < 8; colour++)
        init_pair((short)(colour + 1), colour, -1);
}

static bool can_do_it(void)
{
    int rows, columns;
    getmaxyx(stdscr, rows, columns);
    return terminal_reset_has("cup") && rows >= FULL_HEIGHT && columns >= FULL_WIDTH;
}

struct full *full_open(void)
{
    if (!terminal_is_possible() || !terminal_keep())
        return NULL;
    struct full *f = memory_new(1, sizeof *f);
    f->terminal = newterm(NULL, stdout, stdin);
    if (!f->terminal || !can_do_it()) {
        if (f->terminal) {
            endwin();
            delscreen(f->terminal);
        }
        free(f);
        terminal_restore();
        return NULL;
    }
    terminal_catch(on_signal, false);
    f->model = (struct screen){.unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0};
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(200); /* on a slow line the bytes of a key may arrive one by one */
    start_colours(f);
    f->mouse =
        mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL) != 0;
    mouseinterval(0);
    terminal_reset_make(terminal_terminal_reset, sizeof terminal_terminal_reset, f->mouse);
    return f;
}

void full_close(struct full *f)
{
    if (!f)
        return;
    erase();
    refresh();
    curs_set(1);
    endwin();
    terminal_terminal_reset[0] = '\0'; /* endwin has written it */
    terminal_restore();
    delscreen(f->terminal);
    lines_free(&f->log);
    lines_free(&f->history);
    free(f->page);
    free(f);
}

const struct screen *full_model(const struct full *f)
{
    return &f->model;
}

static int log_width(int columns)
{
    return columns >= SIDE_WIDTH ? columns - BOARD_WIDTH - 2 : columns;
}

int full_columns(const struct full *f)
{
    (void)f;
    return getmaxx(stdscr);
}

/* ---- what the caller says ---- */

void full_say(struct full *f, const char *sentence)
{
    lines_add(&f->log, span_of(sentence));
    f->log_back = 0;
}

void full_forget(struct full *f)
{
    lines_cut(&f->log, 0);
}

void full_notice(struct full *f, const char *text, bool warning)
{
    snprintf(f->notice, sizeof f->notice, "%s", text);
    f->warning = warning;
}

void full_page(struct full *f, const char *title, const char *text)
{
    free(f->page);
    f->page = strdup(text);
    f->page_top = 0;
    snprintf(f->page_title, sizeof f->page_title, "%s", title);
}

bool full_is_paging(const struct full *f)
{
    return f->page != NULL;
}

void full_select(struct full *f, size_t index)
{
    f->chosen = index;
    f->number = 0;
    f->first = 0;
}

void full_type(struct full *f, const char *text)
{
    snprintf(f->typed, sizeof f->typed, "%s", text);
    f->length = f->cursor = strlen(f->typed);
    f->editing = true;
}

bool full_is_typing(const struct full *f)
{
    return f->editing;
}

void full_untype(struct full *f)
{
    full_type(f, "");
    f->editing = false;
}

/* ---- drawing ---- */

static size_t count_choices(const struct scene *scene)
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

/* Draws the board in a level: 0 large, 1 small, 2 tight. */
static void draw_board(const struct full *f, const struct scene *scene, int width, int level,
                       struct grid *grid)
{
    grid_start(grid, width);
    struct screen screen = screen_in(grid, &f->model);
    screen.low = level >= 1;
    screen.tight = level >= 2;
    if (scene->view)
        scene->view->draw(&screen, scene->match, scene->state, scene->seat);
    else if (scene->about)
        screen_put_wrapped(&screen, scene->about, 2);
}

/* The columns of the moves: how many, the rows of each, and their widths. */
struct table {
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
                    struct table *table)
{
    const int count = (int)scene->choices->items.count;
    int width = 0;
    *table = (struct table){.columns = columns, .rows = (count + columns - 1) / columns};
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

/* As few rows as `wanted` if columns make that possible; with everything that fits beside the
 * moves. */
static struct table find_table(const struct scene *scene, int room, int wanted)
{
    struct table best = {0}, other;
    if (count_choices(scene) == 0)
        return best;
    bool fits = measure(scene, room, 1, ASIDE_ALL, &best);
    if (scene->list)
        return best;
    for (int aside = ASIDE_TYPED; aside >= ASIDE_NONE && !fits; aside--)
        fits = measure(scene, room, 1, (enum aside)aside, &best);
    for (int aside = ASIDE_ALL; aside >= ASIDE_NONE; aside--) {
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

static void put_move(struct full *f, const struct scene *scene, const struct table *table, int i,
                     int row, int column)
{
    const int c = i / table->rows;
    char line[GAME_LINE_MAX + ASIDE_MAX], beside[ASIDE_MAX];
    struct text out = text_on(line, sizeof line), aside = text_on(beside, sizeof beside);
    const bool chosen = (size_t)i == f->chosen;
    const int width = table->columns == 1 ? getmaxx(stdscr) - column - 1 : table->width[c] - 1;
    text_printf(&out, "%3d %s", i + 1, scene->choices->items.line[i]);
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
        f->place[f->places++] = (struct place){row, column, column + width, (size_t)i};
}

/* Draws the rows of moves that fit, around the selected one. */
static void put_moves(struct full *f, const struct scene *scene, const struct table *table, int row,
                      int rows)
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
    for (size_t i = 0; scene->list && i < count_choices(scene); i++) {
        const int needed = put_wrapped(f, scene->choices->labels.line[i], 0, 0, 0, 0, width);
        rows = needed > rows ? needed : rows;
    }
    return rows < NOTICE_MAX ? rows : NOTICE_MAX;
}

/* Above the prompt: a notice, the label of the selected item of a list, or the keys. */
static void put_notice(const struct full *f, const struct scene *scene, int row, int rows,
                       int width)
{
    if (f->notice[0])
        put_text(f, row, 1, width - 2, f->notice,
                 (uint8_t)(GRID_BOLD | (f->warning ? 4 : 0))); /* 4: yellow */
    else if (scene->list && f->chosen < count_choices(scene))
        put_wrapped(f, scene->choices->labels.line[f->chosen], GRID_DIM, 0, row, rows, width);
    else if (scene->help)
        put_text(f, row, 1, width - 2,
                 scene->brief && screen_width(scene->help) > width - 2 ? scene->brief : scene->help,
                 GRID_DIM);
}

static void put_prompt(const struct full *f, const struct scene *scene, int row, int width)
{
    struct text out = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    text_add(&out, scene->prompt ? scene->prompt : "");
    const bool typing = f->editing || scene->typing;
    text_add(&out, typing ? " > " : "");
    const uint8_t style =
        (uint8_t)(scene->asked
                      ? GRID_BOLD | ((const uint8_t[]){7, 6, 5, 2, 7, 6})[(scene->asked - 1) % 6]
                      : 0);
    int used = screen_width(out.start);
    if (typing && used > width - 24)
        used = width - 24 > 0 ? width - 24 : 0;
    put_text(f, row, 1, typing ? used : width - 2, out.start, typing ? 0 : style);
    if (!typing)
        return;
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
    struct table table;
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
    const int wanted = rows >= 25 ? 9 : 5;
    const int left = scene->extra ? rows - board_rows(f, scene, width, 2) : 0;
    return left < EXTRA_MIN ? 0 : left < wanted ? left : wanted;
}

static struct plan make_plan(const struct full *f, const struct scene *scene, int rows, int width,
                             bool side)
{
    struct plan plan = {0};
    const int log = scene->no_log || side ? 0 : 2;
    const int extra = extra_rows(f, scene, rows - (log ? 1 : 0), width);
    for (plan.level = 0;; plan.level++) {
        plan.board = board_rows(f, scene, width, plan.level);
        const int left = rows - plan.board - log - extra;
        plan.table = find_table(scene, width, left > 2 ? left - 1 : 2);
        if (plan.level == 2 || plan.table.rows + (plan.table.rows > 0) <= left)
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
    const bool side = width >= SIDE_WIDTH && !scene->no_log && f->log.count > 0;
    const int left = side ? BOARD_WIDTH : width;
    const int rows = height - 3;
    const struct plan plan = make_plan(f, scene, rows, left, side);
    struct grid board;
    draw_board(f, scene, left, plan.level, &board);
    f->board_hidden = board.rows > plan.board ? board.rows - plan.board : 0;
    if (f->board_top > f->board_hidden)
        f->board_top = f->board_hidden;
    put_grid(&board, f->board_top, 1, 0, plan.board);
    grid_free(&board);
    int row = 1 + plan.board;
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
        mvvline(1, left, f->model.unicode ? ACS_VLINE : '|', rows);
        put_log(f, 1, left + 1, rows, log_width(width));
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
        const int rows = notice_rows(f, scene, width);
        put_title(f, scene, width);
        draw_body(f, scene, height - rows + 1, width);
        put_notice(f, scene, height - 1 - rows, rows, width);
        put_prompt(f, scene, height - 1, width);
    }
    curs_set(!f->page && (f->editing || scene->typing));
    refresh();
}

/* ---- keys ---- */

static void page_key(struct full *f, int key)
{
    const int leap = f->page_room > 2 ? f->page_room - 1 : 1;
    switch (key) {
    case KEY_DOWN:
    case 'j':
        f->page_top++;
        break;
    case KEY_UP:
    case 'k':
        f->page_top--;
        break;
    case KEY_NPAGE:
    case ' ':
        f->page_top += leap;
        break;
    case KEY_PPAGE:
        f->page_top -= leap;
        break;
    case KEY_HOME:
        f->page_top = 0;
        break;
    case KEY_END:
        f->page_top = f->page_rows;
        break;
    case 'q':
    case 'Q':
    case '?':
    case ESCAPE:
    case '\n':
    case '\r':
    case KEY_ENTER:
        free(f->page);
        f->page = NULL;
        break;
    default:
        break;
    }
}

/* Steps over one character of the typed line. */
static size_t before_cursor(const struct full *f)
{
    size_t at = f->cursor;
    while (at > 0 && (f->typed[--at] & 0xc0) == 0x80)
        ;
    return at;
}

static size_t after_cursor(const struct full *f)
{
    return f->cursor < f->length ? f->cursor + screen_character(f->typed + f->cursor) : f->cursor;
}

static void cut_typed(struct full *f, size_t from, size_t to)
{
    memmove(f->typed + from, f->typed + to, f->length - to + 1);
    f->length -= to - from;
    f->cursor = from;
}

static void insert(struct full *f, wchar_t letter)
{
    char bytes[MB_LEN_MAX + 1] = "";
    mbstate_t state = {0};
    const size_t length = wcrtomb(bytes, letter, &state);
    if (length == (size_t)-1 || f->length + length >= sizeof f->typed)
        return;
    memmove(f->typed + f->cursor + length, f->typed + f->cursor, f->length - f->cursor + 1);
    memcpy(f->typed + f->cursor, bytes, length);
    f->length += length;
    f->cursor += length;
}

static void recall(struct full *f, int by)
{
    if (by < 0 ? f->recall == 0 : f->recall >= f->history.count)
        return;
    f->recall += (size_t)by;
    full_type(f, f->recall < f->history.count ? f->history.line[f->recall] : "");
}

static struct full_event enter(struct full *f)
{
    snprintf(f->entered, sizeof f->entered, "%s", f->typed);
    if (f->entered[0] && f->history.count < HISTORY_MAX)
        lines_add(&f->history, span_of(f->entered));
    f->recall = f->history.count;
    f->typed[0] = '\0';
    f->length = f->cursor = 0;
    f->editing = false;
    return (struct full_event){.kind = FULL_LINE, .text = f->entered};
}

/* A special key while a line is typed. */
static void edit_key(struct full *f, int key)
{
    if (key == KEY_BACKSPACE)
        cut_typed(f, before_cursor(f), f->cursor);
    else if (key == KEY_DC)
        cut_typed(f, f->cursor, after_cursor(f));
    else if (key == KEY_LEFT)
        f->cursor = before_cursor(f);
    else if (key == KEY_RIGHT)
        f->cursor = after_cursor(f);
    else if (key == KEY_HOME)
        f->cursor = 0;
    else if (key == KEY_END)
        f->cursor = f->length;
    else if (key == KEY_UP)
        recall(f, -1);
    else if (key == KEY_DOWN)
        recall(f, 1);
}

/* Completes a word that is the beginning of one move as it can be typed. */
static void complete(struct full *f, const struct scene *scene)
{
    const char *found = NULL;
    for (size_t i = 0; i < count_choices(scene); i++) {
        const char *typed = choices_typed(scene->choices, i);
        if (*typed == '\0' || strncmp(typed, f->typed, f->length) != 0)
            continue;
        if (found)
            return;
        found = typed;
    }
    if (found)
        full_type(f, found);
}

static struct full_event edit_letter(struct full *f, const struct scene *scene, wchar_t letter)
{
    if (letter == '\n' || letter == '\r')
        return enter(f);
    if (letter == BACKSPACE || letter == 8) {
        edit_key(f, KEY_BACKSPACE);
    } else if (letter == KILL) {
        cut_typed(f, 0, f->length);
    } else if (letter == ESCAPE) {
        cut_typed(f, 0, f->length);
        f->editing = false;
    } else if (letter == '\t') {
        complete(f, scene);
    } else if (letter >= ' ' && wcwidth(letter) >= 0) {
        insert(f, letter);
    }
    return (struct full_event){0};
}

/* The next move that starts with the letter, as it is shown or as it can be typed, after the
 * selected one. */
static void seek(struct full *f, const struct scene *scene, wchar_t letter)
{
    const size_t count = count_choices(scene);
    for (size_t i = 1; i <= count; i++) {
        const size_t at = (f->chosen + i) % count;
        if (scene->choices->items.line[at][0] == (char)letter ||
            choices_typed(scene->choices, at)[0] == (char)letter) {
            f->chosen = at;
            return;
        }
    }
}

/* A digit selects the move with that number; several make a larger one. */
static void take_digit(struct full *f, const struct scene *scene, unsigned digit)
{
    const size_t count = count_choices(scene);
    f->number = 10 * f->number + digit <= count ? 10 * f->number + digit : digit;
    if (f->number >= 1 && f->number <= count)
        f->chosen = f->number - 1;
}

static struct full_event letter_key(struct full *f, const struct scene *scene, wchar_t letter)
{
    const size_t count = count_choices(scene);
    if (letter == '\n' || letter == '\r') {
        return count ? (struct full_event){.kind = FULL_MOVE, .index = f->chosen}
                     : (struct full_event){.kind = FULL_ENTER};
    }
    if (letter < 128 && letter > 0 && scene->keys && strchr(scene->keys, (char)letter) &&
        (!scene->typing || letter == '/'))
        return (struct full_event){.kind = FULL_COMMAND, .key = (int)letter};
    if (count && letter >= '0' && letter <= '9' && !scene->typing) {
        take_digit(f, scene, (unsigned)(letter - '0'));
        return (struct full_event){0};
    }
    f->number = 0;
    if (letter == ':' || (scene->typing && letter > ' ')) {
        full_type(f, "");
        return letter == ':' ? (struct full_event){0} : edit_letter(f, scene, letter);
    }
    seek(f, scene, letter);
    return (struct full_event){0};
}

static void move_chosen(struct full *f, const struct scene *scene, long by)
{
    const long count = (long)count_choices(scene);
    const long to = (long)f->chosen + by;
    if (to >= 0 && to < count)
        f->chosen = (size_t)to;
}

static void scroll_view(struct full *f, int by)
{
    if (f->board_hidden && ((by < 0 && f->board_top > 0) || (by > 0 && f->log_back == 0))) {
        f->board_top += by;
        f->board_top = f->board_top < 0 ? 0 : f->board_top;
        return;
    }
    f->log_back -= by;
    f->log_back = f->log_back < 0 ? 0 : f->log_back;
}

static struct full_event mouse_key(struct full *f)
{
    MEVENT event;
    if (getmouse(&event) != OK)
        return (struct full_event){0};
    if (event.bstate & BUTTON4_PRESSED)
        scroll_view(f, -3);
    if (event.bstate & BUTTON5_PRESSED)
        scroll_view(f, 3);
    if (!(event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)))
        return (struct full_event){0};
    for (size_t i = 0; i < f->places; i++) {
        const struct place *at = &f->place[i];
        if (at->row != event.y || event.x < at->from || event.x >= at->to)
            continue;
        if (f->chosen == at->index)
            return (struct full_event){.kind = FULL_MOVE, .index = at->index};
        f->chosen = at->index;
    }
    return (struct full_event){0};
}

static struct full_event special_key(struct full *f, const struct scene *scene, int key)
{
    const long count = (long)count_choices(scene);
    const struct {
        int key;
        enum full_kind kind; /* where there is nothing to choose, or sideways in a list */
        long by;             /* where there is */
    } arrows[] = {{KEY_UP, FULL_UP, -1},
                  {KEY_DOWN, FULL_DOWN, 1},
                  {KEY_LEFT, FULL_LEFT, -f->move_rows},
                  {KEY_RIGHT, FULL_RIGHT, f->move_rows},
                  {KEY_HOME, FULL_FIRST, -(long)f->chosen},
                  {KEY_END, FULL_LAST, count - 1 - (long)f->chosen}};
    f->number = 0;
    for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++) {
        if (key != arrows[i].key)
            continue;
        if (count == 0 || (scene->list && (key == KEY_LEFT || key == KEY_RIGHT)))
            return (struct full_event){.kind = arrows[i].kind, .index = f->chosen};
        move_chosen(f, scene, arrows[i].by);
    }
    if (key == KEY_PPAGE || key == KEY_NPAGE)
        scroll_view(f, key == KEY_PPAGE ? -5 : 5);
    return key == KEY_ENTER   ? letter_key(f, scene, '\n')
           : key == KEY_MOUSE ? mouse_key(f)
                              : (struct full_event){0};
}

static struct full_event handle(struct full *f, const struct scene *scene, bool special, wint_t key)
{
    if (special && key == KEY_RESIZE)
        return (struct full_event){0};
    f->notice[0] = '\0';
    if (!special && key == REDRAW) {
        clearok(stdscr, TRUE);
        return (struct full_event){0};
    }
    if (f->page) {
        page_key(f, (int)key);
        return (struct full_event){0};
    }
    if (!special && key == END_OF_INPUT)
        return (struct full_event){.kind = FULL_END};
    if (special && key == KEY_ENTER && f->editing)
        return enter(f);
    if (special && f->editing && key != KEY_MOUSE && key != KEY_PPAGE && key != KEY_NPAGE) {
        edit_key(f, (int)key);
        return (struct full_event){0};
    }
    if (special)
        return special_key(f, scene, (int)key);
    return f->editing ? edit_letter(f, scene, (wchar_t)key) : letter_key(f, scene, (wchar_t)key);
}

struct full_event full_wait(struct full *f, const struct scene *scene, int ms)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    wint_t key;
    int kind = get_wch(&key);
    if (kind == ERR) {
        const int ready = poll(&in, 1, ms);
        if (ready == 0)
            return (struct full_event){0};
        kind = get_wch(&key);
        if (kind == ERR && ready > 0 && (in.revents & (POLLHUP | POLLERR | POLLIN)))
            return (struct full_event){
                .kind = in.revents & POLLIN && !(in.revents & POLLHUP) ? FULL_NOTHING : FULL_END};
        if (kind == ERR)
            return (struct full_event){0};
    }
    return handle(f, scene, kind == KEY_CODE_YES, key);
}
