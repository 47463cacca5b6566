#include "program/screen.h"

#include <ctype.h>
#include <langinfo.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "base/lang.h"
#include "base/memory.h"
#include "program/grid.h"

enum { LINES_FOR_DRAWINGS = 34, COLUMNS_MIN = 40 };

/* A pipe has 80 columns; a terminal has no more, so that lines stay easy to read. */
static int columns_of(bool known, int columns)
{
    if (!known || columns <= 0 || columns > SCREEN_COLUMNS)
        return SCREEN_COLUMNS;
    return columns < COLUMNS_MIN ? COLUMNS_MIN : columns;
}

struct screen screen_on(FILE *out)
{
    struct winsize size = {0};
    const bool terminal_out = isatty(fileno(out));
    const bool known = terminal_out && ioctl(fileno(out), TIOCGWINSZ, &size) == 0;
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    const bool plain = (no_color && *no_color) || (terminal && strcmp(terminal, "dumb") == 0);
    return (struct screen){.out = out,
                           .spoken = true,
                           .colour = !plain && terminal_out,
                           .low = known && size.ws_row > 0 && size.ws_row < LINES_FOR_DRAWINGS,
                           .width = columns_of(known, size.ws_col),
                           .unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0};
}

struct screen screen_in(struct grid *grid, const struct screen *model)
{
    struct screen screen = *model;
    screen.out = NULL;
    screen.grid = grid;
    screen.spoken = false;
    screen.width = grid->width;
    return screen;
}

/* Reads the code point at `*at` and moves on. The text is valid UTF-8. */
static unsigned next_code(const char **at)
{
    const unsigned char *s = (const unsigned char *)*at;
    const int length = s[0] < 0x80 ? 1 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
    unsigned code = s[0] < 0x80 ? s[0] : s[0] & (0x7fu >> length);
    int used = 1;
    while (used < length && (s[used] & 0xc0) == 0x80)
        code = code << 6 | (s[used++] & 0x3f);
    *at += used;
    return code;
}

/* The ASCII form of a character. */
static const char *plain_form(unsigned code)
{
    static const char letters[] =
        "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty";
    static _Thread_local char one[2];
    static const struct {
        unsigned code;
        const char *plain;
    } others[] = {{0xa0, " "},     {0xab, "<<"},   {0xbb, ">>"},  {0xb7, "-"},   {0x152, "OE"},
                  {0x153, "oe"},   {0x202f, " "},  {0x2019, "'"}, {0x2013, "-"}, {0x2014, "--"},
                  {0x2026, "..."}, {0x2192, "->"}, {0x25cf, "o"}, {0x2605, "*"}, {0x2022, "-"}};
    if (code >= 0xc0 && code <= 0xff) {
        one[0] = letters[code - 0xc0];
        return one;
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (others[i].code == code)
            return others[i].plain;
    }
    return "?";
}

static void put_bytes(struct screen *screen, const char *text)
{
    if (screen->grid)
        grid_put(screen->grid, text);
    else
        fputs(text, screen->out);
}

void screen_put(struct screen *screen, const char *text)
{
    /* As one piece, since a grid reads the colours in it. No ASCII form has more than 3 bytes, and
     * the characters that have one at least 2. */
    char *shown = memory_new(2 * strlen(text) + 1, 1), *end = shown;
    if (screen->unicode)
        strcpy(shown, text);
    while (!screen->unicode && *text) {
        const unsigned code = next_code(&text);
        end = stpcpy(end, code < 0x80 ? (const char[]){(char)code, '\0'} : plain_form(code));
    }
    if (lang_is_french())
        text_use_decimal_commas(shown);
    put_bytes(screen, shown);
    free(shown);
}

void screen_printf(struct screen *screen, const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0)
        return;
    screen_put(screen, text);
    free(text);
}

const char *screen_style(const struct screen *screen, int style)
{
    static const char *const escape[] = {
        [SCREEN_PLAIN] = "\033[0m",       [SCREEN_BOLD] = "\033[1m",
        [SCREEN_DIM] = "\033[2m",         [SCREEN_GOOD] = "\033[1;32m",
        [SCREEN_WARN] = "\033[1;33m",     [SCREEN_CHOSEN] = "\033[7m",
        [SCREEN_SEAT] = "\033[0m",        [SCREEN_SEAT + 1] = "\033[1;31m",
        [SCREEN_SEAT + 2] = "\033[1;35m", [SCREEN_SEAT + 3] = "\033[1;34m",
        [SCREEN_SEAT + 4] = "\033[1;36m", [SCREEN_SEAT + 5] = "\033[36m",
        [SCREEN_SEAT + 6] = "\033[35m",
    };
    return screen->colour ? escape[style] : "";
}

bool screen_is_picked(const struct screen_cursor *cursor, unsigned spot)
{
    for (unsigned i = 0; i < cursor->picks; i++) {
        if (cursor->picked[i] == spot)
            return true;
    }
    return false;
}

