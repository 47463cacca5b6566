#include "server/work/writer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

struct filling {
    struct store_batch batch;
    size_t events_room, rows_room;
    char *bytes; /* the events' texts, one after the other */
    size_t length, room;
};

struct writer {
    struct store *store;
    struct ev_loop *loop;
    ev_async wake;
    writer_done *done;
    void *context;
    struct filling fill[2];
    int now; /* which of them the loop fills */
    uint64_t number, durable;
    uint64_t commits, events;
    bool busy; /* the loop's: the thread has the other one */
    pthread_t thread;
    pthread_mutex_t mutex; /* for what follows */
    pthread_cond_t change;
    bool work, stop, finished, good;
    char why[TEXT_WHY];
};

static void write_one(struct writer *w)
{
    struct filling *fill = &w->fill[!w->now];
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    const char *at = fill->bytes ? fill->bytes : ""; /* none where all texts are empty */
    for (size_t i = 0; i < fill->batch.events; i++) {
        fill->batch.event[i].text.at = at;
        at += fill->batch.event[i].text.length;
    }
    const bool good = store_write(w->store, &fill->batch, &why);
    pthread_mutex_lock(&w->mutex);
    w->work = false;
    w->finished = true;
    w->good = good;
    memcpy(w->why, reason, sizeof w->why);
    pthread_cond_broadcast(&w->change);
    pthread_mutex_unlock(&w->mutex);
    ev_async_send(w->loop, &w->wake);
}

static void *work(void *context)
{
    struct writer *w = context;
    for (;;) {
        pthread_mutex_lock(&w->mutex);
        while (!w->work && !w->stop)
            pthread_cond_wait(&w->change, &w->mutex);
        const bool go_on = w->work;
        pthread_mutex_unlock(&w->mutex);
        if (!go_on)
            return NULL;
        write_one(w);
    }
}

static void empty(struct filling *fill)
{
    fill->batch.events = fill->batch.rows = 0;
    fill->length = 0;
}

/* On the loop, when the thread has finished. */
static void take_result(struct writer *w)
{
    pthread_mutex_lock(&w->mutex);
    const bool finished = w->finished, good = w->good;
    w->finished = false;
    pthread_mutex_unlock(&w->mutex);
    if (!finished)
        return;
    struct filling *written = &w->fill[!w->now];
    w->busy = false;
    if (good) {
        w->durable = w->number - 1;
        w->commits++;
        w->events += written->batch.events;
    } else { /* what is being filled builds on what is lost */
        empty(&w->fill[w->now]);
    }
    empty(written);
    w->done(w->context, good ? NULL : w->why);
    if (!good)
        w->durable = w->number++; /* numbers of lost batches mean nothing any more */
    writer_flush(w);
}

static void on_wake(struct ev_loop *loop, ev_async *wake, int events)
{
    (void)loop;
    (void)events;
    take_result(wake->data);
}

struct writer *writer_open(struct store *store, struct ev_loop *loop, writer_done *done,
                           void *context)
{
    struct writer *w = memory_new(1, sizeof *w);
    w->store = store;
    w->loop = loop;
    w->done = done;
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

void writer_event(struct writer *w, const struct store_event *event)
{
    struct filling *fill = &w->fill[w->now];
    struct store_batch *batch = &fill->batch;
    if (batch->events == fill->events_room) {
        fill->events_room = fill->events_room ? 2 * fill->events_room : 64;
        batch->event = memory_resize(batch->event, fill->events_room, sizeof *batch->event);
    }
    while (fill->length + event->text.length > fill->room) {
        fill->room = fill->room ? 2 * fill->room : 4096;
        fill->bytes = memory_resize(fill->bytes, fill->room, 1);
    }
    if (event->text.length)
        memcpy(fill->bytes + fill->length, event->text.at, event->text.length);
    fill->length += event->text.length;
    batch->event[batch->events++] = *event;
}

void writer_table(struct writer *w, const struct store_table *row)
{
    struct filling *fill = &w->fill[w->now];
    struct store_batch *batch = &fill->batch;
    if (batch->rows == fill->rows_room) {
        fill->rows_room = fill->rows_room ? 2 * fill->rows_room : 64;
        batch->row = memory_resize(batch->row, fill->rows_room, sizeof *batch->row);
    }
    batch->row[batch->rows++] = *row;
}

uint64_t writer_number(const struct writer *w)
{
    return w->number;
}

uint64_t writer_durable(const struct writer *w)
{
    return w->durable;
}

void writer_flush(struct writer *w)
{
    const struct store_batch *batch = &w->fill[w->now].batch;
    if (w->busy || (batch->events == 0 && batch->rows == 0))
        return;
    w->busy = true;
    w->now = !w->now;
    w->number++;
    pthread_mutex_lock(&w->mutex);
    w->work = true;
    pthread_cond_signal(&w->change);
    pthread_mutex_unlock(&w->mutex);
}

void writer_counts(const struct writer *w, uint64_t *commits, uint64_t *events)
{
    *commits = w->commits;
    *events = w->events;
}

void writer_close(struct writer *w)
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
    pthread_mutex_lock(&w->mutex);
    w->stop = true;
    pthread_cond_signal(&w->change);
    pthread_mutex_unlock(&w->mutex);
    pthread_join(w->thread, NULL);
    ev_async_stop(w->loop, &w->wake);
    for (int i = 0; i < 2; i++) {
        free(w->fill[i].batch.event);
        free(w->fill[i].batch.row);
        free(w->fill[i].bytes);
    }
    pthread_mutex_destroy(&w->mutex);
    pthread_cond_destroy(&w->change);
    free(w);
}
