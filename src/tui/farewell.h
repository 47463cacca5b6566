/* farewell.h: what is written to a terminal to give it back: its own sequences, as terminfo has
 * them. */
#ifndef CORNET_TUI_FAREWELL_H
#define CORNET_TUI_FAREWELL_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the terminal that ncurses has opened has this capability. */
bool farewell_has(const char *name);

/* Writes the sequences. */
void farewell_make(char *out, size_t capacity, bool mouse);

#endif
