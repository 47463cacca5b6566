/* choosing.h: menus and questions outside a game, in lines or on the full screen. */
#ifndef CORNET_TUI_CHOOSING_H
#define CORNET_TUI_CHOOSING_H

#include "program/screen.h"
#include "tui/full.h"
#include "tui/preferences.h"

/* Where they are shown; the caller owns the full screen. */
struct choosing {
    struct screen screen;
    struct full *full; /* NULL: lines */
    /* The games whose rules `?` shows: of each of the first items, or one for all; and how many. */
    const struct game *const *games;
    size_t games_count;
    /* Other keys that choose an item, and the prompt with them. NULL: none. In lines the key
     * precedes the number. */
    const char *keys, *prompt;
    int key; /* the key that was pressed; 0: Enter; CHOOSING_STALE: the period is over */
    /* On the full screen: the milliseconds after which the items may be stale; 0: never. */
    int period;
};

enum { CHOOSING_STALE = -1 };

/* Lets the user choose one of the items. `at` is the initial selection and gets the choice. False:
 * back. */
bool choosing_pick(struct choosing *choosing, const char *title, const char *about,
                   const struct choices *choices, size_t *at);

/* Asks for a line of text; false: empty, or back. */
bool choosing_ask(struct choosing *choosing, const char *title, const char *question, char *out,
                  size_t capacity);

/* In lines: reads a line after a prompt; false at the end of input. */
bool choosing_read(struct choosing *choosing, const char *prompt, char *line, size_t capacity);

/* Changes the colours. */
void choosing_look(struct choosing *choosing, enum look look);

/* Shows a text until the user closes it. */
void choosing_page(struct choosing *choosing, const char *title, const char *text);

#endif
