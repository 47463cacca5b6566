#include "net/link.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define REQUESTS_MAX 1000 /* on one connection */
#define SILENT_MAX 1024   /* connections that have not sent a whole request */
#define PINGS_MAX 100     /* in PING_SECONDS */
#define PING_SECONDS 10
#define PONG_KEPT_MAX 4096u /* a client that leaves this much unread gets no pongs */
#define KEY_LENGTH 24
#define CODE_POLICY 1008
#define CODE_NONE 1005
#define CODE_STOPPED 1000
#define PROTOCOL "cornet.1"

static struct link *link_of(struct socket *socket)
{
    return (struct link *)socket; /* its first member */
}

struct link_host *link_host(const struct link *link)
{
    return link->socket.listener->context;
}

static const struct link_events *events_of(const struct link *link)
{
    return link_host(link)->events;
}

void link_answer(struct link *link, struct span head, struct span body)
{
    unsigned char together[4096];
    if (head.length + body.length <= sizeof together) {
        memcpy(together, head.at, head.length);
        memcpy(together + head.length, body.at, body.length);
        socket_write(&link->socket, together, head.length + body.length);
    } else {
        socket_write(&link->socket, head.at, head.length);
        socket_write(&link->socket, body.at, body.length);
    }
    if (socket_kept(&link->socket))
        socket_wait(&link->socket, SOCKET_ANSWER);
    else
        socket_wait(&link->socket, SOCKET_SILENT);
    if (!link->keeps)
        socket_end(&link->socket);
}

static void put_control(struct link *link, enum frames_opcode opcode, struct span payload)
{
    unsigned char frame[FRAMES_HEAD_MAX + FRAMES_CONTROL_MAX];
    const size_t head = frames_put_head(frame, opcode, payload.length);
    memcpy(frame + head, payload.at, payload.length);
    socket_write(&link->socket, frame, head + payload.length);
}

void link_end(struct link *link, int code)
{
    const char bytes[2] = {(char)(code >> 8), (char)code};
    put_control(link, FRAMES_CLOSE, (struct span){bytes, code == CODE_NONE ? 0 : sizeof bytes});
    socket_end(&link->socket);
}

static bool on_message(void *context, struct span text)
{
    struct link *link = context;
    return events_of(link)->message(link, text) && !link->socket.ends && !link->socket.dead;
}

static bool on_too_long(void *context, uint64_t rest)
{
    struct link *link = context;
    return events_of(link)->too_long(link, rest) && !link->socket.ends && !link->socket.dead;
}

/* Counts a frame that brings no message: a ping, a pong, an empty fragment. False, and the end, if
 * there are too many. */
static bool count_frame(struct link *link)
{
    const double now = ev_now(link->socket.listener->loop);
    if (now - link->pings_since > PING_SECONDS) {
        link->pings_since = now;
        link->pings = 0;
    }
    if (++link->pings <= PINGS_MAX)
        return true;
    link_end(link, CODE_POLICY);
    return false;
}

static bool on_empty(void *context)
{
    return count_frame(context);
}

static bool take_ping(struct link *link, struct span payload)
{
    if (socket_kept(&link->socket) <= PONG_KEPT_MAX)
        put_control(link, FRAMES_PONG, payload);
    return true;
}

static bool on_control(void *context, enum frames_opcode opcode, struct span payload)
{
    struct link *link = context;
    if (opcode == FRAMES_PING)
        return count_frame(link) && take_ping(link, payload);
    if (opcode == FRAMES_PONG)
        return count_frame(link);
    link_end(link, frames_close_code(payload));
    return false;
}

static void read_frames(struct link *link, const unsigned char *bytes, size_t length)
{
    static const struct frames_events events = {on_message, on_too_long, on_control, on_empty};
    const bool began = !link->reader;
    const int code =
        frames_read(&link_host(link)->pool, &link->reader, bytes, length, &events, link);
    if (code && code != CODE_STOPPED)
        link_end(link, code);
    else if (code)
        return;
    else if (!link->reader)
        socket_wait(&link->socket, SOCKET_IDLE);
    else if (began || frames_progress(link->reader)) /* a half message has its limit of time */
        socket_wait(&link->socket, SOCKET_MESSAGE);
}

/* Whether our protocol is in the list. */
static bool offers_protocol(const char *list)
{
    for (const char *at = list; *at;) {
        at += strspn(at, ", \t");
        const size_t length = strcspn(at, ", \t");
        if (length == strlen(PROTOCOL) && strncmp(at, PROTOCOL, length) == 0)
            return true;
        at += length;
    }
    return false;
}

