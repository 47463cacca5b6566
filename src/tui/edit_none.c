/* Without libedit: the terminal's own line editing has to do. */
#include "tui/edit.h"

bool edit_is_possible(void)
{
    return false;
}

bool edit_read(const char *prompt, const struct lines *words, char *line, size_t capacity)
{
    (void)prompt;
    (void)words;
    (void)line;
    (void)capacity;
    return false;
}

void edit_set_wait(bool (*wait)(void *context), void *context)
{
    (void)wait;
    (void)context;
}

void edit_hide(void)
{
}

void edit_show(void)
{
}
