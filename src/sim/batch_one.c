/* batch.h for platforms without threads: the caller does everything, piece by piece. */

#include "sim/batch.h"

bool batch_run(const struct batch_job *job)
{
    void *worker = job->open ? job->open(job->context) : job->context;
    atomic_bool halt = false;
    for (uint64_t piece = job->first, more = true; more && piece < job->end; piece++) {
        struct batch_block block = {.first = piece, .end = piece + 1, .halt = &halt};
        job->work(worker, &block);
        more = job->take(job->context, &block) && !stop_is_set(job->stop);
        memory_free(block.bytes);
    }
    if (job->close)
        job->close(worker);
    return true;
}
