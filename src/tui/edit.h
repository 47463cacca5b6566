/* edit.h: line input on a terminal: editing, history and completion (libedit). */
#ifndef CORNET_TUI_EDIT_H
#define CORNET_TUI_EDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/lines.h"

/* Reads a line without its newline; only where terminal_is_possible. Tab completes a prefix of one
 * of `words` (may be NULL). The caller owns the prompt and the words, and may change them while
 * waiting. False at the end of input. A line that is too long is truncated. */
bool edit_read(const char *prompt, const struct lines *words, char *line, size_t capacity);

/* While a line is typed, `wait` is called repeatedly until there is a key. It waits for a key or
 * for other events, and handles those; it returns false to end the input. NULL: waits only for
 * keys. */
void edit_set_wait(bool (*wait)(void *context), void *context);

/* Call these around output in `wait`: edit_hide removes the line being typed, edit_show shows it
 * again with the current prompt. No effect if no line is being typed. */
void edit_hide(void);
void edit_show(void);

#endif
