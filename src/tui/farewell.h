/* farewell.h: the escape sequences that restore a terminal, from terminfo. */
#ifndef CORNET_TUI_FAREWELL_H
#define CORNET_TUI_FAREWELL_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the terminal that ncurses has opened has this capability. */
bool farewell_has(const char *name);

/* Writes the sequences. */
void farewell_make(char *out, size_t capacity, bool mouse);

#endif
