/* reviews.h: the analyses of finished games: asks a thread for them (work/review.h), and caches
 * them. */
#ifndef CORNET_SERVER_REVIEWS_H
#define CORNET_SERVER_REVIEWS_H

#include "server/work/pool.h"

#define REVIEWS_MAX 32        /* analyses that are cached or being computed */
#define REVIEWS_PER_ADDRESS 4 /* that are being computed for one client address */

/* The analysis of one table, at one depth of the judge. */
struct review {
    char table[TABLE_ID_LENGTH + 1];
    int depth;
    const struct job *job;     /* that computes it; NULL: it is finished */
    char address[IP_TEXT_MAX]; /* of the client who asked first */
    char *json;                /* NULL: no judge was ready */
    size_t done, whole;        /* lines that were judged, and all lines */
    uint64_t used;             /* reviews->asked when it was last asked for */
};

/* The rest is all zero: there are none yet. */
struct reviews {
    struct pool *reviewer;
    double seconds; /* for one analysis; after that it is cut off */
    struct review review[REVIEWS_MAX];
    uint64_t asked; /* counts calls of reviews_answer */
};

/* The analysis of a finished game, all of which is stored, or its progress, as JSON, which the
 * caller frees. Asks for the analysis at this depth (0: the usual one) if there is none yet. NULL
 * with a reason if too many are being computed, in all or for this client address. */
char *reviews_answer(struct reviews *reviews, const struct table *table, int depth,
                     const char *address, struct text *why);

/* Takes the answer of the pool. */
void reviews_done(struct reviews *reviews, struct job *job);
void reviews_close(struct reviews *reviews);

#endif
