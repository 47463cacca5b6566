#include "net/socket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/lang.h"
#include "base/memory.h"
#include "net/tls.h"

#define TICK_SECONDS 0.5
#define AGAIN_SECONDS 0.2       /* until we accept again after files or memory ran out */
#define ACCEPTS 64              /* at most, in one turn of the loop */
#define RESUME_SECONDS 0.05     /* between two looks at postponed sockets */
#define READS 4                 /* of one socket in one turn: nobody starves the others */
#define IGNORED_MAX (256 << 10) /* bytes ignored from a client whose connection is closing */

const double socket_timeouts[SOCKET_WAITS] = {
    [SOCKET_SILENT] = 10, [SOCKET_ANSWER] = 120, [SOCKET_MESSAGE] = 20,
    [SOCKET_IDLE] = 30,   [SOCKET_PINGED] = 30,  [SOCKET_CLOSING] = 5,
};

static void list_add(struct socket_list *list, struct socket *socket)
{
    TAILQ_INSERT_TAIL(&list->queue, socket, in_wait);
    list->count++;
}

static void list_remove(struct socket_list *list, struct socket *socket)
{
    TAILQ_REMOVE(&list->queue, socket, in_wait);
    list->count--;
}

static struct socket *oldest_of(struct socket_listener *listener, int wait)
{
    return TAILQ_FIRST(&listener->waits[wait].queue);
}

void socket_drop(struct socket *socket)
{
    struct socket_listener *listener = socket->listener;
    if (socket->dead)
        return;
    socket->dead = true;
    ev_io_stop(listener->loop, &socket->io);
    list_remove(&listener->waits[socket->wait], socket);
    if (socket->postponed)
        TAILQ_REMOVE(&listener->postponed.queue, socket, in_postponed);
    socket->free_next = listener->to_free;
    listener->to_free = socket;
}

void socket_flush_later(struct socket *socket)
{
    if (socket->dead || socket->flushes)
        return;
    socket->flushes = true;
    socket->flush_next = socket->listener->to_flush;
    socket->listener->to_flush = socket;
}

static void watch(struct socket *socket, int events)
{
    if ((socket->io.events & (EV_READ | EV_WRITE)) == events || socket->dead)
        return;
    ev_io_stop(socket->listener->loop, &socket->io);
    ev_io_set(&socket->io, socket->io.fd, events);
    ev_io_start(socket->listener->loop, &socket->io);
}

/* While the client takes a response, nothing more is read from it: one request at a time. */
static void watch_what_matters(struct socket *socket)
{
    if (socket->postponed)
        watch(socket, 0);
    else if (socket->handshake_done)
        watch(socket,
              (socket->wait == SOCKET_ANSWER ? 0 : EV_READ) | (socket->kept ? EV_WRITE : 0));
}

/* Each list is in the order of time, since all of a list have the same limit. */
void socket_wait(struct socket *socket, enum socket_wait wait)
{
    struct socket_listener *listener = socket->listener;
    if (socket->dead || socket->wait == SOCKET_CLOSING)
        return;
    list_remove(&listener->waits[socket->wait], socket);
    socket->wait = (uint8_t)wait;
    socket->since = ev_now(listener->loop);
    list_add(&listener->waits[wait], socket);
    watch_what_matters(socket);
}

/* Whether the socket's turn comes later. Then nothing is read from it or written to it. */
static bool postpone(struct socket *socket)
{
    struct socket_listener *listener = socket->listener;
    if (socket->postponed || socket->dead)
        return true;
    if (listener->events->begin(socket))
        return false;
    socket->postponed = true;
    TAILQ_INSERT_TAIL(&listener->postponed.queue, socket, in_postponed);
    watch_what_matters(socket);
    if (!ev_is_active(&listener->resume))
        ev_timer_again(listener->loop, &listener->resume);
    return true;
}

