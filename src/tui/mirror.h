/* mirror.h: a table of a server as its client knows it: a match that views can draw.
 *
 * A game without secrets is rebuilt from its lines, so that everything a view can say of a match
 * here, it can say of one there. If seats have secrets the lines have holes, and the view loads the
 * state from the JSON that the server sends. A log whose beginning is missing, or that the rules
 * here do not allow, is not drawn: then only its lines are shown. */
#ifndef CORNET_TUI_MIRROR_H
#define CORNET_TUI_MIRROR_H

#include <jansson.h>

#include "tui/view.h"

struct mirror {
    struct match *match; /* owned; NULL: no game is known yet */
    const struct view *view;
    int viewer;    /* our seat, or GAME_SPECTATOR */
    bool drawable; /* the match's state is what the viewer sees */
};

/* What happened, as a sentence, and whose move it was (0: the dice). */
typedef void mirror_say(void *context, int seat, const char *sentence);

/* Takes a whole `table`; `say` gets what has happened so far. False if it is no game that we know.
 */
bool mirror_set(struct mirror *mirror, const json_t *table, mirror_say *say, void *context);

/* Takes the line `i` of `moves`, one after the other, and says it. */
void mirror_add(struct mirror *mirror, const json_t *moves, size_t i, mirror_say *say,
                void *context);

/* Takes the names of a `seats` message. */
void mirror_name(struct mirror *mirror, const json_t *seats);

void mirror_free(struct mirror *mirror);

/* A member of JSON from outside that should be a text; empty if it is none. */
const char *mirror_text(const json_t *object, const char *key);

/* Adds a text from outside without characters that a terminal would obey. */
void mirror_tame(const char *text, struct text *out);

#endif
