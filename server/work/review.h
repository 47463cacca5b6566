/* review: what things are worth: hints at a decision and analyses of finished games. They are
 * computed on the bots' threads; the loop asks and answers.
 *
 * A thread writes no sentence for a client, since only the loop knows the client's language. */
#ifndef CORNET_SERVER_REVIEW_H
#define CORNET_SERVER_REVIEW_H

#include <stdatomic.h>

#include "match/hints.h"
#include "server/work/pool.h"

#define REVIEWS_MAX 32 /* analyses that are kept or under way */

/* The analysis of one table. */
struct review {
    char table[TABLE_ID_LENGTH + 1];
    const struct pool_job *job; /* under way; NULL: done */
    char *json;                 /* NULL: it could not be judged */
    size_t done, whole;         /* lines that were judged before the time was out, and all */
    uint64_t used;              /* when it was last asked for, by counting */
};

/* On a thread. `stop`: the server is stopping. */
void review_hint(struct pool_job *job);
void review_analyse(struct pool_job *job, const atomic_bool *stop);

struct server;

/* On the loop: what there is to say of a finished game, as JSON to be freed; asks for the analysis
 * where there is none yet. NULL with a reason where too many are under way. */
char *review_answer(struct server *server, const struct table *table, struct text *why);
void review_done(struct server *server, struct pool_job *job);
void reviews_free(struct server *server);

#endif
