/* deferred.h: HTTP requests that cannot be answered immediately, because their data is being loaded
 * or computed, or is not durable yet. When the data is ready, the request is handled again from the
 * start. */
#ifndef CORNET_SERVER_DEFERRED_H
#define CORNET_SERVER_DEFERRED_H

#include "server/access.h"
#include "server/waiters.h"
#include "server/work/writer.h"

/* A deferred request. Owned by its link. */
struct deferred;

struct deferrals {
    const struct access *access;
    const struct writer *writer;
    void (*answer)(void *context, struct link *link, const struct http_request *request);
    void *context;         /* for `answer`, which handles a request again */
    struct waiters unsent; /* requests that wait for the store */
    bool lost;             /* the batch that is being released was lost: see deferred_release */
};

/* Stores the request. The caller adds the returned waiter to the list of the data that it waits
 * for. */
struct waiter *deferred_new(struct deferrals *all, struct link *link,
                            const struct http_request *request);

/* For a waiter with a function `ready` of its own: the link and the request that it is for; call
 * deferred_answered after the answer. */
struct link *deferred_link(struct waiter *waiter);
const struct http_request *deferred_request(struct waiter *waiter);
void deferred_answered(struct waiter *waiter);
void *deferred_context(struct waiter *waiter); /* of its deferrals */

/* Stores the request until the batch is durable; then handles it again, or sends this response. */
struct deferred *deferred_until(struct deferrals *all, struct link *link,
                                const struct http_request *request, uint64_t batch);
void deferred_send(struct deferrals *all, struct link *link, const struct http_request *request,
                   uint64_t batch, int status, struct span head, struct span body);

/* Call it when the client has disconnected. */
void deferred_free(struct deferred *deferred);

/* A batch has become durable or was lost: releases the requests that waited for it. After a loss
 * they are all handled again. */
void deferred_release(struct deferrals *all, bool lost);

#endif
