/* session_parts.h: shared by the parts of a local game: session.c has its loop, session_commands.c
 * what people can ask for. */
#ifndef CORNET_TUI_SESSION_PARTS_H
#define CORNET_TUI_SESSION_PARTS_H

#include "tui/session.h"

enum reply {
    REPLY_MOVE,    /* not a command */
    REPLY_AGAIN,   /* done: ask again */
    REPLY_SHOW,    /* the board is to be drawn again */
    REPLY_CHANGED, /* the position has changed, or somebody has quit */
};

/* Carries out a command, such as `undo` or `/undo`. */
enum reply session_reply(struct session *session, const char *line);

/* The state as the viewer may see it. */
void session_view(const struct session *session, union game_state *view);

/* The seat of the person whose last move can still be undone; 0: none. */
int session_last_person(const struct match *match);

/* Calls `say` after each line of the record from this one on. */
void session_say_from(struct session *session, size_t from,
                      bool (*say)(struct session *session, const struct match *match,
                                  const union game_state *before));

#endif
