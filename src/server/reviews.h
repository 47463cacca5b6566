/* reviews.h: analyses of finished games: computes them on a thread (work/review.h) and caches them.
 */
#ifndef CORNET_SERVER_REVIEWS_H
#define CORNET_SERVER_REVIEWS_H

#include "server/work/pool.h"

#define REVIEWS_MAX 32        /* analyses cached or being computed */
#define REVIEWS_PER_ADDRESS 4 /* analyses being computed for one client address */

/* The analysis of one table, at one depth of the judge. */
struct review {
    char table[TABLE_ID_LENGTH + 1];
    int depth;
    const struct job *job;     /* the job that computes it; NULL: finished */
    char address[IP_TEXT_MAX]; /* of the client that asked first */
    char *json;                /* NULL: no judge was ready */
    size_t done, whole;        /* lines judged so far, and all lines */
    uint64_t used;             /* value of reviews->asked at the last request */
};

/* Initialise with zeros, and set `reviewer`. */
struct reviews {
    struct pool *reviewer;
    struct review review[REVIEWS_MAX];
    uint64_t asked; /* counts calls of reviews_answer */
};

/* The analysis of a finished and fully stored game, or its progress, as JSON, which the caller
 * frees. Starts the analysis at this depth (0: the default) if there is none yet. NULL with a
 * reason if too many are being computed, in total or for this client address. */
char *reviews_answer(struct reviews *reviews, const struct table *table, int depth,
                     const char *address, struct text *why);

/* Handles the pool's answer. */
void reviews_done(struct reviews *reviews, struct job *job);
void reviews_close(struct reviews *reviews);

#endif
