/* keys.h: the line of the full screen that names the keys which do something now. */
#ifndef CORNET_TUI_KEYS_H
#define CORNET_TUI_KEYS_H

#include "base/text.h"

enum {
    KEYS_MOVES = 1,  /* choices in a list */
    KEYS_CURSOR = 2, /* a cursor on the board */
    KEYS_HINT = 4,
    KEYS_UNDO = 8,
    KEYS_ODDS = 16,
    KEYS_LOG = 32,
    KEYS_TALK = 64,
    KEYS_RULES = 128,
    KEYS_TYPE = 256,
    KEYS_QUIT = 512,
    KEYS_LEAVE = 1024, /* a table */
};

/* Writes the keys in words: as many as fit into these columns. */
void keys_write(unsigned keys, int columns, struct text *out);

#endif
