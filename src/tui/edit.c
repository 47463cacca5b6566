#include "tui/edit.h"

#include <errno.h>
#include <histedit.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "tui/terminal.h"

enum { HISTORY_LINES = 200, MARK = 1 }; /* MARK: around what a prompt has no columns for */

/* One editor for the whole program: it owns the history. */
static EditLine *editor;
static History *history_of_lines;
static const char *prompt_text;
static char shown_prompt[512];
static const struct lines *completions;
static bool reading;
static bool (*wait_for_key)(void *context);
static void *wait_context;
static bool hidden;
static volatile sig_atomic_t continued; /* after a stop: the line is to be shown again */

static char *get_prompt(EditLine *unused)
{
    (void)unused;
    snprintf(shown_prompt, sizeof shown_prompt, "%s", prompt_text);
    return shown_prompt;
}

/* How far two texts are alike. */
static size_t common(const char *a, const char *b, size_t length)
{
    size_t same = 0;
    while (same < length && a[same] && a[same] == b[same])
        same++;
    return same;
}

/* Completes as far as all words that begin so agree; if that is not at all, lists them. */
static unsigned char complete(EditLine *unused, int key)
{
    const LineInfo *info = el_line(editor);
    const size_t typed = (size_t)(info->cursor - info->buffer);
    const char *found = NULL;
    char rest[256];
    size_t count = 0, length = 0;
    (void)unused;
    (void)key;
    for (size_t i = 0; completions && i < completions->count; i++) {
        const char *word = completions->line[i];
        if (strncmp(word, info->buffer, typed) != 0)
            continue;
        length = count++ ? common(found, word, length) : strlen(word);
        found = count == 1 ? word : found;
    }
    if (count == 0)
        return CC_ERROR;
    if (length > typed) {
        snprintf(rest, sizeof rest, "%.*s", (int)(length - typed), found + typed);
        return el_insertstr(editor, rest) == 0 ? CC_REFRESH : CC_ERROR;
    }
    printf("\n");
    for (size_t i = 0; i < completions->count; i++) {
        if (strncmp(completions->line[i], info->buffer, typed) == 0)
            printf("  %s\n", completions->line[i]);
    }
    fflush(stdout);
    return CC_REDISPLAY;
}

/* ---- other things meanwhile ---- */

void edit_set_wait(bool (*wait)(void *context), void *context)
{
    wait_for_key = wait;
    wait_context = context;
}

/* The columns of a text, without the parts between marks. */
static int count_columns(const char *text, const char *end)
{
    int columns = 0;
    bool shown = true;
    for (wchar_t letter; text < end;) {
        const int length = mbtowc(&letter, text, (size_t)(end - text));
        if (letter == MARK && length == 1)
            shown = !shown;
        else if (shown && length > 0 && wcwidth(letter) > 0)
            columns += wcwidth(letter);
        text += length > 0 ? length : 1;
    }
    return columns;
}

static void put_capability(const char *name)
{
    char *text = NULL;
    if (el_get(editor, EL_GETTC, name, &text) == 0 && text)
        fputs(text, stdout);
}

void edit_hide(void)
{
    struct winsize size;
    if (!reading || hidden)
        return;
    hidden = true;
    const LineInfo *info = el_line(editor);
    const int before = count_columns(shown_prompt, shown_prompt + strlen(shown_prompt)) +
                       count_columns(info->buffer, info->cursor);
    const int width =
        ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 80;
    putchar('\r');
    for (int rows = before / width; rows > 0; rows--)
        put_capability("up");
    put_capability("cd"); /* clears to the end of the screen */
}

void edit_show(void)
{
    if (!reading || !hidden)
        return;
    hidden = false;
    fflush(stdout);
    el_set(editor, EL_REFRESH);
}

static void on_continue(int signal)
{
    (void)signal;
    continued = 1;
}

/* Waits for a byte of input; false: the caller has cancelled. */
static bool wait_for_input(void)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    while (poll(&in, 1, wait_for_key ? 0 : -1) <= 0) {
        if (wait_for_key && !wait_for_key(wait_context))
            return false;
        if (continued)
            el_set(editor, EL_REFRESH);
        continued = 0;
    }
    return true;
}

/* One character, as libedit wants it: 1, or 0 at the end of input. */
static int read_character(EditLine *unused, wchar_t *letter)
{
    mbstate_t state = {0};
    (void)unused;
    while (wait_for_input()) {
        char byte;
        const ssize_t got = read(STDIN_FILENO, &byte, 1);
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got <= 0)
            return 0;
        const size_t length = mbrtowc(letter, &byte, 1, &state);
        if (length == (size_t)-1)
            state = (mbstate_t){0}; /* no character: dropped */
        else if (length != (size_t)-2)
            return 1;
    }
    return 0;
}

static bool start(void)
{
    HistEvent event;
    if (editor)
        return true;
    editor = el_init("cornet", stdin, stdout, stderr);
    history_of_lines = history_init();
    if (!editor || !history_of_lines)
        return false;
    history(history_of_lines, &event, H_SETSIZE, HISTORY_LINES);
    history(history_of_lines, &event, H_SETUNIQUE, 1);
    el_set(editor, EL_PROMPT_ESC, get_prompt, MARK);
    el_set(editor, EL_EDITOR, "emacs");
    el_set(editor, EL_SIGNAL, 1);
    el_set(editor, EL_GETCFN, read_character);
    el_set(editor, EL_HIST, history, history_of_lines);
    el_set(editor, EL_ADDFN, "cornet-complete", "completes a move", complete);
    el_set(editor, EL_BIND, "^I", "cornet-complete", NULL);
    el_source(editor, NULL); /* the user's ~/.editrc */
    return true;
}

bool edit_read(const char *prompt, const struct lines *words, char *line, size_t capacity)
{
    const struct sigaction again = {.sa_handler = on_continue};
    struct sigaction before;
    HistEvent event;
    int length = 0;
    fflush(stdout);
    if (!start() || !terminal_keep())
        return false;
    prompt_text = prompt;
    completions = words;
    sigaction(SIGCONT, &again, &before); /* libedit passes signals on */
    hidden = false;
    reading = true;
    const char *typed = el_gets(editor, &length);
    reading = false;
    terminal_restore();
    sigaction(SIGCONT, &before, NULL);
    if (!typed || length <= 0)
        return false;
    while (length > 0 && (typed[length - 1] == '\n' || typed[length - 1] == '\r'))
        length--;
    snprintf(line, capacity, "%.*s", length, typed);
    if (line[strspn(line, " ")] != '\0')
        history(history_of_lines, &event, H_ENTER, line);
    return true;
}
