/* link.h: a client's connection from accept to close: HTTP requests in sequence, then perhaps a
 * WebSocket. The owner (the server, or the echo test) handles requests and messages through struct
 * link_events.
 *
 * The owner writes whole frames to the link's socket (socket_write), and may drop it (socket_drop).
 *
 * No pipelining: if bytes follow a request, the connection is closed after the response; bytes
 * after an upgrade request are refused. */
#ifndef CORNET_NET_LINK_H
#define CORNET_NET_LINK_H

#include "net/frames.h"
#include "net/http_head.h"
#include "net/socket.h"

struct address;
struct link;
struct link_host;

struct link_events {
    /* As in socket.h. */
    bool (*accept)(struct link *link, const struct in6_addr *peer); /* NULL: accept everybody */
    bool (*proxied)(struct link *link, const struct in6_addr *client);
    void (*gone)(struct link *link);

    /* request: must call link_answer before it returns, or answer later. refuse:
     * answers with this status and no body; the request is NULL if it could not be parsed. */
    void (*request)(struct link *link, const struct http_request *request);
    void (*refuse)(struct link *link, const struct http_request *request, int status);

    /* check: a WebSocket upgrade; returns 0, or the status to refuse it with. opened: the WebSocket
     * is open. */
    int (*check)(struct link *link, const struct http_request *request);
    void (*opened)(struct link *link, const struct http_request *request);

    /* As in frames.h. */
    bool (*message)(struct link *link, struct span text);
    bool (*too_long)(struct link *link, uint64_t rest);

    /* As in socket.h. NULL: nothing is postponed. */
    void (*arrives)(const struct link_host *host);
    bool (*begin)(const struct link *link);
    void (*done)(struct link *link);

    /* Called after socket_flush_later, or when all buffered output is sent. */
    void (*flush)(struct link *link);
};

/* A listener, and the data that its connections share. */
struct link_host {
    struct socket_listener listener; /* its context is this */
    struct frames_pool pool;
    const struct link_events *events;
    void *context; /* the owner's */
};

struct link {
    struct socket socket;
    struct http_head *head;       /* a partly read request; NULL: none */
    struct frames_reader *reader; /* a partly read message; NULL: none */
    double pings_since;           /* start of the period, in loop time */
    uint16_t pings;               /* pings, pongs and empty fragments since then */
    uint16_t requests;            /* number answered */
    bool is_open;                 /* a WebSocket */
    bool keeps;                   /* keep-alive after this response */

    /* Used by the owner. */
    bool is_trusted;              /* the peer is a trusted proxy: its forwarding headers are used */
    bool is_counted;              /* counted as a TCP connection of its address */
    bool is_secure;               /* the client uses TLS, with us or with its proxy */
    void *user;                   /* data of a deferred request, or of a WebSocket */
    struct address *address;      /* for the client's rate limits */
    struct in6_addr peer, client; /* the TCP peer, and the client; they differ behind a proxy */
};

/* Listens; accepts at most `connections`. */
bool link_open(struct link_host *host, struct ev_loop *loop, const struct link_events *events,
               void *context, size_t connections, const struct socket_place *place, int *port,
               struct text *why);
void link_close_all(struct link_host *host);

struct link_host *link_host(const struct link *link);

/* Sends a response. If link->keeps is false, its head must have "connection: close". To answer
 * later, call socket_wait with SOCKET_ANSWER, which stops reading from the client until then. */
void link_answer(struct link *link, struct span head, struct span body);

/* Sends the buffered output, then a close frame. */
void link_end(struct link *link, int code);

#endif
