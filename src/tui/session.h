/* session.h: a game at the terminal, between people at one screen and bots. */
#ifndef CORNET_TUI_SESSION_H
#define CORNET_TUI_SESSION_H

#include "match/driver.h"
#include "program/screen.h"
#include "tui/full.h"
#include "tui/saving.h"
#include "tui/view.h"

/* Owned: the match, the driver with its bots, and the notes. The caller sets the members of the
 * first part and owns the full screen. */
struct session {
    struct screen screen;
    struct match *match;
    struct driver driver;
    const struct view *view;
    struct saving saving;
    struct rng dice, bots; /* separate, so that bots do not change the dice */
    bool fast;             /* rolls at once, without a wait in which to undo */
    bool hints;            /* shows hints at every decision, if there are any */
    struct full *full;     /* NULL: plain lines */
    int pace;              /* full screen: milliseconds after a move that nobody here has made */

    char *notes; /* full screen: what was printed and not shown yet; `screen` writes to it */
    size_t notes_length;
    const char *argument;        /* what follows the command that is carried out */
    bool skipping;               /* no pauses until the next decision */
    bool ready;                  /* people are ready for the dice that start a clock */
    bool quit;                   /* somebody has quit, or the input has ended */
    int viewer;                  /* who looks at the screen: a seat, or GAME_SPECTATOR */
    size_t seen[GAME_SEATS_MAX]; /* the number of record lines that each person has been told */
};

/* For race.c. Plays a typed line (false: refused, with a reason) or an action that is due, saves
 * the game and tells the viewer. session_command carries out a command such as `help` or `quit`. */
bool session_do_line(struct session *session, struct span line, struct text *why);
void session_do(struct session *session, game_action action);
void session_ask(struct session *session, int seat);     /* the seat's bot, for its plan */
void session_forfeit(struct session *session, int seat); /* its bot cannot go on, and says why */
void session_command(struct session *session, const char *line);

/* Plays until the game is over or somebody quits, and says where the game is saved. */
void session_play(struct session *session);

/* Prints who has won; and how to go on with a game that is saved. On the full screen the caller
 * does so when that is closed. */
void session_show_winners(struct session *session);
void session_show_resume(struct session *session);

#endif
