/* edit.h: a line that a person types on a terminal: editing, history and completion (libedit). */
#ifndef CORNET_TUI_EDIT_H
#define CORNET_TUI_EDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/lines.h"

/* Whether standard input and output are a terminal that can do it and this program was built with
 * libedit. */
bool edit_is_possible(void);

/* Reads a line without its newline. Tab completes what one of `words` begins with; they may be
 * NULL. Both belong to the caller, who may change them while waiting. False at the end of input. A
 * line that is too long is cut. */
bool edit_read(const char *prompt, const struct lines *words, char *line, size_t capacity);

/* While a line is typed: `wait` is called again and again until a key has come. It waits for that
 * or for other things, which it does, and returns false to give up, which ends the input. NULL:
 * only keys are waited for. */
void edit_set_wait(bool (*wait)(void *context), void *context);

/* For what `wait` prints: takes the line that is being typed away, and shows it again, with the
 * prompt as it is now. Nothing happens if none is. */
void edit_hide(void);
void edit_show(void);

#endif
