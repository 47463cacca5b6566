/* deferred.h: HTTP requests that cannot be answered at once: what they are about is being read from
 * the store or computed, or is not durable yet. The request is kept, and handled again from its
 * beginning when that is done. */
#ifndef CORNET_SERVER_DEFERRED_H
#define CORNET_SERVER_DEFERRED_H

#include "server/access.h"
#include "server/waiters.h"
#include "server/work/writer.h"

/* A request that is put off. It belongs to its link. */
struct deferred;

struct deferrals {
    const struct access *access;
    const struct writer *writer;
    void (*answer)(void *context, struct link *link, const struct http_request *request);
    void *context;         /* of `answer`, which handles a request again */
    struct waiters unsent; /* those that wait for the store */
    bool lost;             /* what they wait for: see deferred_release */
};

/* Keeps the request; the caller adds what is returned to what it waits for. */
struct waiter *deferred_new(struct deferrals *all, struct link *link,
                            const struct http_request *request);

/* Keep the request until the batch is durable; then it is handled again, or this response is sent.
 */
struct deferred *deferred_until(struct deferrals *all, struct link *link,
                                const struct http_request *request, uint64_t batch);
void deferred_send(struct deferrals *all, struct link *link, const struct http_request *request,
                   uint64_t batch, int status, struct span head, struct span body);

/* The client is gone. */
void deferred_free(struct deferred *deferred);

/* A batch has become durable, or was lost, and with it what was not durable yet: then what waited
 * for it is handled again. */
void deferred_release(struct deferrals *all, bool lost);

#endif
