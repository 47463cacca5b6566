/* The terminal, what the caller says, and the keys. full_draw.c draws. */
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
#include "tui/full_parts.h"
#include "tui/terminal.h"
#include "tui/terminal_reset.h"

enum {
    HISTORY_MAX = 100,
    ESCAPE = 27,
    BACKSPACE = 127,
    KILL = 21,
    END_OF_INPUT = 4,
    REDRAW = 12,
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
    struct preferences preferences;
    f->model.colour = true; /* bold and dim are styles too */
    if ((no_color && *no_color) || !has_colors())
        return;
    start_color();
    use_default_colors();
    preferences_read(&preferences);
    f->colours = true;
    full_look(f, preferences.look);
}

void full_look(struct full *f, enum look look)
{
    static const short light[8] = {0, 1, 28, 130, 20, 90, 30, 240}; /* dark ones of 256 */
    for (short colour = 0; f->colours && colour < 8; colour++)
        init_pair((short)(colour + 1),
                  (short)(look == LOOK_PLAIN                    ? -1
                          : look == LOOK_LIGHT && COLORS >= 256 ? light[colour]
                                                                : colour),
                  -1);
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

size_t full_selected(const struct full *f)
{
    return (size_t)f->chosen;
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
    for (size_t i = 0; i < full_count_choices(scene); i++) {
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
    const size_t count = full_count_choices(scene);
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
    const size_t first = (size_t)(1 + scene->choices->offset);
    const size_t last = full_count_choices(scene) + first - 1;
    f->number = 10 * f->number + digit <= last ? 10 * f->number + digit : digit;
    if (f->number >= first && f->number <= last)
        f->chosen = f->number - first;
}

static struct full_event letter_key(struct full *f, const struct scene *scene, wchar_t letter)
{
    const size_t count = full_count_choices(scene);
    if (letter == '\n' || letter == '\r') {
        return count ? (struct full_event){.kind = FULL_MOVE, .index = f->chosen}
                     : (struct full_event){.kind = FULL_ENTER};
    }
    if (letter < 128 && letter > 0 && scene->keys && strchr(scene->keys, (char)letter) &&
        (!scene->typing || letter == '/'))
        return (struct full_event){.kind = FULL_COMMAND, .key = (int)letter, .index = f->chosen};
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
    const long count = (long)full_count_choices(scene);
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
        const struct full_place *at = &f->place[i];
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
    const long count = (long)full_count_choices(scene);
    const struct {
        int key;
        enum full_kind kind; /* the event if there is nothing to choose, or sideways in a list */
        long by;             /* the step of the selection if there is */
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
    struct full_event event;
    if (!f->editing && full_point_key(f, scene, special, (int)key, &event))
        return event;
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
