/* full.h: the full screen (ncursesw). It has no rules and no loop of its own: the caller fills a
 * scene, draws it, waits for keys, and gets events.
 *
 * Owned by struct full: the log, the line that is being typed, the selection, the pager. A scene
 * belongs to the caller and must last from full_draw to the next one. */
#ifndef CORNET_TUI_FULL_H
#define CORNET_TUI_FULL_H

#include <stdbool.h>
#include <stddef.h>

#include "program/screen.h"
#include "tui/menu.h"
#include "tui/view.h"

struct full;

/* What is to be seen. Zero members are not shown. */
struct scene {
    const char *title;  /* in the first row */
    const char *status; /* at its right end: a clock, a step */
    bool urgent;        /* the status is about to run out */

    /* The board; or a text instead of it. */
    const struct view *view;
    const struct match *match;
    const void *state;
    int seat; /* the viewer */
    const char *about;

    /* Drawn below the board: the replay's curve. */
    void (*extra)(struct screen *screen, int rows, void *context);
    void *context;

    /* What can be chosen. In a list, one to a row, the selected one's label is shown in full. */
    const struct choices *choices;
    bool list;

    /* The last row: whose turn it is and what they may do; the keys that are commands. */
    int asked; /* the seat, for its colour; 0: nobody's */
    const char *prompt;
    const char *keys;
    const char *help, *brief; /* about the keys, above the prompt while there is no notice; brief:
                                 for a narrow screen, NULL: the same */
    bool typing;              /* letters go into the typed line at once */
    bool no_log;
};

enum full_kind {
    FULL_NOTHING,
    FULL_MOVE,    /* `index` of the scene's choices was chosen */
    FULL_LINE,    /* `text` was typed */
    FULL_ENTER,   /* Enter, and there was nothing to choose */
    FULL_COMMAND, /* `key`, one of the scene's keys */
    FULL_LEFT,    /* an arrow or Home and End where there is nothing to choose */
    FULL_RIGHT,
    FULL_UP,
    FULL_DOWN,
    FULL_FIRST,
    FULL_LAST,
    FULL_END, /* the input has ended */
};

struct full_event {
    enum full_kind kind;
    size_t index;
    int key;
    const char *text; /* until the next event */
};

enum { FULL_WIDTH = 60, FULL_HEIGHT = 20 }; /* of the smallest screen */

/* Takes over the terminal; NULL if it cannot, or if this program was built without ncurses. Signals
 * that end the program give it back first (terminal_restore), unless the caller handles them. */
struct full *full_open(void);
void full_close(struct full *full);

/* How views are to draw here: colours and characters. */
const struct screen *full_model(const struct full *full);
int full_columns(const struct full *full);

/* Adds a sentence to the log; forgets all of it; shows a line above the prompt until the next
 * event. */
void full_say(struct full *full, const char *sentence);
void full_forget(struct full *full);
void full_notice(struct full *full, const char *text, bool warning);

/* Opens a text in the pager, which gets the keys until it is closed. */
void full_page(struct full *full, const char *title, const char *text);
bool full_is_paging(const struct full *full);

/* Selects one of the moves; keeps what is typed, or sets it. */
void full_select(struct full *full, size_t index);
void full_type(struct full *full, const char *text);
bool full_is_typing(const struct full *full); /* something is being typed */
void full_untype(struct full *full);          /* and is dropped */

void full_draw(struct full *full, const struct scene *scene);

/* Waits up to `ms` (-1: for ever) for a key, and handles it. FULL_NOTHING: nothing came, or the
 * scene is to be drawn again. */
struct full_event full_wait(struct full *full, const struct scene *scene, int ms);

#endif
