#include "store/copy.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lang.h"
#include "base/memory.h"
#include "store/backup.h"
#include "store/store.h"

#define COMMIT_EVENTS 4000
#define PHASE_MAX 15 /* of any phase: the store knows them as numbers only */

/* Tables that were read and are yet to be written. Its texts are its own. */
struct copying {
    struct store *from, *to;
    struct store_batch batch;
    size_t events_capacity, rows_capacity;
    struct copy_counts *counts;
    struct text *why;
    bool good;
};

static struct span own(struct span text)
{
    return (struct span){memory_copy(text.at, text.length), text.length};
}

static void empty(struct store_batch *batch)
{
    for (size_t i = 0; i < batch->events; i++)
        free((char *)batch->event[i].text.at);
    for (size_t i = 0; i < batch->rows; i++)
        free((char *)batch->row[i].summary.at);
    batch->events = batch->rows = 0;
}

static bool write_batch(struct copying *c)
{
    struct store_fenced fenced = {NULL, 0};
    if (!c->batch.rows)
        return true;
    const bool good = c->to->driver->write(c->to, &c->batch, &fenced, c->why);
    c->counts->copied += good ? c->batch.rows - fenced.count : 0;
    free(fenced.table);
    empty(&c->batch);
    return good;
}

static bool add_event(void *context, const struct store_event *event)
{
    struct copying *c = context;
    struct store_batch *batch = &c->batch;
    struct store_table *row = &batch->row[batch->rows - 1];
    batch->event =
        memory_grow(batch->event, batch->events, &c->events_capacity, sizeof *batch->event);
    struct store_event *added = &batch->event[batch->events++];
    *added = *event;
    added->id = c->to->next_event++;
    added->previous = row->last;
    added->table = row->table;
    added->text = own(event->text);
    row->last = added->id;
    return true;
}

static bool add_table(void *context, const struct store_table *table)
{
    struct copying *c = context;
    struct store_batch *batch = &c->batch;
    struct store_table unused;
    const enum store_found found = c->to->driver->find(c->to, table->name, &unused, c->why);
    if (found != STORE_NONE) {
        c->good = found != STORE_FAILED;
        c->counts->there += found == STORE_FOUND;
        return c->good;
    }
    batch->row = memory_grow(batch->row, batch->rows, &c->rows_capacity, sizeof *batch->row);
    struct store_table *row = &batch->row[batch->rows++];
    *row = *table;
    row->table = c->to->next_table++;
    row->last = row->owner = row->claim = 0;
    row->summary = own(table->summary);
    c->good = c->from->driver->events(c->from, table, add_event, c, c->why) &&
              (batch->events < COMMIT_EVENTS || write_batch(c));
    return c->good;
}

bool copy_tables(struct store *from, struct store *to, struct copy_counts *counts, struct text *why)
{
    struct copying c = {.from = from, .to = to, .counts = counts, .why = why, .good = true};
    *counts = (struct copy_counts){0, 0};
    const bool good =
        from->driver->tables(from, false, 0, PHASE_MAX, SIZE_MAX, add_table, &c, why) && c.good &&
        write_batch(&c);
    empty(&c.batch);
    free(c.batch.event);
    free(c.batch.row);
    return good;
}

static bool copy_to_part(struct store *from, const char *part, struct text *why)
{
    struct copy_counts counts;
    char lock[PATH_MAX + 16];
    struct store *file = sqlite_store_open(part, STORE_SERVE, why);
    const bool good = file && copy_tables(from, file, &counts, why) && copy_people(from, file, why);
    store_close(file);
    snprintf(lock, sizeof lock, "%s.lock", part);
    unlink(lock);
    snprintf(lock, sizeof lock, "%s.reserve", part);
    unlink(lock);
    return good;
}

bool copy_to_file(struct store *from, const char *to, struct text *why)
{
    char part[PATH_MAX];
    struct stat there;
    if (lstat(to, &there) == 0)
        return text_fail(why, tr("%s already exists: name a new file"), to);
    if (snprintf(part, sizeof part, "%s.part", to) >= (int)sizeof part)
        return text_fail(why, tr("cannot write %s: %s"), to, strerror(ENAMETOOLONG));
    unlink(part); /* of a copy that was cut off */
    const bool good = copy_to_part(from, part, why) && backup_publish(part, to, why);
    if (!good)
        unlink(part);
    return good;
}
