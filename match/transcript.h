/* transcript.h: what a client has kept of the exchange of seeds, and the check of a record by it.
 *
 * A record proves by itself only that its seeds give its dice. That they were fixed before a seat
 * opened its own seed is proved by what that seat's client kept: the server's commitment as first
 * seen, the digest of each list of commitments that it acknowledged, the seeds that it then opened,
 * and the rolls that it saw. docs/fair-dice.md has the argument and the format. */
#ifndef CORNET_MATCH_TRANSCRIPT_H
#define CORNET_MATCH_TRANSCRIPT_H

#include <stdbool.h>
#include <stdio.h>

#include "match/fair.h"

#define TRANSCRIPT_BYTES_MAX (4u << 20) /* of a file */

struct transcript {
    char table[FAIR_TABLE_MAX]; /* empty: nothing is known, or seed[0] alone */
    int seat;                   /* from 1 */
    unsigned char commit[FAIR_BYTES];
    unsigned promised, listed, opened; /* bitmasks of attempts (bit 1: the first) */
    unsigned char list[FAIR_ATTEMPTS_MAX + 1][FAIR_BYTES]; /* of those that are listed */
    unsigned char seed[FAIR_ATTEMPTS_MAX + 1][FAIR_BYTES]; /* of those that are promised */
    struct lines rolls; /* lines of chance, in their order; some may be missing */
};

/* Reads a transcript, or a file that has only a seed of 64 hexadecimal digits. False with a reason
 * and the number of the line. Free it in any case. */
bool transcript_read(struct transcript *transcript, struct span bytes, size_t *line,
                     struct text *why);
void transcript_free(struct transcript *transcript);

/* ---- keeping it: what an honest client does ---- */

/* What the server says of the exchange now. */
struct transcript_offer {
    struct fair fair;                 /* table, players, attempt, commitments and failures */
    unsigned char commit[FAIR_BYTES]; /* the server's */
    struct lines settings;
    bool closed; /* no more commitments are taken */
    bool open;   /* everybody has acknowledged the list */
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
 * written to the file before anything is sent. `why` gets a sentence if the seat is left out or
 * cheated. */
enum transcript_step transcript_next(struct transcript *transcript, struct transcript_offer *offer,
                                     const unsigned char fresh[FAIR_BYTES], struct lines *news,
                                     struct text *why);

/* A line that was played, as the seat saw it; those of chance are kept. */
void transcript_saw(struct transcript *transcript, struct span line, struct lines *news);

/* ---- checking a record by it ---- */

/* Whether a record, which fair_verify has found right, is of the game that the transcript tells of.
 * False with a sentence that says what the server has changed. `broken` gets the number of attempts
 * that were broken off after this seat had opened its seed. */
bool transcript_check(const struct transcript *transcript, const struct fair_report *report,
                      struct span record, int *broken, struct text *why);

#endif
