/* guest.h: a table of a server as its client shows it: in lines, or on the full screen. It reads
 * the server's messages and sends none. */
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
    bool raw;          /* shows lines as the record has them: a program plays */
    bool edited;       /* lines, and a line editor shows the prompt */
    int pace;          /* full screen: milliseconds after a line that somebody else has played */
    char link[512];    /* of the table */

    struct mirror mirror;
    struct lines legal;   /* as they are sent back */
    struct choices moves; /* for people */
    struct lines story;   /* what has been played, in sentences */
    bool may, over, online;
    json_t *queue; /* `moves` of which lines are not shown yet */
    size_t line;   /* of the first of them: how many are */
    bool told;     /* the line that was shown last said something, and was not the viewer's */
    char phase[16];
    json_t *seats, *proposal, *clock;
    int64_t clock_at; /* when the clock came, in milliseconds of the monotonic clock */
    char prompt[TEXT_WHY], status[512], about[1024], keys[32];
};

void guest_free(struct guest *guest);

/* A sentence that is told, without characters that a terminal would obey. */
void guest_say(struct guest *guest, const char *text);
void guest_chat(struct guest *guest, const json_t *message);

/* Messages of these types. Lines of moves, and of a table that starts on the full screen, wait
 * until guest_step shows them, one after the other; meanwhile nothing can be chosen. */
void guest_table(struct guest *guest, const json_t *table);
void guest_moves(struct guest *guest, const json_t *moves);
void guest_seats(struct guest *guest, const json_t *seats);
void guest_news(struct guest *guest, const json_t *seats); /* the same, and says what has changed */
void guest_proposal(struct guest *guest, const json_t *message);
void guest_hint(struct guest *guest, const json_t *message);

/* Whether lines wait; and showing the next one, which must be there. True if a pause is due. */
bool guest_is_behind(const struct guest *guest);
bool guest_step(struct guest *guest);

/* Shows the table: in lines, when there is something to decide or to see. */
void guest_show(struct guest *guest);
void guest_prompt(struct guest *guest);

/* The same because somebody asks: also when there is nothing to decide. */
void guest_look(struct guest *guest);

/* For a line editor: the prompt, and what Tab completes. */
void guest_write_prompt(const struct guest *guest, struct text *out);
void guest_add_words(const struct guest *guest, struct lines *words);

/* The full screen's scene, until the next call; and drawing it. */
struct scene guest_scene(struct guest *guest);

/* The line that a key means in a vote; false: it means nothing now. */
bool guest_key_line(struct guest *guest, int key, struct text *out);

/* What somebody has typed as a move line, with its seat. */
void guest_to_line(const struct guest *guest, const char *typed, struct text *out);

#endif
