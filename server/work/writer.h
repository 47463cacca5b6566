/* writer: the thread that makes events durable, many with one commit.
 *
 * The loop fills one batch while the thread writes another. What happened in a batch may be told
 * once its number is at most writer_durable(); whoever makes a message asks writer_number() to know
 * what it has to wait for. */
#ifndef CORNET_SERVER_WRITER_H
#define CORNET_SERVER_WRITER_H

#include <ev.h>

#include "store/store.h"

struct writer;

/* Called on the loop: a batch is durable (`why` NULL), or it is lost with everything that came
 * after it. */
typedef void writer_done(void *context, const char *why);

struct writer *writer_open(struct store *store, struct ev_loop *loop, writer_done *done,
                           void *context);

/* Writes what is left, and ends the thread. */
void writer_close(struct writer *writer);

/* Adds to the batch that is being filled. The text is copied. */
void writer_event(struct writer *writer, const struct store_event *event);
void writer_table(struct writer *writer, const struct store_table *row);

uint64_t writer_number(const struct writer *writer);
uint64_t writer_durable(const struct writer *writer);

/* Hands the batch over if the thread is free and there is something in it. */
void writer_flush(struct writer *writer);

/* Counts, for whoever measures: commits and the events in them. */
void writer_counts(const struct writer *writer, uint64_t *commits, uint64_t *events);

#endif
