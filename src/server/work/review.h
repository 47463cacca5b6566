/* review.h: analyses of finished games. A pool computes them; the loop asks for them and answers
 * clients. */
#ifndef CORNET_SERVER_WORK_REVIEW_H
#define CORNET_SERVER_WORK_REVIEW_H

#include <stdatomic.h>

#include "server/work/pool.h"
#include "server/work/reader.h"

#define REVIEWS_MAX 32        /* analyses that are cached or being computed */
#define REVIEWS_PER_ADDRESS 4 /* that are being computed for one client address */

/* The analysis of one table, at one depth of the judge. */
struct review {
    char table[TABLE_ID_LENGTH + 1];
    int depth;
    const struct pool_job *job;     /* that computes it; NULL: it is finished */
    char address[ADDRESS_NAME_MAX]; /* of the client who asked first */
    char *json;                     /* NULL: no judge was ready */
    size_t done, whole;             /* lines that were judged, and all lines */
    uint64_t used;                  /* server->reviews_asked when it was last asked for */
};

/* On a pool's thread. `stop` is set when the server is stopping. */
void review_analyse(struct pool_job *job, struct reader *reader, const atomic_bool *stop);

struct server;

/* On the loop: the analysis of a finished game, all of which is stored, or its progress, as JSON,
 * which the caller frees. Asks for the analysis at this depth (0: the usual one) if there is none
 * yet. NULL with a reason if too
 * many are being computed, in all or for this client address. */
char *review_answer(struct server *server, const struct table *table, int depth,
                    const char *address, struct text *why);
void review_done(struct server *server, struct pool_job *job);
void reviews_free(struct server *server);

#endif
