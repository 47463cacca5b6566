/* socket.h: TCP connections on the event loop, plain or with TLS: accepts, reads, writes, buffers
 * output that the kernel does not accept, and closes connections that time out. It does not
 * interpret the bytes.
 *
 * A socket that fails or is dropped is stopped immediately but freed at the end of the loop
 * iteration, so that running callbacks may still use it. */
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

/* Events that a socket can wait for. Each wait has a timeout. */
enum socket_wait {
    SOCKET_SILENT,  /* the PROXY header, the TLS handshake, or a request; if there are too many, the
                       oldest is closed */
    SOCKET_ANSWER,  /* the client receives an HTTP response */
    SOCKET_MESSAGE, /* the rest of a frame or message */
    SOCKET_IDLE,    /* any input; on timeout socket_events.idle is called */
    SOCKET_PINGED,  /* any input, after the idle callback */
    SOCKET_CLOSING, /* pending output, then the peer's close */
    SOCKET_WAITS,
};

extern const double socket_timeouts[SOCKET_WAITS]; /* the usual ones, in seconds */

struct socket_listener;

/* The first member of the owner's structure, which has socket_listener.size bytes. */
struct socket {
    ev_io io;
    struct socket_listener *listener;
    struct proxy_header *proxy;  /* expected from a trusted peer; NULL: not expected */
    SSL *ssl;                    /* NULL: plain */
    TAILQ_ENTRY(socket) in_wait; /* in the list of sockets with the same wait */
    TAILQ_ENTRY(socket) in_postponed;
    struct socket *flush_next, *free_next; /* in the lists to flush and to free */
    double since;                          /* when the wait began, in loop time */

    /* Output that the kernel has not accepted yet. */
    unsigned char *kept;
    uint32_t kept_length, kept_sent;

    uint8_t wait;        /* enum socket_wait */
    bool handshake_done; /* the TLS handshake is over, or there is none */
    bool dead, flushes;  /* in the list to free, to flush */
    bool postponed;      /* in the list of sockets whose turn comes later */
    bool owes_flush;     /* `flush` is to be called then */
    bool ends;           /* closing: nothing is written after the buffered output */
    bool ended;          /* output is finished: further input is ignored */
    uint32_t ignored;    /* bytes of input ignored since then */
};

struct socket_events {
    /* A client has connected. Return false to refuse it; `gone` is then not called. */
    bool (*accept)(struct socket *socket, const struct in6_addr *peer);
    /* A trusted proxy has named its client in a PROXY header. Return false to refuse it. */
    bool (*proxied)(struct socket *socket, const struct in6_addr *client);
    void (*received)(struct socket *socket, const unsigned char *bytes, size_t length);
    void (*flush)(struct socket *socket); /* after socket_flush_later, or when all output is sent */
    void (*idle)(struct socket *socket);
    void (*gone)(struct socket *socket); /* last callback before it is freed */
    /* Before and after any work for a socket; arrives: before it is accepted or closed. If begin
     * returns false, the work is postponed until it returns true. */
    void (*arrives)(struct socket_listener *listener);
    bool (*begin)(struct socket *socket);
    void (*done)(struct socket *socket);
};

struct socket_list {
    TAILQ_HEAD(, socket) queue;
    size_t count;
};

/* The listener and its connections. */
struct socket_listener {
    struct ev_loop *loop;
    const struct socket_events *events;
    void *context;     /* the owner's */
    size_t size;       /* of the owner's structure */
    size_t silent_max; /* above this, a new connection closes the oldest silent one */
    size_t sockets_max;

    const struct trusted *trusted; /* who may send a PROXY header; NULL: nobody */
    const double *timeouts;        /* as in struct socket_place */
    ev_io accepting, other;        /* `other`: the second address of localhost; fd -1: none */
    ev_timer tick, again; /* `tick` checks timeouts; `again` listens again after running out of file
                             descriptors */
    ev_prepare prepare;
    SSL_CTX *tls; /* NULL: none */
    struct socket_list waits[SOCKET_WAITS];
    struct socket *to_flush, *to_free;
    struct socket_list postponed;
    ev_timer resume; /* runs while sockets are postponed */
    size_t count;
    unsigned char buffer[16384]; /* one TLS record */
};

/* Where and how to listen. */
struct socket_place {
    const char *interface; /* an IPv4 or IPv6 address; "localhost": 127.0.0.1, and ::1 if available;
                              NULL: all */
    int port;              /* 0: any */
    SSL_CTX *tls;          /* NULL: none; owned by the listener from now on */
    const struct trusted *trusted; /* who may send a PROXY header; NULL: nobody */
    const double *timeouts;        /* seconds, by enum socket_wait; must outlive the listener */
};

/* Listens; sets `port`. The caller sets the members before `trusted`. */
bool socket_open(struct socket_listener *listener, const struct socket_place *place, int *port,
                 struct text *why);
void socket_close_all(struct socket_listener *listener);

/* Sets the certificate for new connections; the listener owns it. */
void socket_set_tls(struct socket_listener *listener, SSL_CTX *tls);

void socket_wait(struct socket *socket, enum socket_wait wait); /* starts this wait now */

/* Writes; buffers the bytes that the kernel does not accept. */
void socket_write(struct socket *socket, const void *bytes, size_t length);
size_t socket_kept(const struct socket *socket); /* bytes */

/* Calls `flush` at the end of the loop iteration. */
void socket_flush_later(struct socket *socket);

/* socket_end closes the connection after the buffered output is sent; socket_drop closes it
 * immediately. */
void socket_end(struct socket *socket);
void socket_drop(struct socket *socket);

/* The oldest socket that waits for a request and that `fits`; NULL: none. */
struct socket *socket_oldest_silent(struct socket_listener *listener,
                                    bool (*fits)(const struct socket *, const void *context),
                                    const void *context);

#endif
