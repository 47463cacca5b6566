/* deck.h: the deck: cards, the answers to them, and what the trainers have seen.
 *
 * As text it is a file of records, a card each, and lines
 *
 *     #! review ID 2026-11-20 right        or wrong
 *     #! drill GAME THEME 2026-11-20 SEED LOSS
 *     #! forget ID 2026-11-20
 *
 * between them. A deck is a set: to join two decks, their texts are read one after the other, in
 * any order, with the same result. Nothing is ever changed, so a device only adds to it. */
#ifndef CORNET_PRACTISE_DECK_H
#define CORNET_PRACTISE_DECK_H

#include "practise/card.h"
#include "practise/schedule.h"

struct deck_card {
    char id[CARD_ID_LENGTH + 1];
    char *text;
    const struct practice *practice; /* NULL: of an unknown game; kept, but not shown */
    int theme, made;
    double cost; /* of the choice that was made; 0: it was the best */
    bool forgotten;
    struct schedule schedule;
};

struct deck_review {
    char id[CARD_ID_LENGTH + 1];
    int day;
    bool right;
};

struct deck_drill {
    const struct practice *practice;
    int theme, day;
    uint64_t seed;
    double loss;
};

/* Initialise with zeros. Sorted after deck_read and the functions that add. */
struct deck {
    struct deck_card *card; /* by id */
    size_t cards, cards_capacity;
    struct deck_review *review; /* by card and day */
    size_t reviews, reviews_capacity;
    struct deck_drill *drill; /* by day, then in the order of the seeds */
    size_t drills, drills_capacity;
    struct lines forgotten; /* the lines */
    struct lines unknown;   /* lines of later versions, kept */
};

void deck_free(struct deck *deck);

/* Adds everything of the text. False with a reason if a card is damaged; the others are added.
 * `new` gets the number of cards that were not there; NULL: not wanted. */
bool deck_read(struct deck *deck, struct span text, size_t *fresh, struct text *why);

/* The whole deck as text; the caller frees it. The same deck gives the same text. */
char *deck_write(const struct deck *deck);

/* A line of the deck, to be read by deck_read and stored. */
void deck_review_line(const char *id, int day, bool right, struct text *out);
void deck_drill_line(const struct deck_drill *drill, struct text *out);
void deck_forget_line(const char *id, int day, struct text *out);

/* Which cards: of a game (NULL: any) and a theme (-1: any). */
struct deck_filter {
    const struct game *game;
    int theme;
};

struct deck_counts {
    size_t cards, known, learning, due; /* `due` without the daily limit */
    size_t left; /* of today's cards: at most SCHEDULE_DAILY with those that were answered */
    size_t done; /* answered today */
    int next;    /* the day of the next card that is not due; -1: none */
};
struct deck_counts deck_count(const struct deck *deck, struct deck_filter filter, int day);

/* The card that is next today: the one that has been due for longest, the costliest of them. NULL:
 * none is due. */
const struct deck_card *deck_next(const struct deck *deck, struct deck_filter filter, int day);

const struct deck_card *deck_find(const struct deck *deck, const char *id);

/* What a player loses in a theme's drills (-1: all of the game's): the number of answers, the part
 * without a loss, and the mean loss of the last `last` ones. */
struct deck_losses {
    size_t count, right;
    double mean;
};
struct deck_losses deck_losses(const struct deck *deck, const struct practice *practice, int theme,
                               size_t last);

#endif
