/* A separate file, because <term.h> defines names such as `columns` as macros. */
#include "tui/terminal_reset.h"

#include <ncurses.h>
#include <string.h>
#include <term.h>

static const char *find(const char *name)
{
    const char *text = tigetstr(name);
    return text == (const char *)-1 ? NULL : text;
}

bool terminal_reset_has(const char *name)
{
    return find(name) != NULL;
}

/* Adds a capability without its padding, `$<5>`. */
static size_t add(const char *text, char *out, size_t length, size_t capacity)
{
    while (text && *text && length + 1 < capacity) {
        if (strncmp(text, "$<", 2) == 0) {
            text += strcspn(text, ">");
            text += *text == '>';
        } else {
            out[length++] = *text++;
        }
    }
    return length;
}

void terminal_reset_make(char *out, size_t capacity, bool mouse)
{
    static const char *const names[] = {"sgr0", "rmkx", "cnorm", "rmcup"};
    size_t length = add(mouse ? "\033[?1006l\033[?1002l\033[?1000l" : "", out, 0, capacity);
    for (int i = 0; i < 4; i++)
        length = add(find(names[i]), out, length, capacity);
    out[length] = '\0';
}
