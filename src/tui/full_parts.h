/* full_parts.h: shared by the parts of the full screen: full.c handles the terminal and the keys,
 * full_draw.c draws. */
#ifndef CORNET_TUI_FULL_PARTS_H
#define CORNET_TUI_FULL_PARTS_H

#include <ncurses.h>

#include "base/lines.h"
#include "tui/full.h"

enum { TYPED_MAX = 256 };

/* Where a move is drawn, for the mouse. */
struct full_place {
    int row, from, to;
    size_t index;
};

struct full {
    SCREEN *terminal;
    struct screen model;
    bool mouse, colours;

    struct lines log;
    int log_back; /* rows scrolled back from its end */
    char notice[TEXT_WHY * 2];
    bool warning;

    size_t chosen, number; /* the selected move; the number that is being typed */
    int move_rows;         /* rows of a column of moves, as last drawn */
    int first;             /* the first row of them that is shown */
    int board_top;         /* rows of a board that is too high, scrolled away */
    int board_hidden;      /* rows of the board that do not fit */
    struct full_place place[GAME_ACTIONS_MAX];
    size_t places;

    bool pointing; /* a cursor on the board instead of the list, where the view has one */
    bool whole;    /* the spot under the cursor completes the selected move */
    struct screen_cursor spot;

    char typed[TYPED_MAX];
    size_t length, cursor;
    bool editing;
    struct lines history;
    size_t recall; /* index into the history while the user browses it */
    char entered[TYPED_MAX];

    char *page; /* the pager's text; NULL: closed */
    char page_title[128];
    int page_top, page_rows, page_room;
};

/* Finds what the cursor can pick, and selects the move that it is about; false: no cursor now. */
bool full_point(struct full *full, const struct scene *scene);

/* A key of the cursor, a curses code if `special`; false: it is not one. */
bool full_point_key(struct full *full, const struct scene *scene, bool special, int key,
                    struct full_event *event);

/* How many there are. */
size_t full_count_choices(const struct scene *scene);

#endif
