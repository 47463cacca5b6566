/* card.h: a decision of a game as a card of the deck, and as text: a record that ends before the
 * decision, with comments that begin with `#!`:
 *
 *     #! seat 2
 *     #! theme keep
 *     #! made 2026-11-20
 *     #! played keep 22
 *     #! judged 1
 *     #! worth 0.4612 0.0000 0.0000 take 17+
 *
 * `worth` has the share, its error, the error of its difference to the best, and the choice; the
 * first is the best. Any program that reads records reads a card (docs/play/practise.md). */
#ifndef CORNET_PRACTISE_CARD_H
#define CORNET_PRACTISE_CARD_H

#include "practise/exercise.h"
#include "practise/schedule.h"

enum { CARD_CHOICES = 12 }; /* that a card lists, with the one that was made */

#define CARD_ID_LENGTH 16

/* The id: a hash of the game, its settings, the moves and the seat. The same decision of the same
 * game has the same id everywhere. */
void card_id(const struct exercise *exercise, char id[CARD_ID_LENGTH + 1]);

/* The text of a card; the caller frees it. `played` of the exercise must be set. */
char *card_write(const struct exercise *exercise, int made);

/* Reads a card. False with a reason if the text is no card; a game without practice is none. */
bool card_read(struct span text, struct exercise *exercise, int *made, struct text *why);

/* Whether a record is a card. */
bool card_is(const struct match *match);

/* The cards of a finished game for one seat: its costly decisions, the costliest first, and at most
 * one that was fine. `take` gets each; it owns the exercise then. */
enum { CARDS_OF_GAME = 4 };
struct analysis;
typedef void card_taker(void *context, struct exercise *exercise, bool fine);
void cards_collect(const struct match *match, const struct analysis *analysis, int seat,
                   card_taker *take, void *context);

#endif