/* Looks at each postponed socket once. */
static void on_resume(struct ev_loop *loop, ev_timer *timer, int events)
{
    struct socket_listener *listener = timer->data;
    struct socket *next;
    (void)events;
    for (struct socket *socket = TAILQ_FIRST(&listener->postponed.queue); socket; socket = next) {
        next = TAILQ_NEXT(socket, in_postponed);
        if (!listener->events->begin(socket))
            continue;
        TAILQ_REMOVE(&listener->postponed.queue, socket, in_postponed);
        socket->postponed = false;
        if (socket->handshake_done)
            watch_what_matters(socket);
        else
            watch(socket, EV_READ);
        if (socket->owes_flush)
            socket_flush_later(socket);
        socket->owes_flush = false;
    }
    if (TAILQ_EMPTY(&listener->postponed.queue))
        ev_timer_stop(loop, timer);
}

/* Writes as much as the kernel takes; the number of bytes. */
static size_t write_now(struct socket *socket, const unsigned char *bytes, size_t length)
{
    size_t done = 0;
    while (done < length) {
        const ssize_t sent = tls_write(socket->ssl, socket->io.fd, bytes + done, length - done);
        if (sent == TLS_ENDED)
            socket_drop(socket);
        if (sent <= 0)
            break;
        done += (size_t)sent;
    }
    return done;
}

size_t socket_kept(const struct socket *socket)
{
    return socket->kept_length - socket->kept_sent;
}

void socket_write(struct socket *socket, const void *bytes, size_t length)
{
    if (socket->dead || socket->ends || length == 0)
        return;
    const size_t done = socket->kept ? 0 : write_now(socket, bytes, length);
    if (socket->dead || done == length)
        return;
    const size_t left = length - done, before = socket_kept(socket);
    if (before + left > UINT32_MAX / 2) {
        socket_drop(socket);
        return;
    }
    if (socket->kept_sent)
        memmove(socket->kept, socket->kept + socket->kept_sent, before);
    socket->kept = memory_resize(socket->kept, before + left, 1);
    memcpy(socket->kept + before, (const unsigned char *)bytes + done, left);
    socket->kept_sent = 0;
    socket->kept_length = (uint32_t)(before + left);
    watch_what_matters(socket);
}

/* Our output is complete: shuts down writing, and waits briefly for the peer, since closing with
 * unread input could discard output that the peer has not received yet. */
static void finish(struct socket *socket)
{
    if (socket->ended)
        return;
    socket->ended = true;
    if (socket->ssl && socket->handshake_done)
        tls_end(socket->ssl);
    shutdown(socket->io.fd, SHUT_WR);
    watch_what_matters(socket);
}

void socket_end(struct socket *socket)
{
    if (socket->dead || socket->ends)
        return;
    socket->ends = true;
    if (socket->wait != SOCKET_ANSWER || !socket->kept)
        socket_wait(socket, SOCKET_CLOSING);
    if (!socket->kept)
        finish(socket);
}

static void write_kept(struct socket *socket)
{
    socket->kept_sent +=
        (uint32_t)write_now(socket, socket->kept + socket->kept_sent, socket_kept(socket));
    if (socket->dead || socket_kept(socket))
        return;
    free(socket->kept);
    socket->kept = NULL;
    socket->kept_length = socket->kept_sent = 0;
    if (socket->ends) {
        socket_wait(socket, SOCKET_CLOSING);
        finish(socket);
    } else {
        socket_flush_later(socket);
    }
    watch_what_matters(socket);
}

/* Reads the PROXY header that a trusted proxy may send first; returns whether the bytes after it
 * may be read. Only the header's own bytes are consumed, since TLS may follow. A malformed header
 * is left to the request parser, which refuses it. */
