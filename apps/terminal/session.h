/* table.h: a game at the terminal, people and bots around it, move after move. */
#ifndef CORNET_APPS_SESSION_H
#define CORNET_APPS_SESSION_H

#include "apps/terminal/saving.h"
#include "apps/terminal/screen.h"
#include "apps/views/view.h"
#include "match/match.h"

struct session {
    struct screen screen;
    struct match *match;
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

/* For race.c. Saves what has just been played, and tells it: the last line of the record, at the
 * state before; carries out what is not a move, `help` or `quit`. */
void session_happened(struct session *session, const union game_state *before);
void session_command(struct session *session, const char *line);

/* Plays until the game is over or left, and says where it is kept. */
void session_play(struct session *session);

#endif