const char *screen_spot(const struct screen *screen, unsigned spot)
{
    return !screen->cursor                          ? ""
           : screen->cursor->at == spot             ? screen_style(screen, SCREEN_CHOSEN)
           : screen_is_picked(screen->cursor, spot) ? screen_style(screen, SCREEN_WARN)
           : screen->cursor->offered >> spot & 1    ? screen_style(screen, SCREEN_BOLD)
                                                    : "";
}

size_t screen_character(const char *text)
{
    const char *end = text;
    next_code(&end);
    return (size_t)(end - text);
}

/* The text after a colour sequence. */
static const char *after_colours(const char *text)
{
    while (*text && *text != 'm')
        text++;
    return text + (*text == 'm');
}

int screen_width(const char *text)
{
    int width = 0;
    while (*text) {
        if (*text == '\033') {
            text = after_colours(text);
            continue;
        }
        const unsigned code = next_code(&text);
        const int columns = code < 0x80 ? 1 : wcwidth((wchar_t)code);
        width += columns < 0 ? 1 : columns;
    }
    return width;
}

void screen_put_padded(struct screen *screen, const char *text, int width)
{
    screen_put(screen, text);
    for (int i = screen_width(text); i < width; i++)
        put_bytes(screen, " ");
}

void screen_put_right(struct screen *screen, const char *text, int width)
{
    screen_put_padded(screen, "", width - screen_width(text));
    screen_put(screen, text);
}

void screen_put_cut(struct screen *screen, const char *text, int width)
{
    const char *end = text;
    int column = 0;
    while (*end) {
        const char *after = end;
        char one[8] = "";
        next_code(&after);
        memcpy(one, end, (size_t)(after - end));
        if (column + screen_width(one) >= width)
            break;
        column += screen_width(one);
        end = after;
    }
    char *cut = strndup(text, (size_t)(end - text));
    screen_put(screen, cut);
    screen_printf(screen, "%*s", width - column, "");
    free(cut);
}

void screen_fold(const char *text, struct text *out)
{
    while (*text) {
        const unsigned code = next_code(&text);
        const char ascii[2] = {(char)code, '\0'};
        for (const char *c = code < 0x80 ? ascii : plain_form(code); *c; c++)
            text_char(out, (char)tolower((unsigned char)*c));
    }
}

/* The indentation of a line's wrapped parts: after the first gap of two or more spaces within the
 * line, else where its text starts. */
static int hanging(const char *line, size_t length)
{
    size_t first = 0;
    while (first < length && line[first] == ' ')
        first++;
    for (size_t i = first; i + 2 < length; i++) {
        if (line[i] == ' ' && line[i + 1] == ' ') {
            while (i < length && line[i] == ' ')
                i++;
            int columns = 0;
            for (size_t j = 0; j < i; j++)
                columns += (line[j] & 0xc0) != 0x80;
            return columns;
        }
    }
    return (int)first;
}

/* The bytes of a word that fit into this many columns. A word is broken only in a grid, which would
 * truncate it; in a pipe or terminal words stay whole, so that addresses can be copied. */
static size_t fitting(const struct screen *screen, const char *word, size_t letters, int columns)
{
    size_t at = 0;
    for (int used = 0; screen->grid && at < letters;) {
        size_t length = screen_character(word + at);
        const bool colour = word[at] == '\033';
        if (colour)
            length = strcspn(word + at, "m") + 1;
        else if (used++ >= columns)
            break;
        at += length;
    }
    return screen->grid && at < letters ? at : letters;
}

static void put_wrapped_line(struct screen *screen, const char *line, size_t length, int indent)
{
    const int hang = indent + hanging(line, length);
    int column = 0;
    for (size_t at = 0; at < length;) {
        size_t spaces = 0, letters = 0;
        while (at + spaces < length && line[at + spaces] == ' ')
            spaces++;
        while (at + spaces + letters < length && line[at + spaces + letters] != ' ')
            letters++;
        letters = fitting(screen, line + at + spaces, letters, screen->width - hang);
        char *word = strndup(line + at + spaces, letters);
        const int width = screen_width(word);
        int gap = (at == 0 ? indent : 0) + (int)spaces;
        if (at > 0 && column + gap + width > screen->width) {
            screen_put(screen, "\n");
            column = 0;
            gap = hang;
        }
        screen_printf(screen, "%*s%s", gap, "", word);
        column += gap + width;
        free(word);
        at += spaces + letters;
    }
    screen_put(screen, "\n");
}

void screen_put_wrapped(struct screen *screen, const char *text, int indent)
{
    while (*text) {
        const size_t length = strcspn(text, "\n");
        put_wrapped_line(screen, text, length, indent);
        text += length + (text[length] == '\n');
    }
}
