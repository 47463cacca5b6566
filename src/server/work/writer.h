/* writer.h: the thread that writes events to the store, many with one commit.
 *
 * The loop fills one batch while the thread writes another. Batches are numbered. A message about
 * an event waits until the number of the event's batch, which writer_batch() gives when the event
 * is added, is at most writer_durable(). */
#ifndef CORNET_SERVER_WORK_WRITER_H
#define CORNET_SERVER_WORK_WRITER_H

#include <ev.h>

#include "store/store.h"

struct writer;

/* Called on the loop: a batch is durable (`why` is NULL), or it is lost, together with the batch
 * that is being filled. */
typedef void writer_done(void *context, const char *why);

/* Called on the loop, before that: nothing of this table is in the batch, since another server has
 * written its next event; its events were removed from the batch being filled, too. */
typedef void writer_fenced(void *context, int64_t table);

/* Called on the loop: the tables are deleted, as far as it was possible: this many, and why the
 * others could not be (NULL: they had changed). */
typedef void writer_purged(void *context, size_t deleted, const char *why);

struct writer *writer_open(struct store *store, struct ev_loop *loop, writer_done *done,
                           writer_fenced *fenced, writer_purged *purged, void *context);

/* Deletes these tables, a few at a time when there is nothing to write. The rows are copied. One
 * such request at a time. */
void writer_purge(struct writer *writer, const struct store_table row[], size_t rows);

/* Waits until everything is written. */
void writer_drain(struct writer *writer);

/* Drops the batch that is being filled. */
void writer_forget(struct writer *writer);

/* Writes the remaining events, and ends the thread. */
void writer_close(struct writer *writer);

/* Adds to the batch that is being filled. Texts are copied. */
void writer_add_event(struct writer *writer, const struct store_event *event);
void writer_add_table(struct writer *writer, const struct store_table *row);
void writer_add_change(struct writer *writer, const struct people_change *change);

/* The number of the batch that is being filled, and of the last durable one. */
uint64_t writer_batch(const struct writer *writer);
uint64_t writer_durable(const struct writer *writer);

/* Whether the thread is idle and the batch is not empty; then hands it to the thread. */
bool writer_may_flush(const struct writer *writer);
void writer_flush(struct writer *writer);

/* The number of commits so far, and of the events in them. */
void writer_counts(const struct writer *writer, uint64_t *commits, uint64_t *events);

/* The last commit: how many events it had, the seconds that it took, and the seconds from its first
 * event to its end. */
struct writer_commit {
    uint64_t events;
    double seconds, waited;
};
struct writer_commit writer_last(const struct writer *writer);

#endif
