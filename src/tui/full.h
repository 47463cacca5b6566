/* full.h: the full screen (ncursesw). It has no rules and no loop: the caller fills a scene, draws
 * it, and waits for events.
 *
 * struct full owns the log, the line being typed, the selection and the pager. The caller owns the
 * scene, which must live from one full_draw to the next. */
#ifndef CORNET_TUI_FULL_H
#define CORNET_TUI_FULL_H

#include <stdbool.h>
#include <stddef.h>

#include "program/screen.h"
#include "tui/menu.h"
#include "tui/preferences.h"
#include "tui/view.h"

struct full;

/* The content of the screen. Zero members are not shown. */
struct scene {
    const char *title;  /* in the first row */
    const char *status; /* at its right end: a clock, a step */
    bool urgent;        /* little time is left */

    /* The board, or a text instead of it. */
    const struct view *view;
    const struct match *match;
    const void *state;
    int seat; /* the viewer */
    const char *about;
    const char *advice; /* above the board: the text of a tutorial */

    /* Drawn below the board: the replay's curve. */
    void (*extra)(struct screen *screen, int rows, void *context);
    void *context;

    /* The choices. In a list, with one per row, the selected label is shown in full. */
    const struct choices *choices;
    const game_action
        *actions; /* the choices as actions: the selected one is previewed; NULL: none */
    bool list;

    /* The last row: whose turn it is, the prompt, and the command keys. */
    int asked; /* the seat, for its colour; 0: nobody's */
    const char *prompt;
    const char *keys;
    const char *help, *brief; /* the line about keys above the prompt, if there is no notice; brief:
                                 for a narrow screen, NULL: the same */
    bool typing;              /* letters go directly into the typed line */
    bool no_log;
};

enum full_kind {
    FULL_NOTHING,
    FULL_MOVE,    /* `index` of the scene's choices was chosen */
    FULL_LINE,    /* `text` was typed */
    FULL_ENTER,   /* Enter, with nothing to choose */
    FULL_COMMAND, /* `key`, one of the scene's keys; `index` of the selected choice */
    FULL_LEFT,    /* this and the next: arrows, Home or End, with nothing to choose */
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
    const char *text; /* valid until the next event */
};

enum { FULL_WIDTH = 60, FULL_HEIGHT = 20 }; /* of the smallest screen */

/* Takes over the terminal, with the look that is kept; NULL on failure. A signal that ends the
 * program first restores the terminal (terminal_restore), unless the caller handles the signal. */
struct full *full_open(void);
void full_close(struct full *full);
void full_look(struct full *full, enum look look);

/* The screen model for views: colours and characters. */
const struct screen *full_model(const struct full *full);
int full_columns(const struct full *full);

/* In order: add a sentence to the log; clear the log; show a line above the prompt until the next
 * event. */
void full_say(struct full *full, const char *sentence);
void full_forget(struct full *full);
void full_notice(struct full *full, const char *text, bool warning);

/* Opens a text in the pager, which receives all keys until it is closed. */
void full_page(struct full *full, const char *title, const char *text);
bool full_is_paging(const struct full *full);

/* Selects one of the moves; keeps or sets the typed text. */
void full_select(struct full *full, size_t index);
size_t full_selected(const struct full *full);
void full_type(struct full *full, const char *text);
bool full_is_typing(const struct full *full); /* a line is being typed */
void full_untype(struct full *full);          /* discards it */

/* Whether the board has a cursor for the scene's choices; and what it does, for a help. */
bool full_can_point(const struct scene *scene);
const char *full_point_help(void);

/* Whether the whole advice fits above the board. */
bool full_fits_advice(const struct full *full, const struct scene *scene);

void full_draw(struct full *full, const struct scene *scene);

/* Waits up to `ms` (-1: no limit) for a key, and handles it. FULL_NOTHING: timeout, or the scene
 * must be redrawn. */
struct full_event full_wait(struct full *full, const struct scene *scene, int ms);

#endif
