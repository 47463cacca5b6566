#include "tools/load/bare.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/memory.h"
#include "net/frames.h"

#define GROUPS 16384
#define PAYLOAD_MAX 125 /* only frames with the shortest header are read */
#define FRAME_MAX (2 + 4 + PAYLOAD_MAX)
#define HEAD_MAX 1024 /* bytes of the request that opens a WebSocket */
#define EVENTS 256

struct client {
    int fd;
    bool is_open;        /* the WebSocket handshake is done */
    unsigned group;      /* 0: not known yet */
    struct client *next; /* in its group */
    size_t length;       /* bytes of an incomplete frame */
    unsigned char bytes[FRAME_MAX];
};

struct bare {
    int epoll, listener;
    struct client *groups[GROUPS];
    unsigned char buffer[16384]; /* starts with the beginning of a frame */
};

static void drop(struct bare *bare, struct client *client)
{
    struct client **at = &bare->groups[client->group];
    while (*at && *at != client)
        at = &(*at)->next;
    if (*at)
        *at = client->next;
    close(client->fd);
    free(client);
}

/* Bytes that the kernel does not accept at once are lost: no client here leaves so much unread. */
static void put(const struct client *client, const void *bytes, size_t length)
{
    if (send(client->fd, bytes, length, MSG_NOSIGNAL) < 0)
        return;
}

static void take_message(struct bare *bare, struct client *client, char *payload, size_t length)
{
    unsigned char frame[2 + PAYLOAD_MAX];
    if (!client->group) {
        payload[length] = '\0';
        client->group = (unsigned)strtoul(payload, NULL, 10) % (GROUPS - 1) + 1;
        client->next = bare->groups[client->group];
        bare->groups[client->group] = client;
        return;
    }
    const size_t head = frames_put_head(frame, FRAMES_TEXT, length);
    memcpy(frame + head, payload, length);
    for (const struct client *other = bare->groups[client->group]; other; other = other->next)
        put(other, frame, head + length);
}

/* Handles the complete frames at `at`. Returns the number of bytes used, or -1 for an unexpected
 * frame. */
static ssize_t take_frames(struct bare *bare, struct client *client, const unsigned char *at,
                           size_t length)
{
    size_t used = 0;
    while (length - used >= 2) {
        const unsigned char *frame = at + used, *mask = frame + 2;
        const size_t size = frame[1] & 127u;
        char payload[PAYLOAD_MAX + 1];
        if (frame[0] != (0x80 | FRAMES_TEXT) || frame[1] < 0x80 || size > PAYLOAD_MAX)
            return -1;
        if (length - used < 6 + size)
            break;
        for (size_t i = 0; i < size; i++)
            payload[i] = (char)(frame[6 + i] ^ mask[i & 3]);
        take_message(bare, client, payload, size);
        used += 6 + size;
    }
    return (ssize_t)used;
}

/* Expects the request in one piece, as clients on the same machine send it. */
static bool shake_hands(struct client *client, const char *request)
{
    static const char name[] = "\r\nSec-WebSocket-Key: ";
    const char *key = strstr(request, name);
    char own[32], accept[32], response[256];
    if (!key || !strstr(request, "\r\n\r\n"))
        return false;
    snprintf(own, sizeof own, "%.24s", key + sizeof name - 1);
    frames_accept(own, accept);
    const int length = snprintf(response, sizeof response,
                                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\n"
                                "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n"
                                "Sec-WebSocket-Protocol: cornet.1\r\n\r\n",
                                accept);
    put(client, response, (size_t)length);
    client->is_open = true;
    return true;
}

/* Returns false if the client must be dropped. */
static bool serve(struct bare *bare, struct client *client)
{
    memcpy(bare->buffer, client->bytes, client->length);
    const ssize_t got = recv(client->fd, bare->buffer + client->length,
                             sizeof bare->buffer - client->length - 1, 0);
    if (got <= 0)
        return got < 0 && (errno == EAGAIN || errno == EINTR);
    const size_t length = client->length + (size_t)got;
    if (!client->is_open) {
        bare->buffer[length] = '\0';
        return length <= HEAD_MAX && shake_hands(client, (const char *)bare->buffer);
    }
    const ssize_t used = take_frames(bare, client, bare->buffer, length);
    if (used < 0)
        return false;
    client->length = length - (size_t)used;
    memcpy(client->bytes, bare->buffer + used, client->length);
    return true;
}

static void welcome(struct bare *bare)
{
    const int one = 1;
    for (int fd; (fd = accept4(bare->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0;) {
        struct client *client = memory_new(1, sizeof *client);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = client};
        client->fd = fd;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        if (epoll_ctl(bare->epoll, EPOLL_CTL_ADD, fd, &event) != 0)
            drop(bare, client);
    }
}

static bool listen_on_loopback(struct bare *bare, int connections, int *port)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof at;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
    bare->epoll = epoll_create1(EPOLL_CLOEXEC);
    bare->listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (bare->epoll < 0 || bare->listener < 0 ||
        bind(bare->listener, (const struct sockaddr *)&at, sizeof at) != 0 ||
        listen(bare->listener, connections) != 0 ||
        getsockname(bare->listener, (struct sockaddr *)&at, &length) != 0 ||
        epoll_ctl(bare->epoll, EPOLL_CTL_ADD, bare->listener, &event) != 0)
        return false;
    *port = ntohs(at.sin_port);
    return true;
}

bool bare_run(int connections, void (*ready)(int port), struct text *why)
{
    struct bare *bare = memory_new(1, sizeof *bare);
    struct epoll_event event[EVENTS];
    int port;
    if (!listen_on_loopback(bare, connections, &port))
        return text_fail(why, "%s", strerror(errno));
    ready(port);
    for (;;) {
        const int count = epoll_wait(bare->epoll, event, EVENTS, -1);
        for (int i = 0; i < count; i++) {
            struct client *client = event[i].data.ptr;
            if (!client)
                welcome(bare);
            else if (!serve(bare, client))
                drop(bare, client);
        }
    }
}
