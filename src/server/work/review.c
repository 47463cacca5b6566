#include "server/work/review.h"

#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "match/analyse.h"
#include "protocol/lookup.h"
#include "server/core.h"

/* ---- on a pool's thread ---- */

struct progress {
    struct pool_job *job;
    const atomic_bool *stop;
    double until;
};

static bool on_progress(void *context, size_t done, size_t whole)
{
    const struct progress *progress = context;
    atomic_store(&progress->job->done, done);
    atomic_store(&progress->job->whole, whole);
    return !atomic_load(progress->stop) && server_steady() < progress->until;
}

void review_analyse(struct pool_job *job, struct reader *reader, const atomic_bool *stop)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct progress progress = {job, stop, server_steady() + job->seconds};
    struct analysis analysis;
    struct table *table = reader_table(reader, job->table, job->reading);
    if (!table) {
        fprintf(stderr, "cornet serve: table %s cannot be analysed: %s\n", job->table,
                job->reading->why);
        return;
    }
    const struct match *match = table_match(table);
    analyse(match, job->depth, &analysis, &why, on_progress, &progress);
    if (!analysis.cut)
        atomic_store(&job->done, atomic_load(&job->whole));
    if (analysis.judge) {
        job->json = analysis_json(match, &analysis, "");
        job->json = memory_resize(job->json, strlen(job->json) + 1, 1);
    }
    analysis_free(&analysis);
    table_free(table);
}

/* ---- on the loop ---- */

static struct review *find(struct server *server, const char *id, int depth)
{
    for (int i = 0; i < REVIEWS_MAX; i++) {
        if (server->reviews[i].depth == depth && strcmp(server->reviews[i].table, id) == 0)
            return &server->reviews[i];
    }
    return NULL;
}

static void forget(struct review *review)
{
    free(review->json);
    *review = (struct review){0};
}

/* A free entry: drops the least recently used analysis that is finished. NULL if all are being
 * computed. */
static struct review *find_free(struct server *server)
{
    struct review *place = NULL;
    for (int i = 0; i < REVIEWS_MAX; i++) {
        struct review *review = &server->reviews[i];
        if (!review->job && (!place || review->used < place->used))
            place = review;
    }
    if (place)
        forget(place);
    return place;
}

/* Whether too many are being computed for the address. */
static bool has_enough(const struct server *server, const char *address)
{
    int count = 0;
    for (int i = 0; i < REVIEWS_MAX; i++) {
        const struct review *review = &server->reviews[i];
        count += review->job && strcmp(review->address, address) == 0;
    }
    return count >= REVIEWS_PER_ADDRESS;
}

static struct review *ask(struct server *server, const struct table *table, int depth,
                          const char *address)
{
    struct review *review = has_enough(server, address) ? NULL : find_free(server);
    if (!review)
        return NULL;
    struct pool_job *job = memory_new(1, sizeof *job);
    job->reading = reading_new();
    job->task = POOL_ANALYSIS;
    job->people = true;
    snprintf(job->address, sizeof job->address, "%s", address);
    snprintf(review->address, sizeof review->address, "%s", address);
    job->depth = review->depth = depth;
    job->seconds = server->settings.review_seconds;
    snprintf(job->table, sizeof job->table, "%s", table_id(table));
    snprintf(review->table, sizeof review->table, "%s", table_id(table));
    review->job = job;
    pool_ask(server->reviewer, job);
    return review;
}

char *review_answer(struct server *server, const struct table *table, int depth,
                    const char *address, struct text *why)
{
    const struct match *match = table_match(table);
    const struct judge *judge = judge_of(match->game);
    char reason[TEXT_WHY];
    struct text sentence = text_on(reason, sizeof reason);
    if (!judge) {
        lookup_no_judge(match->game, &sentence);
        return lookup_unjudged(reason);
    }
    depth = judge_depth(judge, depth);
    struct review *review = find(server, table_id(table), depth);
    if (review && !review->job && !review->json) {
        /* The judge was not ready then. If it still is not, says why, in the client's language. */
        if (!judge->ready(&match->settings, &sentence))
            return lookup_unjudged(reason);
        forget(review);
        review = NULL;
    }
    if (!review)
        review = ask(server, table, depth, address);
    if (!review) {
        text_fail(why, tr("the server has many games to analyse; try again later"));
        return NULL;
    }
    review->used = ++server->reviews_asked;
    return review->job
               ? lookup_computing(atomic_load(&review->job->done), atomic_load(&review->job->whole))
               : lookup_analysis(review->json, review->done, review->whole, judge);
}

void review_done(struct server *server, struct pool_job *job)
{
    struct review *review = find(server, job->table, job->depth);
    if (!review || review->job != job)
        return;
    review->job = NULL;
    review->json = job->json;
    review->done = atomic_load(&job->done);
    review->whole = atomic_load(&job->whole);
    job->json = NULL;
}

void reviews_free(struct server *server)
{
    for (int i = 0; i < REVIEWS_MAX; i++)
        forget(&server->reviews[i]);
}
