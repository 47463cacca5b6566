#include "server/work/review.h"

#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "match/analyse.h"
#include "server/work/report.h"

struct progress {
    struct job *job;
    const atomic_bool *stop;
    double until;
};

static bool on_progress(void *context, size_t done, size_t whole)
{
    const struct progress *progress = context;
    atomic_store(&progress->job->done, done);
    atomic_store(&progress->job->whole, whole);
    return !atomic_load(progress->stop) && clock_steady() < progress->until;
}

void review_analyse(struct job *job, struct reader *reader, const atomic_bool *stop)
{
    struct progress progress = {job, stop, clock_steady() + job->seconds};
    struct analysis analysis;
    struct table *table = reader_table(reader, job->table, job->reading);
    if (!table) {
        report(REPORT_WARNING, "table", "%s cannot be analysed: %s",
               report_id(job->table, (char[REPORT_ID_MAX]){0}), job->reading->why);
        return;
    }
    const struct match *match = table_match(table);
    analyse(match, job->depth, &analysis, TEXT_UNREAD, on_progress, &progress);
    if (!analysis.cut)
        atomic_store(&job->done, atomic_load(&job->whole));
    if (analysis.judge) {
        job->json = analysis_json(match, &analysis, "");
        job->json = memory_resize(job->json, strlen(job->json) + 1, 1);
    }
    analysis_free(&analysis);
    table_free(table);
}
