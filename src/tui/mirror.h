/* mirror.h: a client's copy of a server's table: a match that views can draw.
 *
 * A game without secrets is replayed from its lines, so that a view can do everything that it does
 * for a local match. In a game with secrets the lines have gaps, so the state is loaded from the
 * server's JSON. If the start of the log is missing, or the local rules reject a line, the board is
 * not drawn and only the lines are shown. */
#ifndef CORNET_TUI_MIRROR_H
#define CORNET_TUI_MIRROR_H

#include <jansson.h>

#include "tui/view.h"

struct mirror {
    struct match *match; /* owned; NULL: no game is known yet */
    const struct view *view;
    int viewer;    /* our seat, or GAME_SPECTATOR */
    bool heard;    /* sentences are for a reader of lines: with what each action changed */
    bool drawable; /* the match has the viewer's state */
};

/* Receives a sentence about an action, and the seat that acted (0: the dice). */
typedef void mirror_say(void *context, int seat, const char *sentence);

/* Loads a whole `table` message; calls `say` for the moves so far. False if the game is unknown. */
bool mirror_set(struct mirror *mirror, const json_t *table, mirror_say *say, void *context);

/* Plays line `i` of `moves` and calls `say`. Lines must be added in order. */
void mirror_add(struct mirror *mirror, const json_t *moves, size_t i, mirror_say *say,
                void *context);

/* Sets the names from a `seats` message. */
void mirror_name(struct mirror *mirror, const json_t *seats);

void mirror_free(struct mirror *mirror);

/* A string member of untrusted JSON; empty if it is not a string. */
const char *mirror_text(const json_t *object, const char *key);

/* Appends untrusted text without control characters. */
void mirror_tame(const char *text, struct text *out);

#endif
