#include "server/later.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "net/link.h"
#include "server/access.h"
#include "server/core.h"
#include "server/http.h"

static void free_later(struct later *later)
{
    waiters_remove(&later->waiter);
    free(later->response);
    free(later);
}

void later_gone(struct later *later)
{
    free_later(later);
}

static void handle_again(struct waiter *waiter)
{
    struct later *later = (struct later *)waiter;
    later->link->user = NULL;
    http_answer_again(later->server, later->link, &later->request);
    free_later(later);
}

struct later *later_new(struct server *server, struct link *link,
                        const struct http_request *request)
{
    struct later *later = memory_new(1, sizeof *later);
    later->waiter.ready = handle_again;
    later->server = server;
    later->link = link;
    later->request = *request;
    link->user = later;
    link_answer_later(link);
    return later;
}

static struct later *keep_until(struct server *server, struct link *link,
                                const struct http_request *request, uint64_t batch)
{
    struct later *later = later_new(server, link, request);
    later->batch = batch;
    waiters_add(&server->unsent, &later->waiter);
    return later;
}

void later_until(struct server *server, struct link *link, const struct http_request *request,
                 uint64_t batch)
{
    keep_until(server, link, request, batch);
}

void later_send(struct server *server, struct link *link, const struct http_request *request,
                uint64_t batch, int status, struct span head, struct span body)
{
    struct later *later = keep_until(server, link, request, batch);
    later->status = status;
    later->head = head.length;
    later->length = head.length + body.length;
    later->response = memory_resize(NULL, later->length, 1);
    memcpy(later->response, head.at, head.length);
    memcpy(later->response + head.length, body.at, body.length);
}

static void send_kept(struct later *later)
{
    const struct span head = {later->response, later->head};
    const struct span body = {later->response + later->head, later->length - later->head};
    later->link->user = NULL;
    link_answer(later->link, head, body);
    access_answered(later->server, later->link, &later->request, later->status, body.length);
    free_later(later);
}

static void release(struct later *later, bool lost)
{
    if (!lost && later->batch > writer_durable(later->server->writer)) {
        waiters_add(&later->server->unsent, &later->waiter);
    } else if (lost || !later->response) {
        handle_again(&later->waiter);
    } else {
        send_kept(later);
    }
}

void later_release(struct server *server, bool lost)
{
    struct waiters unsent = {NULL};
    for (struct waiter *waiter; (waiter = server->unsent.first);) {
        waiters_remove(waiter);
        waiters_add(&unsent, waiter);
    }
    for (struct waiter *waiter; (waiter = unsent.first);) {
        waiters_remove(waiter);
        release((struct later *)waiter, lost);
    }
}
