/* choosing.h: menus and questions outside a game, in lines or on the full screen. */
#ifndef CORNET_TUI_CHOOSING_H
#define CORNET_TUI_CHOOSING_H

#include "program/screen.h"
#include "tui/full.h"

/* Where they are shown; the caller owns the full screen. */
struct choosing {
    struct screen screen;
    struct full *full; /* NULL: lines */
};

/* Lets the user choose one of the items. `at` is the one that is selected first, and gets the
 * chosen one. False: back. */
bool choosing_pick(struct choosing *choosing, const char *title, const char *about,
                   const struct choices *choices, size_t *at);

/* Asks for a line of text; false: none, or back. */
bool choosing_ask(struct choosing *choosing, const char *title, const char *question, char *out,
                  size_t capacity);

/* Shows a text until the user has read it. */
void choosing_page(struct choosing *choosing, const char *title, const char *text);

#endif
