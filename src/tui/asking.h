/* asking.h: how a game at the terminal talks with the people in front of it: in lines, or on the
 * full screen. */
#ifndef CORNET_TUI_ASKING_H
#define CORNET_TUI_ASKING_H

#include "tui/full.h"
#include "tui/session.h"

/* What a person may answer. */
struct asking {
    int seat;                    /* who is asked; 0: anybody */
    const char *hint;            /* in the prompt */
    const struct choices *moves; /* may be NULL */
    bool blank;                  /* the board must not be seen: hands are hidden */
};

/* Reads a line without its outer spaces: typed, or the number of a move that was chosen, or a
 * command that a key stands for. False at the end of input, and `quit` is set. */
bool asking_read(struct session *session, const struct asking *asking, char *typed,
                 size_t capacity);

/* The scene of the full screen with the game's board as the viewer sees it. `view` gets the state,
 * and lasts as long as the scene. */
struct scene asking_scene(const struct session *session, union game_state *view);

/* On the full screen, texts are collected (session->screen writes to memory). asking_notes shows
 * what has been collected: a line as a notice, more in the pager; asking_log adds it to the log. */
void asking_notes(struct session *session, const char *title);
void asking_log(struct session *session);

/* On the full screen, after something that no person here has done: a pause, which a key skips. */
void asking_beat(struct session *session);

/* On the full screen: leaves the board of a game that is over there until Enter or q. */
void asking_end_game(struct session *session, const char *prompt);

/* Changes the pace by a key, and says it; false if the key is another one. */
bool asking_set_pace(struct full *full, int key, int *pace);

/* Makes the session's screen write to memory, and stops that. */
void asking_begin(struct session *session);
void asking_end(struct session *session);

/* Adds a sentence to the full screen's log, in the colour of the seat (0: plain). */
void asking_say(struct full *full, const struct screen *screen, int seat, const char *sentence);

/* Tells a sentence: a line, or an entry of the full screen's log. */
void asking_tell(struct session *session, int seat, const char *sentence);

#endif
