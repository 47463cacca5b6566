/* Without libedit: the terminal's own line editing has to do. */
#include "apps/terminal/edit.h"

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

void edit_restore(void)
{
}
