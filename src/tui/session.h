/* session.h: a game at the terminal, between people at one screen and bots. */
#ifndef CORNET_TUI_SESSION_H
#define CORNET_TUI_SESSION_H

#include "match/driver.h"
#include "match/fair.h"
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
    struct fair *fair;     /* of a challenge of the day: the dice and the bots follow from it; NULL:
                              from the next two */
    struct rng dice, bots; /* separate, so that bots do not change the dice */
    bool fast;             /* rolls immediately, without a pause for undo */
    bool hints;            /* shows hints at every decision, if there are any */
    struct full *full;     /* NULL: plain lines */
    int pace; /* full screen: pause in milliseconds after a move by a bot or the dice */

    struct choices *moves;      /* the choices of the person who is asked; NULL: none */
    const game_action *actions; /* the actions of `moves` */
    char *notes; /* full screen: collected output that is not shown yet; `screen` writes to it */
    size_t notes_length;
    const char *argument;        /* the argument of the current command */
    bool skipping;               /* no pauses until the next decision */
    bool ready;                  /* people are ready for the dice that start a clock */
    bool quit;                   /* somebody has quit, or the input has ended */
    int viewer;                  /* the person at the screen: a seat, or GAME_SPECTATOR */
    size_t seen[GAME_SEATS_MAX]; /* number of record lines shown to each person */
    char turn[TEXT_WHY];         /* whose turn it is, in words (asking_scene) */
    char keys[TEXT_WHY];         /* the keys, in words (asking_read) */
};

/* For race.c. Plays a typed line (false: refused, with a reason) or an action that is due, saves
 * the game and shows the result to the viewer. session_command carries out a command such as `help`
 * or `quit`. */
bool session_do_line(struct session *session, struct span line, struct text *why);
void session_do(struct session *session, game_action action);
void session_ask(struct session *session, int seat);     /* asks the seat's bot for its plan */
void session_forfeit(struct session *session, int seat); /* its bot has failed; prints why */
void session_command(struct session *session, const char *line);

/* Plays until the game is over or somebody quits, and prints where the game is saved. */
void session_play(struct session *session);

/* Print the winners; and (if `now`, else only when a signal comes) how to continue a saved game.
 * With the full screen, the caller calls these after closing it. */
void session_show_winners(struct session *session);
void session_show_resume(struct session *session, bool now);

#endif
