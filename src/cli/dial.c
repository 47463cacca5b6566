#include "cli/dial.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wslay/wslay.h>

#include "base/memory.h"
#include "net/fetch.h"
#include "net/frames.h"
#include "net/tls.h"

#define OPEN_SECONDS 15.0       /* to connect, with the handshakes */
#define MESSAGE_BYTES (8 << 20) /* of a message from the server */

enum stage { STAGE_CONNECT, STAGE_TLS, STAGE_ASK, STAGE_ANSWER, STAGE_OPEN };

struct dial {
    struct ev_loop *loop;
    const struct dial_events *events;
    void *context;
    char host[256];
    ev_io io;
    ev_timer limit;
    struct addrinfo *addresses, *next; /* `next`: to be tried if the present one does not answer */
    SSL_CTX *tls;                      /* NULL: plain */
    SSL *ssl;
    enum stage stage;
    wslay_event_context_ptr wslay;

    /* The handshake. The bytes after the response are the first frames. */
    char key[25];
    char head[4096];
    size_t head_length, head_taken;
    char request[768];
    size_t request_length, request_sent;
};

void dial_close(struct dial *dial)
{
    if (!dial)
        return;
    ev_io_stop(dial->loop, &dial->io);
    ev_timer_stop(dial->loop, &dial->limit);
    if (dial->wslay)
        wslay_event_context_free(dial->wslay);
    SSL_free(dial->ssl);
    SSL_CTX_free(dial->tls);
    if (dial->addresses)
        freeaddrinfo(dial->addresses);
    if (dial->io.fd >= 0)
        close(dial->io.fd);
    free(dial);
}

static void fail(struct dial *dial)
{
    dial->events->closed(dial->context);
    dial_close(dial);
}

static void watch(struct dial *dial, int events)
{
    if (ev_is_active(&dial->io) && (dial->io.events & (EV_READ | EV_WRITE)) == events)
        return;
    ev_io_stop(dial->loop, &dial->io);
    ev_io_set(&dial->io, dial->io.fd, events);
    ev_io_start(dial->loop, &dial->io);
}

