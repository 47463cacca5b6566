#include "server/purge.h"

#include <stdlib.h>

static void ask(struct purge *purge)
{
    struct job *job = job_new(JOB_OLD, "", "", false);
    job->reading->age = purge->age;
    pool_ask(purge->reader, job);
}

static void finish(struct purge *purge, const char *why)
{
    purge->running = false;
    purge->done(purge->context, purge->deleted, why);
}

bool purge_start(struct purge *purge, const struct store_age *age, purge_done *done, void *context)
{
    if (purge->running)
        return false;
    purge->running = true;
    purge->age = *age;
    purge->deleted = 0;
    purge->done = done;
    purge->context = context;
    ask(purge);
    return true;
}

/* Whether the table is not in memory. A table in memory without clients is dropped first. */
static bool is_unused(struct purge *purge, const char *id)
{
    struct server_table *st = table_set_find(purge->tables->set, id);
    return st ? tables_put_away(st) : !loading_is_under_way(purge->loading, id);
}

/* Hides these tables from all requests. */
static void hide(struct purge *purge)
{
    purge->tables->hidden = purge->row;
    purge->tables->hidden_count = purge->rows;
}

void purge_found(struct purge *purge, struct job *job)
{
    struct reading *reading = job->reading;
    if (reading->result != READING_DONE || reading->count == 0) {
        finish(purge, reading->result == READING_DONE ? NULL : reading->why);
        return;
    }
    purge->age.after = reading->rows[reading->count - 1].table;
    for (size_t i = 0; i < reading->count; i++) {
        if (is_unused(purge, reading->rows[i].name))
            reading->rows[purge->rows++] = reading->rows[i];
    }
    reading->count = 0; /* old rows have no summaries to free */
    if (purge->rows == 0) {
        ask(purge);
        return;
    }
    purge->row = reading->rows;
    reading->rows = NULL;
    hide(purge);
    writer_purge(purge->writer, purge->row, purge->rows);
}

void purge_deleted(struct purge *purge, size_t deleted, const char *why)
{
    for (size_t i = 0; i < purge->rows; i++) {
        listing_forget(purge->listing, purge->row[i].name);
        pages_forget(purge->pages, purge->row[i].name);
    }
    free(purge->row);
    purge->row = NULL;
    purge->rows = 0;
    hide(purge);
    purge->deleted += deleted;
    if (why)
        finish(purge, why);
    else
        ask(purge);
}

void purge_close(struct purge *purge)
{
    free(purge->row);
}
