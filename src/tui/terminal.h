/* terminal.h: the terminal that a person sits at: its mode, which must be given back as it was. */
#ifndef CORNET_TUI_TERMINAL_H
#define CORNET_TUI_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>

/* Whether standard input and output are a terminal that can move its cursor. */
bool terminal_is_possible(void);

/* Remembers the mode; false if there is none. */
bool terminal_keep(void);

/* Writes the bytes that give the screen back (none unless full.c has set them) and sets the mode
 * that was kept, if one is. May be called from a signal handler. */
void terminal_restore(void);
extern char terminal_farewell[256];

/* Calls the handler on signals that end the program; `ignored`: also on those that are ignored. */
void terminal_catch(void (*handler)(int signal), bool ignored);

/* Milliseconds of the monotonic clock. */
int64_t terminal_now(void);

#endif
