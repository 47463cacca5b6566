/* table.h: a game at the terminal, people and bots around it, move after move. */
#ifndef CORNET_APPS_SESSION_H
#define CORNET_APPS_SESSION_H

#include "apps/terminal/saving.h"
#include "apps/terminal/screen.h"
#include "apps/views/view.h"
#include "match/driver.h"

/* The session owns the match and the driver with its bots. */
struct session {
    struct screen screen;
    struct match *match;
    struct driver driver;
    const struct view *view;
    struct saving saving;
    struct rng dice, bots; /* bots never draw from the dice's numbers */
    bool fast;             /* rolls follow at once, which leaves no time to undo */
    bool hints;            /* shown at every decision, where there are any */

    bool ready;                  /* people have said that the dice may fall, where a clock runs */
    bool left;                   /* somebody has quit */
    int viewer;                  /* whose eyes are on the screen: a seat, or GAME_SPECTATOR */
    size_t seen[GAME_SEATS_MAX]; /* how much of the record each person has been told */
};

/* For race.c. Plays a line that somebody typed (false: refused, with a reason) or an action that is
 * due; then saves it and tells it. session_command carries out what is not a move, `help` or
 * `quit`.
 */
bool session_do_line(struct session *session, struct span line, struct text *why);
void session_do(struct session *session, game_action action);
int64_t session_now(void); /* milliseconds of the machine's steady clock */
void session_command(struct session *session, const char *line);

/* Plays until the game is over or left, and says where it is kept. */
void session_play(struct session *session);

#endif
