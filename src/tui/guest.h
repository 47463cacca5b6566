/* guest.h: shows a server's table to a client: in lines, or on the full screen. It reads the
 * server's messages and sends none. */
#ifndef CORNET_TUI_GUEST_H
#define CORNET_TUI_GUEST_H

#include <jansson.h>

#include "tui/full.h"
#include "tui/mirror.h"

/* Owned: the mirror, the lists, the JSON. The caller sets the first part and owns the full screen.
 */
struct guest {
    struct screen screen;
    struct full *full; /* NULL: lines */
    bool raw;          /* prints record lines unchanged, for a program that plays */
    bool edited;       /* in lines, with a line editor that shows the prompt */
    int pace;          /* full screen: pause in milliseconds after another player's line */
    char link[512];    /* of the table */
    char server[300];  /* HOST:PORT */

    struct mirror mirror;
    struct lines legal;                    /* as the client sends them */
    struct choices moves;                  /* for people */
    game_action actions[GAME_ACTIONS_MAX]; /* of the first `known` moves */
    size_t known;
    struct lines story; /* the moves so far, in sentences */
    bool may, over, online;
    json_t *queue;  /* messages `moves` with lines that are not shown yet */
    size_t line;    /* lines of the first one that are already shown */
    bool described; /* the last line printed a sentence and was not the viewer's */
    char phase[16];
    json_t *seats, *proposal, *clock;
    int move_seconds; /* that people have, per move or in a bank; 0: no clock */
    int64_t clock_at; /* when the clock was received, in monotonic milliseconds */
    char prompt[TEXT_WHY], status[512], about[1024], keys[32], help[TEXT_WHY];
};

void guest_free(struct guest *guest);

/* Prints a sentence without control characters. */
void guest_say(struct guest *guest, const char *text);
void guest_chat(struct guest *guest, const json_t *message);

/* The name of a seat that the server has named; empty if there is none. */
struct view_name guest_name(const struct guest *guest, json_int_t seat);

/* Handle messages of these types. On the full screen, the lines of moves and of a starting table
 * are queued until guest_step shows them one by one; meanwhile nothing can be chosen. */
void guest_table(struct guest *guest, const json_t *table);
void guest_moves(struct guest *guest, const json_t *moves);
void guest_clock(struct guest *guest, const json_t *message);
void guest_news(struct guest *guest, const json_t *seats); /* `seats`: prints the changes */
void guest_proposal(struct guest *guest, const json_t *message);
void guest_hint(struct guest *guest, const json_t *message);

/* Says that there is no connection, and how to leave; the full screen does in its prompt. */
void guest_no_server(struct guest *guest);

/* guest_is_behind: whether lines are queued. guest_step shows the next one, which must exist; true
 * if a pause is due. */
bool guest_is_behind(const struct guest *guest);
bool guest_step(struct guest *guest);

/* Shows the table; in lines, only when there is something to decide or to see. */
void guest_show(struct guest *guest);
void guest_prompt(struct guest *guest);

/* Whether the proposal waits for our answer. */
bool guest_is_asked(const struct guest *guest);

/* Whether the viewer may ask for the odds (view.advises). */
bool guest_may_see_odds(const struct guest *guest);

/* Whether Enter starts the next round now: a round is over, and we have a seat. */
bool guest_may_continue(const struct guest *guest);

/* The same on request: also when there is nothing to decide. */
void guest_look(struct guest *guest);

/* For a line editor: the prompt, and the words that Tab completes. */
void guest_write_prompt(const struct guest *guest, struct text *out);
void guest_add_words(const struct guest *guest, struct lines *words);

/* The full screen's scene, valid until the next call; and a function that draws it. */
struct scene guest_scene(struct guest *guest);

/* The line of a key in a vote; false: the key has no meaning now. */
bool guest_key_line(const struct guest *guest, int key, struct text *out);

/* Converts typed text into a move line with its seat. */
void guest_to_line(const struct guest *guest, const char *typed, struct text *out);

#endif
