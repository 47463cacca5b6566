#include "server/studies.h"

#include "base/clock.h"
#include "base/memory.h"

#define LOOK_SECONDS 5.0    /* until the next look, if no game waits */
#define FAILED_SECONDS 30.0 /* the same, if the store does not answer */

static void ask(struct studies *studies, enum job_task task, struct study_job *study)
{
    struct job *job = job_new(task, "", "", false);
    job->study = study;
    study->now = clock_now(studies->clock);
    studies->working = true;
    pool_ask(task == JOB_STUDY ? studies->student : studies->desk, job);
}

/* Whether one of the other pools has something to do. */
static bool is_play_busy(const void *context)
{
    const struct studies *studies = context;
    for (int i = 0; i < STUDIES_PLAY; i++) {
        if (studies->play[i] && pool_is_busy(studies->play[i]))
            return true;
    }
    return false;
}

static bool may_begin(const struct studies *studies)
{
    return !studies->working && clock_steady() >= studies->next && !studies->health->stopping &&
           !health_is_cut_off(studies->health) && !studies->health->store_error[0] &&
           !pool_is_busy(studies->desk) && !is_play_busy(studies);
}

void studies_tick(struct studies *studies)
{
    if (!may_begin(studies))
        return;
    struct study_job *study = memory_new(1, sizeof *study);
    study->server = studies->server;
    study->restarted = !studies->has_taken;
    study->halt = studies->halt;
    study->is_play_busy = is_play_busy;
    study->context = studies;
    ask(studies, JOB_TAKE, study);
}

/* Takes the study out of a job that the pool frees. */
static struct study_job *take_out(struct job *job)
{
    struct study_job *study = job->study;
    job->study = NULL;
    return study;
}

static void rest(struct studies *studies, double seconds)
{
    studies->working = false;
    studies->next = clock_steady() + seconds;
}

void studies_done(struct studies *studies, struct job *job)
{
    const struct study_job *study = job->study;
    if (job->task == JOB_TAKE) {
        studies->has_taken = studies->has_taken || !study->failed;
        if (!study->game.table) {
            rest(studies, study->failed ? FAILED_SECONDS : LOOK_SECONDS);
        } else if (study->match) {
            ask(studies, JOB_STUDY, take_out(job));
        } else {
            job->study->finished = !study->failed;
            ask(studies, JOB_KEEP, take_out(job));
        }
    } else if (job->task == JOB_STUDY) {
        ask(studies, JOB_KEEP, take_out(job));
    } else {
        rest(studies, study->stored && study->finished ? 0 : FAILED_SECONDS);
    }
}