/* The status to refuse a handshake with; 0: it is good. */
static int check_handshake(struct link *link, const struct http_request *request, size_t behind)
{
    if (behind || request->method != HTTP_HEAD_GET || strcmp(request->socket_version, "13") != 0 ||
        strlen(request->socket_key) != KEY_LENGTH)
        return 400;
    if (!offers_protocol(request->socket_protocols))
        return 404;
    return events_of(link)->check(link, request);
}

static void open_socket(struct link *link, const struct http_request *request)
{
    char accept[32], response[256];
    frames_accept(request->socket_key, accept);
    const int length = snprintf(response, sizeof response,
                                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\n"
                                "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n"
                                "Sec-WebSocket-Protocol: " PROTOCOL "\r\n\r\n",
                                accept);
    socket_write(&link->socket, response, (size_t)length);
    link->is_open = true;
    socket_wait(&link->socket, SOCKET_IDLE);
    events_of(link)->opened(link, request);
}

/* A request is complete; `behind` more bytes follow it. */
static void take_request(struct link *link, const struct http_request *request, size_t behind)
{
    link->keeps = request->keeps && behind == 0 && ++link->requests < REQUESTS_MAX;
    if (request->upgrades && strcasecmp(request->upgrade, "websocket") == 0) {
        const int status = check_handshake(link, request, behind);
        if (status)
            events_of(link)->refuse(link, request, status);
        else
            open_socket(link, request);
    } else if (request->upgrades && behind) {
        events_of(link)->refuse(link, request, 400); /* another protocol, which we do not speak */
    } else {
        events_of(link)->request(link, request);
    }
}

static void read_head(struct link *link, const unsigned char *bytes, size_t length)
{
    size_t used;
    if (!link->head)
        link->head = http_head_new();
    struct http_head *head = link->head;
    const enum http_head_result result = http_head_read(head, bytes, length, &used);
    if (result == HTTP_HEAD_MORE)
        return;
    link->head = NULL;
    link->keeps = false;
    if (result == HTTP_HEAD_DONE)
        take_request(link, http_head_request(head), length - used);
    else
        events_of(link)->refuse(link, NULL, http_head_status(head));
    http_head_free(head);
}

static bool on_accept(struct socket *socket, const struct in6_addr *peer)
{
    struct link *link = link_of(socket);
    return !events_of(link)->accept || events_of(link)->accept(link, peer);
}

static bool on_proxied(struct socket *socket, const struct in6_addr *client)
{
    struct link *link = link_of(socket);
    return events_of(link)->proxied(link, client);
}

static void on_arrives(struct socket_listener *listener)
{
    const struct link_host *host = listener->context;
    if (host->events->arrives)
        host->events->arrives(host);
}

static bool on_begin(struct socket *socket)
{
    const struct link *link = link_of(socket);
    return !events_of(link)->begin || events_of(link)->begin(link);
}

static void on_done(struct socket *socket)
{
    struct link *link = link_of(socket);
    if (events_of(link)->done)
        events_of(link)->done(link);
}

static void on_received(struct socket *socket, const unsigned char *bytes, size_t length)
{
    struct link *link = link_of(socket);
    if (link->is_open)
        read_frames(link, bytes, length);
    else
        read_head(link, bytes, length);
}

static void on_flush(struct socket *socket)
{
    struct link *link = link_of(socket);
    if (link->is_open)
        events_of(link)->flush(link);
    else
        socket_wait(socket, SOCKET_SILENT); /* the response is sent: the next request */
}

static void on_idle(struct socket *socket)
{
    put_control(link_of(socket), FRAMES_PING, span_of(""));
}

static void on_gone(struct socket *socket)
{
    struct link *link = link_of(socket);
    events_of(link)->gone(link);
    http_head_free(link->head);
    frames_drop(link->reader);
}

bool link_open(struct link_host *host, struct ev_loop *loop, const struct link_events *events,
               void *context, size_t connections, const struct socket_place *place, int *port,
               struct text *why)
{
    static const struct socket_events socket_events = {
        .accept = on_accept,
        .proxied = on_proxied,
        .received = on_received,
        .flush = on_flush,
        .idle = on_idle,
        .gone = on_gone,
        .arrives = on_arrives,
        .begin = on_begin,
        .done = on_done,
    };
    *host = (struct link_host){.events = events, .context = context};
    host->listener.loop = loop;
    host->listener.events = &socket_events;
    host->listener.context = host;
    host->listener.size = sizeof(struct link);
    host->listener.silent_max = SILENT_MAX < connections ? SILENT_MAX : connections;
    host->listener.sockets_max = connections;
    return socket_open(&host->listener, place, port, why);
}

void link_close_all(struct link_host *host)
{
    socket_close_all(&host->listener);
    frames_pool_free(&host->pool);
}
