#include "server/work/writer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"

#define KEPT_MAX 1024 /* events or rows for which a buffer keeps its memory */

/* A batch and the memory it uses. */
struct buffer {
    struct store_batch batch;
    size_t events_capacity, rows_capacity, changes_capacity;
    char *bytes; /* the events' texts, concatenated */
    size_t length, capacity;
};

/* The loop owns one buffer, and the thread the other while `busy`. */
struct writer {
    /* Set once. */
    struct store *store;
    struct ev_loop *loop;
    ev_async wake;
    writer_done *done;
    writer_fenced *fenced;
    writer_purged *purged;
    void *context;
    pthread_t thread;

    /* The loop's. */
    struct buffer buffer[2];
    int active;               /* the index of the buffer that the loop fills */
    bool busy;                /* the thread has the other one */
    uint64_t number, durable; /* of the batch that is being filled, and of the last durable one */
    uint64_t commits, events;
    double first[2]; /* steady seconds: when the buffer got its first event */
    double flushed;  /* when the thread got the other buffer */
    struct writer_commit last;

    pthread_mutex_t mutex; /* protects the members below */
    pthread_cond_t change;
    bool work;           /* the thread has a batch to write */
    bool finished, good; /* the thread has written the batch, and whether that succeeded */
    bool stop;
    struct store_fenced left_out; /* of the batch that was written */
    char why[TEXT_WHY];

    /* Tables to delete: the loop sets them, then they are the thread's until `purge_finished`. */
    struct store_table *old;
    size_t old_count, old_done, deleted;
    bool purge_finished;
    char purge_why[TEXT_WHY]; /* empty: nothing failed */
};

/* Gives events their texts, and takes out those that were dropped. */
static void set_texts(struct buffer *buffer)
{
    struct store_batch *batch = &buffer->batch;
    const char *at = buffer->bytes ? buffer->bytes : ""; /* NULL if all texts are empty */
    size_t kept = 0;
    for (size_t i = 0; i < batch->events; i++) {
        batch->event[i].text.at = at;
        at += batch->event[i].text.length;
        if (batch->event[i].table)
            batch->event[kept++] = batch->event[i];
    }
    batch->events = kept;
}

static void write_batch(struct writer *w)
{
    struct buffer *buffer = &w->buffer[!w->active];
    struct store_fenced fenced = {NULL, 0};
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    set_texts(buffer);
    const bool good = w->store->driver->write(w->store, &buffer->batch, &fenced, &why);
    pthread_mutex_lock(&w->mutex);
    w->work = false;
    w->finished = true;
    w->good = good;
    w->left_out = fenced;
    memcpy(w->why, why.start, sizeof w->why);
    pthread_cond_broadcast(&w->change);
    pthread_mutex_unlock(&w->mutex);
    ev_async_send(w->loop, &w->wake);
}

static bool has_old(const struct writer *w)
{
    return w->old_count > 0 && !w->purge_finished && !w->stop;
}

/* Deletes some of the old tables, in one commit. */
static void purge_some(struct writer *w)
{
    char reason[TEXT_WHY] = "";
    struct text why = text_on(reason, sizeof reason);
    size_t done = 0, deleted = 0;
    const bool good = w->store->driver->purge(w->store, w->old + w->old_done,
                                              w->old_count - w->old_done, &done, &deleted, &why);
    pthread_mutex_lock(&w->mutex);
    w->old_done += good ? done : 0;
    w->deleted += good ? deleted : 0;
    memcpy(w->purge_why, good ? "" : reason, good ? 1 : sizeof reason);
    w->purge_finished = !good || w->old_done == w->old_count;
    const bool finished = w->purge_finished;
    pthread_mutex_unlock(&w->mutex);
    if (finished)
        ev_async_send(w->loop, &w->wake);
}

static void *work(void *context)
{
    struct writer *w = context;
    pthread_setname_np(pthread_self(), "writer"); /* for top -H, and tests/attack.py */
    for (;;) {
        pthread_mutex_lock(&w->mutex);
        while (!w->work && !has_old(w) && !w->stop)
            pthread_cond_wait(&w->change, &w->mutex);
        const bool has_work = w->work, purges = has_old(w);
        pthread_mutex_unlock(&w->mutex);
        if (has_work)
            write_batch(w);
        else if (purges)
            purge_some(w);
        else
            return NULL;
    }
}