static bool read_proxy_header(struct socket *socket)
{
    struct proxy_header *header = socket->proxy;
    const int fd = socket->io.fd;
    unsigned char bytes[256];
    enum proxy_header_result result = PROXY_HEADER_MORE;
    while (result == PROXY_HEADER_MORE) {
        size_t used;
        const ssize_t got = recv(fd, bytes, sizeof bytes, MSG_PEEK);
        if (got <= 0) {
            if (got == 0 || (errno != EAGAIN && errno != EINTR))
                socket_drop(socket);
            return false;
        }
        result = proxy_header_read(header, bytes, (size_t)got, &used);
        if (used && recv(fd, bytes, used, 0) != (ssize_t)used) {
            socket_drop(socket);
            return false;
        }
    }
    socket->proxy = NULL;
    if (result == PROXY_HEADER_DONE && header->names_client &&
        !socket->listener->events->proxied(socket, &header->client))
        socket_drop(socket);
    else if (result == PROXY_HEADER_NONE && header->length && socket->ssl)
        socket_drop(socket); /* no TLS begins like that */
    else if (result == PROXY_HEADER_NONE && header->length)
        socket->listener->events->received(socket, header->bytes, header->length);
    free(header);
    return !socket->dead;
}

static void read_input(struct socket *socket)
{
    for (int i = 0; !socket->dead && (i < READS || (socket->ssl && SSL_pending(socket->ssl)));
         i++) {
        if (socket->wait == SOCKET_ANSWER)
            return;
        const ssize_t got = tls_read(socket->ssl, socket->io.fd, socket->listener->buffer,
                                     sizeof socket->listener->buffer);
        if (got == TLS_ENDED)
            socket_drop(socket);
        if (got < 0)
            return;
        if (socket->ends) {
            socket->ignored += (uint32_t)got;
            if (socket->ignored > IGNORED_MAX)
                socket_drop(socket);
        } else {
            socket->listener->events->received(socket, socket->listener->buffer, (size_t)got);
        }
        if (!socket->ssl && (size_t)got < sizeof socket->listener->buffer)
            return;
    }
}

/* Continues the TLS handshake. Returns true if it is complete. */
static bool do_handshake(struct socket *socket)
{
    bool writes;
    switch (tls_handshake(socket->ssl, &writes)) {
    case TLS_DONE:
        socket->handshake_done = true;
        watch(socket, EV_READ);
        return true;
    case TLS_LATER:
        watch(socket, writes ? EV_WRITE : EV_READ);
        return false;
    default:
        socket_drop(socket);
        return false;
    }
}

/* With TLS, writing may wait for input and reading for output: so both are tried. */
static void handle_ready(struct socket *socket, int events)
{
    if (socket->proxy && !read_proxy_header(socket))
        return;
    if (!socket->handshake_done && !do_handshake(socket))
        return;
    if (socket->kept && (socket->ssl || (events & EV_WRITE)))
        write_kept(socket);
    if (socket->ssl || (events & EV_READ))
        read_input(socket);
}

static void on_ready(struct ev_loop *loop, ev_io *io, int events)
{
    struct socket *socket = io->data;
    (void)loop;
    if (postpone(socket))
        return;
    handle_ready(socket, events);
    socket->listener->events->done(socket);
}

struct socket *socket_oldest_silent(struct socket_listener *listener,
                                    bool (*fits)(const struct socket *, const void *context),
                                    const void *context)
{
    struct socket *socket = oldest_of(listener, SOCKET_SILENT);
    while (socket && !fits(socket, context))
        socket = TAILQ_NEXT(socket, in_wait);
    return socket;
}

static void start(struct socket_listener *listener, int fd, const struct in6_addr *peer)
{
    const int one = 1;
    struct socket *socket = memory_new(1, listener->size);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    socket->listener = listener;
    socket->since = ev_now(listener->loop);
    socket->handshake_done = !listener->tls;
    ev_io_init(&socket->io, on_ready, fd, EV_READ);
    socket->io.data = socket;
    if (listener->tls)
        socket->ssl = tls_new(listener->tls, fd);
    struct socket *oldest = oldest_of(listener, SOCKET_SILENT);
    const bool full = listener->count >= listener->sockets_max;
    if (oldest && (full || listener->waits[SOCKET_SILENT].count >= listener->silent_max))
        socket_drop(oldest);
    const bool good = (!full || oldest) && (!listener->tls || socket->ssl) &&
                      listener->events->accept(socket, peer);
    if (!good) {
        SSL_free(socket->ssl);
        close(fd);
        free(socket);
        return;
    }
    if (listener->trusted && trusted_has(listener->trusted, peer))
        socket->proxy = memory_new(1, sizeof *socket->proxy);
    list_add(&listener->waits[SOCKET_SILENT], socket);
    listener->count++;
    ev_io_start(listener->loop, &socket->io);
    listener->events->done(socket);
}

