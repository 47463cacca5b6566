/* link.h: a client's connection from its coming to its end: HTTP requests one after the other, and
 * then perhaps a WebSocket. What the requests and messages mean is the owner's (struct
 * link_events): the server, or the echo.
 *
 * One request at a time: a connection on which bytes come behind a request is closed after the
 * response, and bytes behind an upgrade are refused. */
#ifndef CORNET_NET_LINK_H
#define CORNET_NET_LINK_H

#include "net/frames.h"
#include "net/http_head.h"
#include "net/socket.h"

struct address;
struct link;

struct link_events {
    /* As in socket.h. */
    bool (*come)(struct link *link, const struct in6_addr *peer); /* NULL: everybody may */
    bool (*proxied)(struct link *link, const struct in6_addr *client);
    void (*gone)(struct link *link);

    /* A request: must be answered with link_answer before this returns, or put off with
     * link_answer_later. `refuse`: with that status and without a body; its request is NULL if it
     * could not be read. */
    void (*request)(struct link *link, const struct http_request *request);
    void (*refuse)(struct link *link, const struct http_request *request, int status);

    /* A request for a WebSocket: 0, or the status to refuse it with; and that it is open. */
    int (*check)(struct link *link, const struct http_request *request);
    void (*opened)(struct link *link, const struct http_request *request);

    /* As in frames.h. */
    bool (*message)(struct link *link, struct span text);
    bool (*too_long)(struct link *link, uint64_t rest);

    /* link_flush_later was called, or all that was kept is sent. */
    void (*flush)(struct link *link);
};

/* A listening socket, and what its connections share. */
struct link_host {
    struct socket_door door; /* its context is this */
    struct frames_pool pool;
    const struct link_events *events;
    void *context; /* the owner's */
};

struct link {
    struct socket socket;
    struct http_head *head;       /* a request that is being read; NULL: none */
    struct frames_reader *reader; /* a message that is being read; NULL: none */
    double pings_since;           /* in the loop's time ... */
    uint16_t pings;               /* ... so many came since then */
    uint16_t requests;            /* answered */
    bool is_open;                 /* a WebSocket */
    bool keeps;                   /* may go on after this response */

    /* The owner's. */
    bool is_trusted;              /* the peer is a trusted proxy: its word on the client counts */
    bool is_counted;              /* as a TCP connection of its address */
    bool is_secure;               /* the client sees TLS, ours or its proxy's */
    void *user;                   /* of a request that is put off, or a WebSocket */
    struct address *address;      /* by which the client is counted */
    struct in6_addr peer, client; /* who is connected, and on whose behalf: a proxy, its client */
};

/* Listens, with room for so many connections. */
bool link_open(struct link_host *host, struct ev_loop *loop, const struct link_events *events,
               void *context, size_t connections, const struct socket_place *place, int *port,
               struct text *why);
void link_close_all(struct link_host *host);

struct link_host *link_host(const struct link *link);
bool link_has_tls(const struct link *link); /* our own */

/* A response; link_keeps says whether its head must have "connection: close". */
bool link_keeps(const struct link *link);
void link_answer(struct link *link, struct span head, struct span body);
void link_answer_later(struct link *link); /* until then nothing is read from the client */

/* Whole frames; bytes that the client has not taken yet. */
void link_write(struct link *link, const void *frames, size_t length);
size_t link_kept(const struct link *link);
void link_flush_later(struct link *link);

void link_end_soon(struct link *link);      /* cut off if link_end is not called in a few seconds */
void link_end(struct link *link, int code); /* with a close frame, behind what is kept */
void link_drop(struct link *link);          /* at once */

#endif
