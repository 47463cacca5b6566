/* transcript.h: a client's own log of the exchange of seeds and of the game, and the check of a
 * record against it.
 *
 * A record alone proves only that its seeds give its dice. The transcript of a seat's client proves
 * two more things: the other seeds were fixed before this seat opened its own, and the record is of
 * the game that was played. It holds the server's commitment as first seen, the client's own seeds,
 * the digest of each list of commitments that it acknowledged, which seeds it then opened, and each
 * line of the game that it saw. docs/design/fair-dice-2.md has the argument and the format. */
#ifndef CORNET_MATCH_TRANSCRIPT_H
#define CORNET_MATCH_TRANSCRIPT_H

#include <stdbool.h>

#include "match/fair.h"

#define TRANSCRIPT_BYTES_MAX (16u << 20) /* of a file */
#define TRANSCRIPT_LINES_MAX 100000      /* of a game */

struct transcript {
    char table[FAIR_TABLE_MAX]; /* empty: nothing is known except perhaps seed[0] */
    int seat;                   /* from 1 */
    unsigned char commit[FAIR_BYTES];
    unsigned promised, listed, opened; /* bitmasks of attempts (bit 1: the first) */
    bool started;                      /* the game has started: no more seeds are revealed */
    unsigned char list[FAIR_ATTEMPTS_MAX + 1][FAIR_BYTES]; /* of each attempt in `listed` */
    unsigned char seed[FAIR_ATTEMPTS_MAX + 1][FAIR_BYTES]; /* of each attempt in `promised` */
    struct lines lines;    /* the game's, by their index; empty: not seen */
    struct lines settings; /* the table's, as first received; not in the file */
};

/* Reads a transcript, or a file that has only a seed of 64 hexadecimal digits. False with a reason
 * and the number of the line. Free it in any case. */
bool transcript_read(struct transcript *transcript, struct span bytes, size_t *line,
                     struct text *why);
void transcript_free(struct transcript *transcript);

/* Whether the id is well-formed, and so safe in a file name. */
bool transcript_is_table(const char *id);

/* ---- writing it: the steps of an honest client ---- */

enum offer_step { OFFER_COMMIT, OFFER_LIST, OFFER_OPEN, OFFER_DONE };

/* The state of the exchange according to the server. */
struct transcript_offer {
    struct fair fair; /* table, players, attempt, commitments, failures, and seeds once shown */
    unsigned char commit[FAIR_BYTES]; /* the server's */
    struct lines settings;            /* sorted */
    enum offer_step step;
};

/* The next step of the client: a message to send, or a notice for its user. */
enum transcript_step {
    TRANSCRIPT_WAIT,
    TRANSCRIPT_COMMIT,      /* the commitment to the seed of this attempt */
    TRANSCRIPT_ACKNOWLEDGE, /* the digest of the list of this attempt */
    TRANSCRIPT_OPEN,        /* the seed of this attempt */
    TRANSCRIPT_LEFT_OUT,    /* the dice are made without this seat's seed */
    TRANSCRIPT_CHEATED,     /* the server contradicts itself: nothing is opened */
};

/* Processes the server's offer for the seat transcript->seat. `fresh` is a new random seed; a new
 * attempt uses it if none was promised. Adds new transcript lines to `news`: the caller must write
 * them durably to the file before it sends anything. Sets `why` if the seat is left out or cheated.
 */
enum transcript_step transcript_next(struct transcript *transcript, struct transcript_offer *offer,
                                     const unsigned char fresh[FAIR_BYTES], struct lines *news,
                                     struct text *why);

/* Records a line of the game, as shown to the seat, with its index in the log. False with a reason
 * if a different line was shown there before. */
bool transcript_saw(struct transcript *transcript, size_t index, struct span line,
                    struct lines *news, struct text *why);

/* ---- checking a record against it ---- */

struct transcript_proof {
    int broken;          /* other attempts in which this seat had opened its seed */
    size_t seen, played; /* lines of the game that the seat saw, and all lines */
};

/* Whether a record that passed fair_verify is of the game in the transcript. If not, `why` says
 * what the server has changed. */
bool transcript_check(const struct transcript *transcript, const struct fair_report *report,
                      struct span record, struct transcript_proof *proof, struct text *why);

#endif
