#include "server/work/job.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"

struct job *job_new(enum job_task task, const char *table, const char *address, bool people)
{
    struct job *job = memory_new(1, sizeof *job);
    job->task = task;
    job->people = people;
    snprintf(job->table, sizeof job->table, "%s", table);
    snprintf(job->address, sizeof job->address, "%s", address);
    if (task >= JOB_TAKE)
        return job;
    if (task >= JOB_PEOPLE)
        job->account = memory_new(1, sizeof *job->account);
    else if (task >= JOB_ANALYSIS)
        job->reading = memory_new(1, sizeof *job->reading);
    return job;
}

static void free_reading(struct reading *reading)
{
    table_free(reading->table);
    free(reading->body);
    for (size_t i = 0; i < reading->count; i++)
        free((char *)reading->rows[i].summary.at); /* ours: see add_row in reader.c */
    free(reading->rows);
    for (size_t i = 0; i < reading->note_count; i++)
        free((char *)reading->notes[i].text.at); /* ours: see add_note in reader.c */
    free(reading->notes);
    free(reading);
}

static void free_account(struct people_job *account)
{
    people_answer_free(&account->answer);
    lines_free(&account->texts);
    if (account->body)
        account->free_body(account->body);
    sodium_memzero(account, sizeof *account);
    free(account);
}

static void free_study(struct study_job *study)
{
    people_study_free(&study->game);
    match_free(study->match);
    analysis_free(&study->analysis);
    free(study);
}

void job_free(struct job *job)
{
    table_question_free(&job->question);
    room_hint_free(&job->hint);
    free(job->json);
    if (job->reading)
        free_reading(job->reading);
    if (job->account)
        free_account(job->account);
    if (job->study)
        free_study(job->study);
    free(job);
}
