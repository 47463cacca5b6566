/* terminal_reset.h: the escape sequences that restore a terminal, from terminfo. */
#ifndef CORNET_TUI_TERMINAL_RESET_H
#define CORNET_TUI_TERMINAL_RESET_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the terminal that ncurses has opened has this capability. */
bool terminal_reset_has(const char *name);

/* Writes the sequences. */
void terminal_reset_make(char *out, size_t capacity, bool mouse);

#endif
