/* asking.h: input and output of a game at the terminal: in lines, or on the full screen. */
#ifndef CORNET_TUI_ASKING_H
#define CORNET_TUI_ASKING_H

#include "tui/full.h"
#include "tui/session.h"

/* A question to a person. */
struct asking {
    int seat;                    /* the seat that is asked; 0: anybody */
    const char *hint;            /* in the prompt */
    const char *task;            /* full screen: the prompt instead of name and hint; may be NULL */
    const struct choices *moves; /* may be NULL */
    const game_action *actions;  /* the moves as actions; may be NULL */
    bool blank;                  /* hides the board, since hands are secret */
};

/* Reads a line, trimmed: typed text, the number of a selected move, or the command of a key. At the
 * end of input sets `quit` and returns false. */
bool asking_read(struct session *session, const struct asking *asking, char *typed,
                 size_t capacity);

/* The scene of the full screen with the viewer's board. `view` gets the state and must live as long
 * as the scene. */
struct scene asking_scene(struct session *session, union game_state *view);

/* On the full screen, output is collected (session->screen writes to memory). asking_notes shows
 * the collected text: one line as a notice, more in the pager. asking_log adds it to the log. */
void asking_notes(struct session *session, const char *title);
void asking_log(struct session *session);

/* On the full screen, pauses after an action by a bot or the dice; a key skips the pause. */
void asking_beat(struct session *session);

/* On the full screen: shows the board of a finished game until Enter or q. */
void asking_end_game(struct session *session, const char *prompt);

/* If the key changes the pace, changes it and shows it; else returns false. */
bool asking_set_pace(struct full *full, int key, int *pace);

/* Whether this answers yes or no, in English or French; its first letter is then the key. */
bool asking_is_answer(const char *typed);

/* Start and stop collecting the session's output in memory. */
void asking_begin(struct session *session);
void asking_end(struct session *session);

/* Adds a sentence to the full screen's log, in the colour of the seat (0: plain). */
void asking_say(struct full *full, const struct screen *screen, int seat, const char *sentence);

/* Prints a sentence: as a line, or in the full screen's log. */
void asking_tell(struct session *session, int seat, const char *sentence);

#endif
