#include "server/purge.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "server/core.h"
#include "server/loading.h"
#include "server/work/reader.h"

static void ask(struct server *server)
{
    struct pool_job *job = memory_new(1, sizeof *job);
    job->task = POOL_OLD;
    job->reading = reading_new();
    job->reading->age = server->purge.age;
    pool_ask(server->reader, job);
}

static void finish(struct server *server, const char *why)
{
    struct purge *purge = &server->purge;
    purge->running = false;
    purge->done(server, purge->deleted, why);
}

bool purge_start(struct server *server, const struct store_age *age, purge_done *done)
{
    if (server->purge.running)
        return false;
    server->purge = (struct purge){.running = true, .age = *age, .done = done};
    ask(server);
    return true;
}

bool purge_has(const struct server *server, const char *id)
{
    for (size_t i = 0; i < server->purge.rows; i++) {
        if (strcmp(server->purge.row[i].name, id) == 0)
            return true;
    }
    return false;
}

/* Whether the table is not in memory: one that is there without anybody is let go. */
static bool is_unused(struct server *server, const char *id)
{
    struct server_table *st = tables_in_memory(server, id);
    if (!st)
        return !loading_is_under_way(server, id);
    if (st->base.clients || st->base.set_aside || table_is_thinking(st->base.table))
        return false;
    table_sleep(st->base.table, server_now(server));
    if (st->dirty)
        return false;
    tables_release(st);
    return true;
}

void purge_found(struct server *server, struct pool_job *job)
{
    struct purge *purge = &server->purge;
    struct reading *reading = job->reading;
    if (reading->result != READING_DONE || reading->count == 0) {
        finish(server, reading->result == READING_DONE ? NULL : reading->why);
        return;
    }
    purge->age.after = reading->rows[reading->count - 1].table;
    for (size_t i = 0; i < reading->count; i++) {
        if (is_unused(server, reading->rows[i].name))
            reading->rows[purge->rows++] = reading->rows[i];
    }
    reading->count = 0; /* old rows have no summaries to free */
    if (purge->rows == 0) {
        ask(server);
        return;
    }
    purge->row = reading->rows;
    reading->rows = NULL;
    writer_purge(server->writer, purge->row, purge->rows);
}

void purge_deleted(struct server *server, size_t deleted, const char *why)
{
    struct purge *purge = &server->purge;
    for (size_t i = 0; i < purge->rows; i++) {
        listing_forget(server, purge->row[i].name);
        pages_forget(server, purge->row[i].name);
    }
    free(purge->row);
    purge->row = NULL;
    purge->rows = 0;
    purge->deleted += deleted;
    if (why)
        finish(server, why);
    else
        ask(server);
}

void purge_close(struct server *server)
{
    free(server->purge.row);
}
