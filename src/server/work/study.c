#include "server/work/study.h"

#include <time.h>

#include "base/clock.h"
#include "server/work/report.h"

#define LOOK_NANOSECONDS 20000000 /* between two looks at whether the others have finished */

static struct people_env env_of(struct reader *reader, const struct study_job *study)
{
    return (struct people_env){
        .db = reader->store->driver->people(reader->store), .now = study->now, .context = reader};
}

/* The finished game of a table, as a match of its own. False: nobody knows. */
static bool read_match(struct reader *reader, struct study_job *study)
{
    struct store_table row;
    const enum store_found found =
        reader->store->driver->find(reader->store, study->game.name, &row, TEXT_UNREAD);
    struct table *table =
        found == STORE_FOUND ? reader_restore(reader->env, reader->store, &row, TEXT_UNREAD) : NULL;
    if (table && table_phase(table) == TABLE_OVER) {
        const struct match *match = table_match(table);
        study->match = match_again(match);
        for (size_t i = 0; i < match->body.count; i++) {
            if (match->body.line[i][0] != '#')
                match_replay(study->match, span_of(match->body.line[i]));
        }
    }
    table_free(table);
    return found != STORE_FAILED;
}

static void tell(const struct text *why)
{
    report(REPORT_WARNING, "people", "a game cannot be analysed in the background: %s", why->start);
}

void study_take(struct reader *reader, struct job *job)
{
    struct study_job *study = job->study;
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const struct people_env env = env_of(reader, study);
    size_t line;
    study->failed = !people_study_take(&env, study->server, study->restarted, &study->game, &why);
    if (study->failed)
        tell(&why);
    else if (study->game.record)
        study->match = match_read(span_of(study->game.record), &line, &why);
    else if (study->game.table)
        study->failed = !read_match(reader, study);
}

/* ---- on the student's thread ---- */

struct progress {
    const struct study_job *study;
    const atomic_bool *stop;
    double until;
};

/* Between two lines: waits while somebody plays. */
static bool on_progress(void *context, size_t done, size_t whole)
{
    const struct progress *progress = context;
    const struct timespec look = {.tv_nsec = LOOK_NANOSECONDS};
    (void)done;
    (void)whole;
    while (!atomic_load(progress->stop) && !stop_is_set(progress->study->halt) &&
           clock_steady() < progress->until) {
        if (!progress->study->is_play_busy(progress->study->context))
            return true;
        nanosleep(&look, NULL);
    }
    return false;
}

void study_analyse(struct job *job, const atomic_bool *stop)
{
    struct study_job *study = job->study;
    struct progress progress = {study, stop, clock_steady() + PEOPLE_STUDY_MS / 1000.0};
    if (on_progress(&progress, 0, 0)) {
        analyse_watched(study->match, 0, study->halt, &study->analysis, TEXT_UNREAD, on_progress,
                        &progress);
        study->finished = !study->analysis.cut && !stop_is_set(study->halt);
    }
}

/* ---- */

void study_keep(struct reader *reader, struct job *job)
{
    struct study_job *study = job->study;
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const struct people_env env = env_of(reader, study);
    study->stored = study->finished
                        ? people_study_keep(&env, study->game.table, study->match,
                                            study->match ? &study->analysis : NULL, &why)
                        : people_study_drop(&env, study->game.table, &why);
    if (!study->stored)
        tell(&why);
}
