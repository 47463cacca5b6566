#include "server/reviews.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "protocol/lookup.h"

#define REVIEW_SECONDS 60 /* time limit for one analysis; then it is cut short */

static struct review *find(struct reviews *reviews, const char *id, int depth)
{
    for (int i = 0; i < REVIEWS_MAX; i++) {
        if (reviews->review[i].depth == depth && strcmp(reviews->review[i].table, id) == 0)
            return &reviews->review[i];
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
static struct review *find_free(struct reviews *reviews)
{
    struct review *place = NULL;
    for (int i = 0; i < REVIEWS_MAX; i++) {
        struct review *review = &reviews->review[i];
        if (!review->job && (!place || review->used < place->used))
            place = review;
    }
    if (place)
        forget(place);
    return place;
}

/* Whether too many are being computed for the address. */
static bool has_enough(const struct reviews *reviews, const char *address)
{
    int count = 0;
    for (int i = 0; i < REVIEWS_MAX; i++) {
        const struct review *review = &reviews->review[i];
        count += review->job && strcmp(review->address, address) == 0;
    }
    return count >= REVIEWS_PER_ADDRESS;
}

static struct review *ask(struct reviews *reviews, const struct table *table, int depth,
                          const char *address)
{
    struct review *review = has_enough(reviews, address) ? NULL : find_free(reviews);
    if (!review)
        return NULL;
    struct job *job = job_new(JOB_ANALYSIS, table_id(table), address, true);
    snprintf(review->address, sizeof review->address, "%s", address);
    job->depth = review->depth = depth;
    job->seconds = REVIEW_SECONDS;
    snprintf(review->table, sizeof review->table, "%s", table_id(table));
    review->job = job;
    pool_ask(reviews->reviewer, job);
    return review;
}

char *reviews_answer(struct reviews *reviews, const struct table *table, int depth,
                     const char *address, struct text *why)
{
    const struct match *match = table_match(table);
    const struct judge *judge = judge_of(match->game);
    struct text sentence = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (!judge) {
        lookup_no_judge(match->game, &sentence);
        return lookup_unjudged(sentence.start);
    }
    depth = judge_depth(judge, depth);
    struct review *review = find(reviews, table_id(table), depth);
    if (review && !review->job && !review->json) {
        /* The judge was not ready then. If it still is not, says why, in the client's language. */
        if (!judge->ready(&match->settings, &sentence))
            return lookup_unjudged(sentence.start);
        forget(review);
        review = NULL;
    }
    if (!review)
        review = ask(reviews, table, depth, address);
    if (!review) {
        text_fail(why, tr("the server is busy analysing games; try again later"));
        return NULL;
    }
    review->used = ++reviews->asked;
    return review->job
               ? lookup_computing(atomic_load(&review->job->done), atomic_load(&review->job->whole))
               : lookup_analysis(review->json, review->done, review->whole, judge);
}

void reviews_done(struct reviews *reviews, struct job *job)
{
    struct review *review = find(reviews, job->table, job->depth);
    if (!review || review->job != job)
        return;
    review->job = NULL;
    review->json = job->json;
    review->done = atomic_load(&job->done);
    review->whole = atomic_load(&job->whole);
    job->json = NULL;
}

void reviews_close(struct reviews *reviews)
{
    for (int i = 0; i < REVIEWS_MAX; i++)
        forget(&reviews->review[i]);
}
