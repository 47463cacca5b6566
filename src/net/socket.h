/* socket.h: TCP connections on the loop, plain or with TLS: accepts, reads, writes what the kernel
 * does not take at once later, and ends each connection that is not done in time. It knows nothing
 * of what the bytes mean.
 *
 * A socket that fails or is dropped is stopped at once and freed at the end of the loop's turn, so
 * that no callback has the ground taken from under it. */
#ifndef CORNET_NET_SOCKET_H
#define CORNET_NET_SOCKET_H

#include <ev.h>
#include <openssl/ssl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

#include "base/text.h"
#include "net/proxy_header.h"
#include "net/trusted.h"

/* What a socket is waiting for. Each has a limit of time (socket.c). */
enum socket_wait {
    SOCKET_SILENT,  /* the PROXY header, the TLS handshake, or a request: the oldest goes if there
                       are too many */
    SOCKET_ANSWER,  /* the client takes an HTTP response */
    SOCKET_MESSAGE, /* the rest of a frame or message */
    SOCKET_IDLE,    /* anything; then socket_events.idle is called */
    SOCKET_ASKED,   /* anything, after that */
    SOCKET_CLOSING, /* its output to be sent, and the other side to close */
    SOCKET_WAITS,
};

struct socket_door;

/* The first member of the owner's structure, which has socket_door.size bytes. */
struct socket {
    ev_io io;
    struct socket_door *door;
    struct proxy_header *proxy;            /* one may come from this trusted peer; NULL: not now */
    SSL *ssl;                              /* NULL: plain */
    TAILQ_ENTRY(socket) in_wait;           /* in the list of its wait */
    struct socket *flush_next, *free_next; /* in the lists of those to flush and to free */
    double since;                          /* when the wait began, in the loop's time */

    /* Output that the kernel has not taken. */
    unsigned char *kept;
    uint32_t kept_length, kept_sent;

    uint8_t wait;       /* enum socket_wait */
    bool shaken;        /* the TLS handshake is over, or there is none */
    bool dead, flushes; /* in the list of those to free, to flush */
    bool ends;          /* nothing more is written after what is kept */
    bool ended;         /* that has been done: what comes is ignored */
    uint32_t ignored;   /* bytes since then */
};

struct socket_events {
    /* A client has come. False: refused; `gone` is not called. */
    bool (*come)(struct socket *socket, const struct in6_addr *peer);
    /* It was a trusted proxy, and has named its client with a PROXY header. False: refused. */
    bool (*proxied)(struct socket *socket, const struct in6_addr *client);
    void (*received)(struct socket *socket, const unsigned char *bytes, size_t length);
    void (*flush)(struct socket *socket); /* socket_flush_later was called, or all was sent */
    void (*idle)(struct socket *socket);
    void (*gone)(struct socket *socket); /* it is freed next */
};

struct socket_list {
    TAILQ_HEAD(, socket) queue;
    size_t count;
};

/* The listening socket and all that came through it. */
struct socket_door {
    struct ev_loop *loop;
    const struct socket_events *events;
    void *context;     /* the owner's */
    size_t size;       /* of the owner's structure */
    size_t silent_max; /* the oldest silent one goes for a new one */
    size_t sockets_max;

    const struct trusted *trusted; /* who may send a PROXY header; NULL: nobody */
    double hurry;                  /* as in struct socket_place */
    unsigned short_waits;
    ev_io listener, other; /* `other`: the second of localhost; its fd is -1: none */
    ev_timer tick, again;  /* looks at the limits of time; listens again when files ran out */
    ev_prepare prepare;
    SSL_CTX *tls; /* NULL: none */
    struct socket_list waits[SOCKET_WAITS];
    struct socket *to_flush, *to_free;
    size_t count;
    unsigned char buffer[16384]; /* one TLS record */
};

/* Where and how to listen. */
struct socket_place {
    const char *interface; /* an IPv4 or IPv6 address; "localhost": 127.0.0.1, and ::1 where it is;
                              NULL: all */
    int port;              /* 0: any */
    SSL_CTX *tls;          /* NULL: none; the door owns it from now on */
    const struct trusted *trusted; /* who may send a PROXY header; NULL: nobody */
    double hurry;                  /* for tests: limits of time are divided by this; 0: as 1 */
    unsigned short_waits;          /* for tests: bits of waits whose limit is a second */
};

/* Listens; sets `port`. The members before `trusted` are set by the caller. */
bool socket_open(struct socket_door *door, const struct socket_place *place, int *port,
                 struct text *why);
void socket_close_all(struct socket_door *door);

/* Another certificate for those who come from now on; the door owns it. */
void socket_set_tls(struct socket_door *door, SSL_CTX *tls);

void socket_wait(struct socket *socket, enum socket_wait wait); /* from now on */

/* Writes, or keeps what the kernel does not take. */
void socket_write(struct socket *socket, const void *bytes, size_t length);
size_t socket_kept(const struct socket *socket); /* bytes */

/* Calls `flush` at the end of the loop's turn. */
void socket_flush_later(struct socket *socket);

/* Ends the connection: after what is kept, or without it. */
void socket_end(struct socket *socket);
void socket_drop(struct socket *socket);

/* The oldest socket that waits for a request and that `fits`; NULL: none. */
struct socket *socket_oldest_silent(struct socket_door *door,
                                    bool (*fits)(const struct socket *, const void *context),
                                    const void *context);

#endif
