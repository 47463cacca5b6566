/* later.h: HTTP requests that cannot be answered at once: what they are about is being read from
 * the store or computed, or is not durable yet. The request is kept, and handled again from its
 * beginning when that is done. */
#ifndef CORNET_SERVER_LATER_H
#define CORNET_SERVER_LATER_H

#include "base/text.h"
#include "net/http_head.h"
#include "server/waiters.h"

struct link;
struct server;

/* A request that is put off. It belongs to its link. */
struct later {
    struct waiter waiter; /* calls later_again */
    struct server *server;
    struct link *link;
    struct http_request request;

    /* In server->unsent: */
    uint64_t batch; /* of the writer, that must be durable */
    char *response; /* its bytes: the head and the body; NULL: it is handled again */
    size_t head, length;
    int status;
};

/* Keeps the request; the caller adds `waiter` to what it waits for. */
struct later *later_new(struct server *server, struct link *link,
                        const struct http_request *request);

/* Keep the request until the batch is durable; then it is handled again, or this response is sent.
 */
void later_until(struct server *server, struct link *link, const struct http_request *request,
                 uint64_t batch);
void later_send(struct server *server, struct link *link, const struct http_request *request,
                uint64_t batch, int status, struct span head, struct span body);

/* The client is gone. */
void later_gone(struct later *later);

/* A batch has become durable, or was lost, and with it what was not durable yet: then what waited
 * for it is handled again. */
void later_release(struct server *server, bool lost);

#endif
