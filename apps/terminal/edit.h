/* edit.h: a line that a person types on a terminal: editing, history and completion (libedit). */
#ifndef CORNET_APPS_EDIT_H
#define CORNET_APPS_EDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/lines.h"

/* Whether standard input and output are a terminal that can do it and this program was built with
 * libedit. */
bool edit_is_possible(void);

/* Reads a line without its newline. Tab completes what one of `words` begins with; they may be
 * NULL. False at the end of input. A line that is too long is cut. */
bool edit_read(const char *prompt, const struct lines *words, char *line, size_t capacity);

/* Gives the terminal its mode back, from a signal handler. */
void edit_restore(void);

#endif
