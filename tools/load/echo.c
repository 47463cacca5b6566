#include "tools/load/echo.h"

#include <ev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "net/link.h"

#define GROUPS 16384
#define QUEUE_MAX 8     /* messages in one connection's queue */
#define MESSAGE_MAX 256 /* bytes */

struct message {
    size_t length; /* of the frame */
    unsigned char bytes[FRAMES_HEAD_MAX + MESSAGE_MAX];
};

struct member {
    struct link *link;
    struct member *next; /* in its group */
    unsigned group;      /* 0: not known yet */
    unsigned first, count;
    struct message *items; /* the queue: a ring buffer of QUEUE_MAX; NULL while it is empty */
};

static struct member *groups[GROUPS];

static void leave(struct member *member)
{
    struct member **at = &groups[member->group % GROUPS];
    while (*at && *at != member)
        at = &(*at)->next;
    if (*at)
        *at = member->next;
    free(member->items);
    member->items = NULL;
}

/* Writes at once if the queue is empty; else queues the message. */
static void queue(struct member *member, const void *bytes, size_t length)
{
    if (!member->items && socket_kept(&member->link->socket) == 0) {
        unsigned char frame[FRAMES_HEAD_MAX + MESSAGE_MAX];
        const size_t before = frames_put_head(frame, FRAMES_TEXT, length);
        memcpy(frame + before, bytes, length);
        socket_write(&member->link->socket, frame, before + length);
        return;
    }
    if (!member->items)
        member->items = memory_resize(NULL, QUEUE_MAX, sizeof *member->items);
    if (member->count == QUEUE_MAX)
        return;
    struct message *message = &member->items[(member->first + member->count++) % QUEUE_MAX];
    const size_t head = frames_put_head(message->bytes, FRAMES_TEXT, length);
    memcpy(message->bytes + head, bytes, length);
    message->length = head + length;
}

static bool on_message(struct link *link, struct span text)
{
    struct member *member = link->user;
    if (text.length > MESSAGE_MAX) {
        socket_drop(&link->socket);
        return false;
    }
    if (!member->group) {
        char number[MESSAGE_MAX + 1];
        memcpy(number, text.at, text.length);
        number[text.length] = '\0';
        member->group = (unsigned)strtoul(number, NULL, 10) % (GROUPS - 1) + 1;
        member->next = groups[member->group];
        groups[member->group] = member;
        return true;
    }
    for (struct member *other = groups[member->group]; other; other = other->next)
        queue(other, text.at, text.length);
    return true;
}

static bool on_too_long(struct link *link, uint64_t rest)
{
    (void)rest;
    socket_drop(&link->socket);
    return false;
}

static void on_flush(struct link *link)
{
    struct member *member = link->user;
    while (member->count && socket_kept(&link->socket) == 0) {
        const struct message *message = &member->items[member->first++ % QUEUE_MAX];
        socket_write(&link->socket, message->bytes, message->length);
        member->count--;
    }
    if (member->count)
        return;
    free(member->items);
    member->items = NULL;
}

static int on_check(struct link *link, const struct http_request *request)
{
    (void)link;
    (void)request;
    return 0;
}

static void on_opened(struct link *link, const struct http_request *request)
{
    (void)request;
    struct member *member = memory_new(1, sizeof *member);
    member->link = link;
    link->user = member;
}

static void on_gone(struct link *link)
{
    if (!link->user)
        return;
    leave(link->user);
    free(link->user);
}

static void on_refuse(struct link *link, const struct http_request *request, int status)
{
    (void)request;
    (void)status;
    socket_drop(&link->socket);
}

static void on_request(struct link *link, const struct http_request *request)
{
    (void)request;
    socket_drop(&link->socket);
}

bool echo_run(int connections, void (*ready)(int port), struct text *why)
{
    static const struct link_events events = {
        .gone = on_gone,
        .request = on_request,
        .refuse = on_refuse,
        .check = on_check,
        .opened = on_opened,
        .message = on_message,
        .too_long = on_too_long,
        .flush = on_flush,
    };
    struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
    struct link_host *host = memory_new(1, sizeof *host);
    int port;
    if (!link_open(host, loop, &events, NULL, (size_t)connections + 128,
                   &(struct socket_place){.interface = "127.0.0.1", .timeouts = socket_timeouts},
                   &port, why))
        return false;
    ready(port);
    ev_run(loop, 0);
    return true;
}