/* Starts to connect to the next address; false if there is none left. */
static bool connect_next(struct dial *dial)
{
    const int one = 1;
    while (dial->next) {
        const struct addrinfo *to = dial->next;
        dial->next = to->ai_next;
        if (dial->io.fd >= 0) {
            ev_io_stop(dial->loop, &dial->io);
            close(dial->io.fd);
        }
        const int fd = socket(to->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        ev_io_set(&dial->io, fd, EV_WRITE);
        if (fd < 0)
            continue;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        if (connect(fd, to->ai_addr, to->ai_addrlen) == 0 || errno == EINPROGRESS) {
            ev_io_start(dial->loop, &dial->io);
            return true;
        }
    }
    return false;
}

static bool start_tls(struct dial *dial)
{
    dial->ssl = SSL_new(dial->tls);
    if (!dial->ssl || SSL_set_fd(dial->ssl, dial->io.fd) != 1 ||
        SSL_set1_host(dial->ssl, dial->host) != 1)
        return false;
    SSL_set_tlsext_host_name(dial->ssl, dial->host);
    SSL_set_connect_state(dial->ssl);
    return true;
}

/* Each step continues its stage; false: the connection has failed. */
static bool step_connect(struct dial *dial)
{
    int error = 0;
    socklen_t length = sizeof error;
    getsockopt(dial->io.fd, SOL_SOCKET, SO_ERROR, &error, &length);
    if (error)
        return connect_next(dial);
    if (dial->tls && !start_tls(dial))
        return false;
    dial->stage = dial->tls ? STAGE_TLS : STAGE_ASK;
    return true;
}

static bool step_tls(struct dial *dial)
{
    bool writes;
    const enum tls_result result = tls_handshake(dial->ssl, &writes);
    if (result == TLS_DONE)
        dial->stage = STAGE_ASK;
    watch(dial, result == TLS_DONE || writes ? EV_WRITE : EV_READ);
    return result != TLS_FAILED;
}

static bool step_ask(struct dial *dial)
{
    const ssize_t sent = tls_write(dial->ssl, dial->io.fd, dial->request + dial->request_sent,
                                   dial->request_length - dial->request_sent);
    if (sent < 0)
        return sent == TLS_AGAIN;
    dial->request_sent += (size_t)sent;
    if (dial->request_sent == dial->request_length) {
        dial->stage = STAGE_ANSWER;
        watch(dial, EV_READ);
    }
    return true;
}

/* The result of reading or writing, as wslay expects it. */
static ssize_t report(wslay_event_context_ptr wslay, ssize_t result)
{
    if (result < 0)
        wslay_event_set_error(wslay, result == TLS_AGAIN ? WSLAY_ERR_WOULDBLOCK
                                                         : WSLAY_ERR_CALLBACK_FAILURE);
    return result < 0 ? -1 : result;
}

static ssize_t on_recv(wslay_event_context_ptr wslay, uint8_t *to, size_t length, int flags,
                       void *context)
{
    struct dial *dial = context;
    const size_t left = dial->head_length - dial->head_taken;
    (void)flags;
    if (left) {
        const size_t taken = left < length ? left : length;
        memcpy(to, dial->head + dial->head_taken, taken);
        dial->head_taken += taken;
        return (ssize_t)taken;
    }
    return report(wslay, tls_read(dial->ssl, dial->io.fd, to, length));
}

static ssize_t on_send(wslay_event_context_ptr wslay, const uint8_t *bytes, size_t length,
                       int flags, void *context)
{
    const struct dial *dial = context;
    (void)flags;
    return report(wslay, tls_write(dial->ssl, dial->io.fd, bytes, length));
}

static int on_mask(wslay_event_context_ptr wslay, uint8_t *mask, size_t length, void *context)
{
    (void)wslay;
    (void)context;
    randombytes_buf(mask, length);
    return 0;
}

static void on_frame(wslay_event_context_ptr wslay, const struct wslay_event_on_msg_recv_arg *frame,
                     void *context)
{
    struct dial *dial = context;
    (void)wslay;
    if (frame->opcode == WSLAY_TEXT_FRAME)
        dial->events->message(
            dial->context,
            (struct span){frame->msg ? (const char *)frame->msg : "", frame->msg_length});
}

static bool open_frames(struct dial *dial)
{
    static const struct wslay_event_callbacks callbacks = {.recv_callback = on_recv,
                                                           .send_callback = on_send,
                                                           .genmask_callback = on_mask,
                                                           .on_msg_recv_callback = on_frame};
    if (wslay_event_context_client_init(&dial->wslay, &callbacks, dial) != 0)
        return false;
    wslay_event_config_set_max_recv_msg_length(dial->wslay, MESSAGE_BYTES);
    dial->stage = STAGE_OPEN;
    ev_timer_stop(dial->loop, &dial->limit);
    dial->events->opened(dial->context);
    return true;
}

/* Whether the server's answer accepts our key. */
static bool is_accepted(const struct dial *dial)
{
    static const char name[] = "sec-websocket-accept:";
    char accept[32];
    frames_accept(dial->key, accept);
    if (strncmp(dial->head, "HTTP/1.1 101", 12) != 0)
        return false;
    for (const char *line = dial->head; (line = strstr(line, "\r\n")) != NULL;) {
        line += 2;
        if (strncasecmp(line, name, sizeof name - 1) != 0)
            continue;
        line += sizeof name - 1;
        line += strspn(line, " \t");
        return strncmp(line, accept, strlen(accept)) == 0;
    }
    return false;
}

static bool step_answer(struct dial *dial)
{
    const ssize_t got = tls_read(dial->ssl, dial->io.fd, dial->head + dial->head_length,
                                 sizeof dial->head - 1 - dial->head_length);
    if (got < 0)
        return got == TLS_AGAIN;
    dial->head_length += (size_t)got;
    dial->head[dial->head_length] = '\0';
    const char *end = strstr(dial->head, "\r\n\r\n");
    if (!end)
        return dial->head_length < sizeof dial->head - 1;
    dial->head_taken = (size_t)(end + 4 - dial->head);
    return is_accepted(dial) && open_frames(dial);
}

static bool step_frames(struct dial *dial)
{
    const bool waited = wslay_event_want_write(dial->wslay);
    if (wslay_event_recv(dial->wslay) != 0 || wslay_event_send(dial->wslay) != 0)
        return false;
    if (!wslay_event_want_read(dial->wslay) && !wslay_event_want_write(dial->wslay))
        return false; /* closed by the server */
    const bool waits = wslay_event_want_write(dial->wslay);
    watch(dial, waits ? EV_READ | EV_WRITE : EV_READ);
    if (waited && !waits)
        dial->events->sent(dial->context);
    return true;
}

static void on_ready(struct ev_loop *loop, ev_io *io, int events)
{
    static bool (*const steps[])(struct dial *) = {
        [STAGE_CONNECT] = step_connect, [STAGE_TLS] = step_tls,     [STAGE_ASK] = step_ask,
        [STAGE_ANSWER] = step_answer,   [STAGE_OPEN] = step_frames,
    };
    struct dial *dial = io->data;
    (void)loop;
    (void)events;
    bool good = steps[dial->stage](dial);
    if (good && dial->stage == STAGE_OPEN && dial->head_taken < dial->head_length)
        good = step_frames(dial);
    if (!good)
        fail(dial);
}

static void on_limit(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)loop;
    (void)events;
    fail(timer->data);
}

void dial_send(struct dial *dial, struct span text)
{
    const struct wslay_event_msg message = {WSLAY_TEXT_FRAME, (const uint8_t *)text.at,
                                            text.length};
    if (dial->stage == STAGE_OPEN && wslay_event_queue_msg(dial->wslay, &message) == 0)
        watch(dial, EV_READ | EV_WRITE);
}

static void make_request(struct dial *dial, int port, const char *query)
{
    unsigned char key[16];
    randombytes_buf(key, sizeof key);
    EVP_EncodeBlock((unsigned char *)dial->key, key, sizeof key);
    dial->request_length =
        (size_t)snprintf(dial->request, sizeof dial->request,
                         "GET /ws%s HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\n"
                         "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                         "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Protocol: cornet.1\r\n\r\n",
                         query, dial->host, port, dial->key);
}

struct dial *dial_open(struct ev_loop *loop, const char *host, int port, bool tls,
                       const char *query, const struct dial_events *events, void *context)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    char service[16];
    struct dial *dial = memory_new(1, sizeof *dial);
    dial->loop = loop;
    dial->events = events;
    dial->context = context;
    snprintf(dial->host, sizeof dial->host, "%s", host);
    snprintf(service, sizeof service, "%d", port);
    make_request(dial, port, query);
    ev_io_init(&dial->io, on_ready, -1, EV_WRITE);
    ev_timer_init(&dial->limit, on_limit, OPEN_SECONDS, 0.);
    dial->io.data = dial->limit.data = dial;
    bool good = getaddrinfo(host, service, &hints, &dial->addresses) == 0;
    dial->next = dial->addresses;
    if (tls)
        good = good && (dial->tls = fetch_tls());
    if (!good || !connect_next(dial)) {
        dial_close(dial);
        return NULL;
    }
    ev_timer_start(loop, &dial->limit);
    return dial;
}