static void on_arrival(struct ev_loop *loop, ev_io *io, int events)
{
    struct socket_listener *listener = io->data;
    (void)events;
    for (int i = 0; i < ACCEPTS; i++) {
        struct sockaddr_storage from = {0};
        socklen_t length = sizeof from;
        struct in6_addr peer;
        listener->events->arrives(listener);
        const int fd =
            accept4(io->fd, (struct sockaddr *)&from, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            ip_of_peer(&from, &peer);
            start(listener, fd, &peer);
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS) {
            ev_io_stop(loop, &listener->accepting); /* otherwise the loop would spin */
            ev_io_stop(loop, &listener->other);
            ev_timer_again(loop, &listener->again);
            return;
        } else if (errno == EAGAIN) {
            return;
        }
    }
}

static void start_listening(struct socket_listener *listener)
{
    ev_io_start(listener->loop, &listener->accepting);
    if (listener->other.fd >= 0)
        ev_io_start(listener->loop, &listener->other);
}

static void on_again(struct ev_loop *loop, ev_timer *timer, int events)
{
    struct socket_listener *listener = timer->data;
    (void)events;
    ev_timer_stop(loop, timer);
    start_listening(listener);
}

static void on_tick(struct ev_loop *loop, ev_timer *timer, int events)
{
    struct socket_listener *listener = timer->data;
    (void)events;
    for (int wait = 0; wait < SOCKET_WAITS; wait++) {
        for (struct socket *socket; (socket = oldest_of(listener, wait)) &&
                                    socket->since + listener->timeouts[wait] <= ev_now(loop);) {
            if (wait == SOCKET_IDLE) {
                socket_wait(socket, SOCKET_PINGED);
                listener->events->idle(socket);
            } else {
                socket_drop(socket);
            }
        }
    }
}

static void release(struct socket *socket)
{
    socket->listener->events->arrives(socket->listener);
    SSL_free(socket->ssl);
    close(socket->io.fd);
    socket->listener->events->done(socket);
    socket->listener->events->gone(socket);
    free(socket->kept);
    free(socket->proxy);
    socket->listener->count--;
    free(socket);
}

/* The end of a loop iteration. The callbacks may add sockets to both lists. No socket is freed
 * while another has to be flushed. */
static void settle(struct socket_listener *listener)
{
    while (listener->to_flush || listener->to_free) {
        struct socket *socket = listener->to_flush;
        if (socket) {
            listener->to_flush = socket->flush_next;
            socket->flushes = false;
            if (socket->dead || postpone(socket)) {
                socket->owes_flush = true;
                continue;
            }
            listener->events->flush(socket);
            listener->events->done(socket);
        } else {
            socket = listener->to_free;
            listener->to_free = socket->free_next;
            release(socket);
        }
    }
}

static void on_prepare(struct ev_loop *loop, ev_prepare *prepare, int events)
{
    (void)loop;
    (void)events;
    settle(prepare->data);
}