static void free_summaries(struct store_batch *batch)
{
    for (size_t i = 0; i < batch->rows; i++)
        free((char *)batch->row[i].summary.at); /* ours: see writer_add_table */
    batch->rows = 0;
}

static void free_buffer(struct buffer *buffer)
{
    free_summaries(&buffer->batch);
    free(buffer->batch.event);
    free(buffer->batch.row);
    free(buffer->batch.change);
    free(buffer->bytes);
    *buffer = (struct buffer){.bytes = NULL};
}

/* Empties it, and gives the memory of a peak back. */
static void clear(struct buffer *buffer)
{
    free_summaries(&buffer->batch);
    buffer->batch.events = buffer->batch.changes = 0;
    buffer->length = 0;
    if (buffer->events_capacity > KEPT_MAX || buffer->rows_capacity > KEPT_MAX ||
        buffer->changes_capacity > KEPT_MAX)
        free_buffer(buffer);
}

/* Drops a table's events from the batch being filled: they depend on events that were not written.
 */
static void drop_table(struct writer *w, int64_t table)
{
    struct store_batch *batch = &w->buffer[w->active].batch;
    size_t kept = 0;
    for (size_t i = 0; i < batch->events; i++) {
        if (batch->event[i].table == table)
            batch->event[i].table = 0; /* set_texts takes it out */
    }
    for (size_t i = 0; i < batch->rows; i++) {
        if (batch->row[i].table == table)
            free((char *)batch->row[i].summary.at);
        else
            batch->row[kept++] = batch->row[i];
    }
    batch->rows = kept;
    kept = 0;
    for (size_t i = 0; i < batch->changes; i++) {
        if (batch->change[i].table != table)
            batch->change[kept++] = batch->change[i];
    }
    batch->changes = kept;
}

/* On the loop, when the thread has finished. */
static void take_result(struct writer *w)
{
    pthread_mutex_lock(&w->mutex);
    const bool finished = w->finished, good = w->good;
    const struct store_fenced left_out = w->left_out;
    w->finished = false;
    w->left_out = (struct store_fenced){NULL, 0};
    pthread_mutex_unlock(&w->mutex);
    if (!finished)
        return;
    for (size_t i = 0; good && i < left_out.count; i++) {
        drop_table(w, left_out.table[i]);
        w->fenced(w->context, left_out.table[i]);
    }
    free(left_out.table);
    struct buffer *written = &w->buffer[!w->active];
    w->busy = false;
    if (good) {
        w->durable = w->number - 1;
        w->commits++;
        w->events += written->batch.events;
        const double now = clock_steady();
        w->last = (struct writer_commit){.events = written->batch.events,
                                         .seconds = now - w->flushed,
                                         .waited = now - w->first[!w->active]};
    } else { /* the batch that is being filled builds on the lost one */
        clear(&w->buffer[w->active]);
    }
    clear(written);
    w->done(w->context, good ? NULL : w->why);
    if (!good)
        w->durable = w->number++; /* messages of lost batches have been dropped */
    writer_flush(w);
}

/* On the loop, when all tables that were to be deleted are. */
static void take_purged(struct writer *w)
{
    char why[TEXT_WHY];
    pthread_mutex_lock(&w->mutex);
    const bool finished = w->purge_finished;
    const size_t deleted = w->deleted;
    memcpy(why, w->purge_why, sizeof why);
    if (finished) {
        free(w->old);
        w->old = NULL;
        w->old_count = w->old_done = w->deleted = 0;
        w->purge_finished = false;
    }
    pthread_mutex_unlock(&w->mutex);
    if (finished)
        w->purged(w->context, deleted, why[0] ? why : NULL);
}

static void on_wake(struct ev_loop *loop, ev_async *wake, int events)
{
    (void)loop;
    (void)events;
    take_result(wake->data);
    take_purged(wake->data);
}

