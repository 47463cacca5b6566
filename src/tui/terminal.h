/* terminal.h: the user's terminal, and its mode, which must be restored at exit. */
#ifndef CORNET_TUI_TERMINAL_H
#define CORNET_TUI_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>

/* Whether standard input and output are a terminal with cursor movement. */
bool terminal_is_possible(void);

/* Saves the mode; false if there is none. */
bool terminal_keep(void);

/* Writes the sequences that restore the screen (if full.c has set them) and restores the saved
 * mode, if any. May be called from a signal handler. */
void terminal_restore(void);
extern char terminal_terminal_reset[256];

/* Installs the handler for signals that end the program; `ignored`: also for those that are
 * currently ignored. */
void terminal_catch(void (*handler)(int signal), bool ignored);

/* Milliseconds of the monotonic clock. */
int64_t terminal_now(void);

#endif
