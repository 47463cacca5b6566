#include "server/deferred.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

struct deferred {
    struct waiter waiter;
    struct deferrals *all;
    struct link *link;
    struct http_request request;

    /* In `unsent`: */
    uint64_t batch; /* of the writer, that must be durable */
    char *response; /* its bytes: the head and the body; NULL: it is handled again */
    size_t head, length;
    int status;
};

void deferred_free(struct deferred *deferred)
{
    waiters_remove(&deferred->waiter);
    free(deferred->response);
    free(deferred);
}

static void handle_again(struct waiter *waiter)
{
    struct deferred *deferred = (struct deferred *)waiter;
    deferred->link->user = NULL;
    deferred->all->answer(deferred->all->context, deferred->link, &deferred->request);
    deferred_free(deferred);
}

struct waiter *deferred_new(struct deferrals *all, struct link *link,
                            const struct http_request *request)
{
    struct deferred *deferred = memory_new(1, sizeof *deferred);
    deferred->waiter.ready = handle_again;
    deferred->all = all;
    deferred->link = link;
    deferred->request = *request;
    deferred->request.body = (struct span){NULL, 0}; /* it was read already */
    link->user = deferred;
    socket_wait(&link->socket, SOCKET_ANSWER);
    return &deferred->waiter;
}

struct link *deferred_link(struct waiter *waiter)
{
    return ((struct deferred *)waiter)->link;
}

const struct http_request *deferred_request(struct waiter *waiter)
{
    return &((struct deferred *)waiter)->request;
}

void *deferred_context(struct waiter *waiter)
{
    return ((struct deferred *)waiter)->all->context;
}

void deferred_answered(struct waiter *waiter)
{
    struct deferred *deferred = (struct deferred *)waiter;
    if (deferred->link->user == deferred)
        deferred->link->user = NULL;
    deferred_free(deferred);
}

static void send_kept(struct deferred *deferred)
{
    const struct span head = {deferred->response, deferred->head};
    const struct span body = {deferred->response + deferred->head,
                              deferred->length - deferred->head};
    deferred->link->user = NULL;
    link_answer(deferred->link, head, body);
    access_answered(deferred->all->access, deferred->link, &deferred->request, deferred->status,
                    body.length);
    deferred_free(deferred);
}

static void on_release(struct waiter *waiter)
{
    struct deferred *deferred = (struct deferred *)waiter;
    struct deferrals *all = deferred->all;
    if (!all->lost && deferred->batch > writer_durable(all->writer))
        waiters_add(&all->unsent, waiter);
    else if (all->lost || !deferred->response)
        handle_again(waiter);
    else
        send_kept(deferred);
}

struct deferred *deferred_until(struct deferrals *all, struct link *link,
                                const struct http_request *request, uint64_t batch)
{
    struct deferred *deferred = (struct deferred *)deferred_new(all, link, request);
    deferred->waiter.ready = on_release;
    deferred->batch = batch;
    waiters_add(&all->unsent, &deferred->waiter);
    return deferred;
}

void deferred_send(struct deferrals *all, struct link *link, const struct http_request *request,
                   uint64_t batch, int status, struct span head, struct span body)
{
    struct deferred *deferred = deferred_until(all, link, request, batch);
    deferred->status = status;
    deferred->head = head.length;
    deferred->length = head.length + body.length;
    deferred->response = memory_resize(NULL, deferred->length, 1);
    memcpy(deferred->response, head.at, head.length);
    memcpy(deferred->response + head.length, body.at, body.length);
}

void deferred_release(struct deferrals *all, bool lost)
{
    all->lost = lost;
    waiters_call(&all->unsent);
}