struct writer *writer_open(struct store *store, struct ev_loop *loop, writer_done *done,
                           writer_fenced *fenced, writer_purged *purged, void *context)
{
    struct writer *w = memory_new(1, sizeof *w);
    w->store = store;
    w->loop = loop;
    w->done = done;
    w->fenced = fenced;
    w->purged = purged;
    w->context = context;
    w->number = 1;
    ev_async_init(&w->wake, on_wake);
    w->wake.data = w;
    ev_async_start(loop, &w->wake);
    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->change, NULL);
    if (pthread_create(&w->thread, NULL, work, w) != 0)
        abort();
    return w;
}

void writer_add_event(struct writer *w, const struct store_event *event)
{
    struct buffer *buffer = &w->buffer[w->active];
    struct store_batch *batch = &buffer->batch;
    batch->event =
        memory_grow(batch->event, batch->events, &buffer->events_capacity, sizeof *batch->event);
    while (buffer->length + event->text.length > buffer->capacity) {
        buffer->capacity = buffer->capacity ? 2 * buffer->capacity : 4096;
        buffer->bytes = memory_resize(buffer->bytes, buffer->capacity, 1);
    }
    if (event->text.length)
        memcpy(buffer->bytes + buffer->length, event->text.at, event->text.length);
    buffer->length += event->text.length;
    if (!batch->events)
        w->first[w->active] = clock_steady();
    batch->event[batch->events++] = *event;
}

void writer_add_table(struct writer *w, const struct store_table *row)
{
    struct buffer *buffer = &w->buffer[w->active];
    struct store_batch *batch = &buffer->batch;
    batch->row = memory_grow(batch->row, batch->rows, &buffer->rows_capacity, sizeof *batch->row);
    batch->row[batch->rows] = *row;
    batch->row[batch->rows++].summary.at = memory_copy(row->summary.at, row->summary.length);
}

void writer_add_change(struct writer *w, const struct people_change *change)
{
    struct buffer *buffer = &w->buffer[w->active];
    struct store_batch *batch = &buffer->batch;
    batch->change = memory_grow(batch->change, batch->changes, &buffer->changes_capacity,
                                sizeof *batch->change);
    batch->change[batch->changes++] = *change;
}

uint64_t writer_batch(const struct writer *w)
{
    return w->number;
}

uint64_t writer_durable(const struct writer *w)
{
    return w->durable;
}

bool writer_may_flush(const struct writer *w)
{
    const struct store_batch *batch = &w->buffer[w->active].batch;
    return !w->busy && (batch->events || batch->rows || batch->changes);
}

void writer_flush(struct writer *w)
{
    if (!writer_may_flush(w))
        return;
    w->busy = true;
    w->flushed = clock_steady();
    w->active = !w->active;
    w->number++;
    pthread_mutex_lock(&w->mutex);
    w->work = true;
    pthread_cond_signal(&w->change);
    pthread_mutex_unlock(&w->mutex);
}

void writer_purge(struct writer *w, const struct store_table row[], size_t rows)
{
    pthread_mutex_lock(&w->mutex);
    w->old = memory_resize(NULL, rows, sizeof *row);
    memcpy(w->old, row, rows * sizeof *row);
    w->old_count = rows;
    pthread_cond_signal(&w->change);
    pthread_mutex_unlock(&w->mutex);
}

struct writer_commit writer_last(const struct writer *w)
{
    return w->last;
}

void writer_counts(const struct writer *w, uint64_t *commits, uint64_t *events)
{
    *commits = w->commits;
    *events = w->events;
}

void writer_forget(struct writer *w)
{
    clear(&w->buffer[w->active]);
}

void writer_drain(struct writer *w)
{
    do {
        pthread_mutex_lock(&w->mutex);
        while (w->busy && !w->finished)
            pthread_cond_wait(&w->change, &w->mutex);
        pthread_mutex_unlock(&w->mutex);
        if (w->busy)
            take_result(w);
        else
            writer_flush(w);
    } while (w->busy);
}

void writer_close(struct writer *w)
{
    writer_drain(w);
    pthread_mutex_lock(&w->mutex);
    w->stop = true;
    pthread_cond_signal(&w->change);
    pthread_mutex_unlock(&w->mutex);
    pthread_join(w->thread, NULL);
    ev_async_stop(w->loop, &w->wake);
    for (int i = 0; i < 2; i++)
        free_buffer(&w->buffer[i]);
    free(w->old);
    pthread_mutex_destroy(&w->mutex);
    pthread_cond_destroy(&w->change);
    free(w);
}
