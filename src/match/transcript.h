/* transcript.h: what a client has kept of the exchange of seeds and of the game, and the check of a
 * record by it.
 *
 * A record proves by itself only that its seeds give its dice. That they were fixed before a seat
 * opened its own seed, and that the record is of the game that was played, is proved by what that
 * seat's client kept: the server's commitment as first seen, its own seeds, the digest of each list
 * of commitments that it acknowledged, which seeds it then opened, and each line of the game that
 * it was shown. docs/design/fair-dice.md has the argument and the format. */
#ifndef CORNET_MATCH_TRANSCRIPT_H
#define CORNET_MATCH_TRANSCRIPT_H

#include <stdbool.h>

#include "match/fair.h"

#define TRANSCRIPT_BYTES_MAX (16u << 20) /* of a file */
#define TRANSCRIPT_LINES_MAX 100000      /* of a game */

struct transcript {
    char table[FAIR_TABLE_MAX]; /* empty: nothing is known, or seed[0] alone */
    int seat;                   /* from 1 */
    unsigned char commit[FAIR_BYTES];
    unsigned promised, listed, opened; /* bitmasks of attempts (bit 1: the first) */
    bool started;                      /* the game has: no seed is given any more */
    unsigned char list[FAIR_ATTEMPTS_MAX + 1][FAIR_BYTES]; /* of those that are listed */
    unsigned char seed[FAIR_ATTEMPTS_MAX + 1][FAIR_BYTES]; /* of those that are promised */
    struct lines lines;    /* the game's, by their index; empty: not seen */
    struct lines settings; /* of the table, as first told; not in the file */
};

/* Reads a transcript, or a file that has only a seed of 64 hexadecimal digits. False with a reason
 * and the number of the line. Free it in any case. */
bool transcript_read(struct transcript *transcript, struct span bytes, size_t *line,
                     struct text *why);
void transcript_free(struct transcript *transcript);

/* Whether a table's id is one: then it can be part of a file's name. */
bool transcript_is_table(const char *id);

/* ---- keeping it: what an honest client does ---- */

enum offer_step { OFFER_COMMIT, OFFER_LIST, OFFER_OPEN, OFFER_DONE };

/* What the server says of the exchange now. */
struct transcript_offer {
    struct fair fair; /* table, players, attempt, commitments, failures, and seeds once shown */
    unsigned char commit[FAIR_BYTES]; /* the server's */
    struct lines settings;            /* sorted */
    enum offer_step step;
};

/* What the client is to send, or to tell its user. */
enum transcript_step {
    TRANSCRIPT_WAIT,
    TRANSCRIPT_COMMIT,      /* the commitment to the seed of this attempt */
    TRANSCRIPT_ACKNOWLEDGE, /* the digest of the list of this attempt */
    TRANSCRIPT_OPEN,        /* the seed of this attempt */
    TRANSCRIPT_LEFT_OUT,    /* the dice are made without this seat's seed */
    TRANSCRIPT_CHEATED,     /* the server contradicts itself: nothing is opened */
};

/* Takes what the server says, for the seat transcript->seat. `fresh` is a new random seed, which a
 * new attempt takes if none was promised. Adds the lines that are to be kept to `news`: they are
 * written to the file, durably, before anything is sent. `why` gets a sentence if the seat is left
 * out or cheated. */
enum transcript_step transcript_next(struct transcript *transcript, struct transcript_offer *offer,
                                     const unsigned char fresh[FAIR_BYTES], struct lines *news,
                                     struct text *why);

/* A line of the game as the seat is shown it, by its index in the log. False with a reason if
 * another one was shown there before. */
bool transcript_saw(struct transcript *transcript, size_t index, struct span line,
                    struct lines *news, struct text *why);

/* ---- checking a record by it ---- */

struct transcript_proof {
    int broken;          /* other attempts in which this seat had opened its seed */
    size_t seen, played; /* lines of the game that the seat saw, of all */
};

/* Whether a record, which fair_verify has found right, is of the game that the transcript tells of.
 * False with a sentence that says what the server has changed. */
bool transcript_check(const struct transcript *transcript, const struct fair_report *report,
                      struct span record, struct transcript_proof *proof, struct text *why);

#endif