/* A socket that listens at the address (NULL: all); -1: not possible. */
static int listen_at(const char *address, int port, bool six)
{
    const int on = 1, off = 0;
    struct sockaddr_in to_four = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct sockaddr_in6 to_six = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
    if (address)
        inet_pton(six ? AF_INET6 : AF_INET, address,
                  six ? (void *)&to_six.sin6_addr : (void *)&to_four.sin_addr);
    const int fd = socket(six ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (six) /* all addresses: IPv4 too */
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, address ? &on : &off, sizeof on);
    if (bind(fd, six ? (struct sockaddr *)&to_six : (struct sockaddr *)&to_four,
             six ? sizeof to_six : sizeof to_four) != 0 ||
        listen(fd, 1024) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

static void start_watchers(struct socket_listener *listener, int fd, int other)
{
    ev_io_init(&listener->accepting, on_arrival, fd, EV_READ);
    ev_io_init(&listener->other, on_arrival, other, EV_READ);
    ev_timer_init(&listener->tick, on_tick, TICK_SECONDS, TICK_SECONDS);
    ev_init(&listener->again, on_again);
    ev_init(&listener->resume, on_resume);
    listener->resume.repeat = RESUME_SECONDS;
    listener->resume.data = listener;
    listener->again.repeat = AGAIN_SECONDS;
    ev_prepare_init(&listener->prepare, on_prepare);
    ev_set_priority(&listener->prepare, EV_MAXPRI); /* before events are stored */
    listener->accepting.data = listener->other.data = listener->tick.data = listener->again.data =
        listener->prepare.data = listener;
    start_listening(listener);
    ev_timer_start(listener->loop, &listener->tick);
    ev_prepare_start(listener->loop, &listener->prepare);
}

bool socket_open(struct socket_listener *listener, const struct socket_place *place, int *port,
                 struct text *why)
{
    struct in_addr four;
    struct in6_addr six;
    const bool both = place->interface && strcmp(place->interface, "localhost") == 0;
    const char *address = both ? "127.0.0.1" : place->interface;
    const bool is_four = address && inet_pton(AF_INET, address, &four) == 1;
    listener->tls = place->tls;
    listener->trusted = place->trusted;
    listener->timeouts = place->timeouts;
    for (int wait = 0; wait < SOCKET_WAITS; wait++)
        TAILQ_INIT(&listener->waits[wait].queue);
    TAILQ_INIT(&listener->postponed.queue);
    if (address && !is_four && inet_pton(AF_INET6, address, &six) != 1)
        return text_fail(why, tr("--bind takes an IPv4 or IPv6 address or all, not '%s'"), address);
    int fd = is_four ? -1 : listen_at(address, place->port, true);
    if (fd < 0 && (is_four || !address)) /* or the machine has no IPv6 */
        fd = listen_at(address, place->port, false);
    if (fd < 0)
        return text_fail(why, tr("cannot listen on port %d"), place->port);
    struct sockaddr_storage at = {0};
    socklen_t length = sizeof at;
    getsockname(fd, (struct sockaddr *)&at, &length);
    *port = ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port
                                           : ((struct sockaddr_in *)&at)->sin_port);
    start_watchers(listener, fd, both ? listen_at("::1", *port, true) : -1);
    return true;
}

void socket_set_tls(struct socket_listener *listener, SSL_CTX *tls)
{
    SSL_CTX_free(listener->tls); /* existing connections keep their own reference */
    listener->tls = tls;
}

void socket_close_all(struct socket_listener *listener)
{
    if (!listener->prepare.data) { /* never opened */
        SSL_CTX_free(listener->tls);
        return;
    }
    for (int wait = 0; wait < SOCKET_WAITS; wait++) {
        while (oldest_of(listener, wait))
            socket_drop(oldest_of(listener, wait));
    }
    settle(listener);
    ev_io_stop(listener->loop, &listener->accepting);
    ev_io_stop(listener->loop, &listener->other);
    ev_timer_stop(listener->loop, &listener->tick);
    ev_timer_stop(listener->loop, &listener->again);
    ev_timer_stop(listener->loop, &listener->resume);
    ev_prepare_stop(listener->loop, &listener->prepare);
    close(listener->accepting.fd);
    if (listener->other.fd >= 0)
        close(listener->other.fd);
    SSL_CTX_free(listener->tls);
}
