/* transcript3.h: the transcript of a client of fair dice 3 (section 9 of docs/design/fair-dice.md),
 * read back: for the check of a record, and to restore a client. */
#ifndef CORNET_MATCH_TRANSCRIPT3_H
#define CORNET_MATCH_TRANSCRIPT3_H

#include "match/fair3.h"

#define TRANSCRIPT3_FIRST "cornet-transcript 3"

struct transcript3_open {
    uint32_t n;
    uint64_t at;
    unsigned char hash[FAIR_BYTES], link[FAIR_BYTES];
    bool has_got;
    struct fair3_signed got; /* without a signature, if the server has no key */
};
struct transcript3_sent {
    uint32_t m, seen;
    bool refused;
    bool lost;    /* the connection broke before an answer: it may be carried out or not */
    bool carried; /* it is; for the caller */
    unsigned char digest[FAIR_BYTES];
    bool has_salt;
    unsigned char salt[FAIR_BYTES];
    char *text;
};
struct transcript3_clock {
    uint32_t entry;
    int seat;
    uint64_t left, at;
};
struct transcript3_seal {
    uint32_t entry;
    unsigned char hash[FAIR_BYTES];
    struct fair3_signed sign;
};

struct transcript3 {
    int read; /* lines of the top that were read: 4 are all */
    char table[FAIR_TABLE_MAX];
    int seat; /* 0: a spectator */
    unsigned char head[FAIR_BYTES];
    bool has_chain;
    struct fair3_note chain; /* of the kind FAIR3_CHAIN */
    struct lines saw;        /* by entry from 0; empty: not shown */
    uint64_t *saw_at;        /* when each was shown */
    size_t saw_capacity;
    struct transcript3_open *open; /* in the order of n */
    size_t opens, open_capacity;
    struct transcript3_sent *sent; /* in the order of M */
    size_t sents, sent_capacity;
    struct transcript3_clock *clock;
    size_t clocks, clock_capacity;
    struct transcript3_seal *seal;
    size_t seals, seal_capacity;
    uint32_t left_out;   /* lines `left-out` */
    char *contradiction; /* NULL: none */
};

/* Whether the bytes begin like such a transcript. */
bool transcript3_is(struct span bytes);

/* Reads it: false with a reason and the number of the line. Free it in any case. */
bool transcript3_read(struct transcript3 *transcript, struct span bytes, size_t *line,
                      struct text *why);
void transcript3_free(struct transcript3 *transcript);

/* The link that was opened for a step, or the word with this number; NULL: none. */
const struct transcript3_open *transcript3_opened(const struct transcript3 *transcript, uint32_t n);
const struct transcript3_sent *transcript3_word(const struct transcript3 *transcript, uint32_t m);

/* Adds one line, as the reader does; the client uses it too, so that what it knows is what a reader
 * of its file would know. */
bool transcript3_add(struct transcript3 *transcript, struct span line, struct text *why);

#endif
