#include "net/fetch.h"

#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/lang.h"
#include "base/memory.h"
#include "net/tls.h"

enum { BYTES_MAX = 64 << 20, CHUNK = 1 << 16, REDIRECTIONS_MAX = 3 };

/* A connection and the bytes received. */
struct fetch {
    int fd; /* -1: none */
    SSL_CTX *tls;
    SSL *ssl;   /* NULL: plain */
    double end; /* of the request: clock_steady */
    char *bytes;
    size_t length;
};

bool fetch_read_url(const char *text, struct fetch_url *url)
{
    const char *at = strstr(text, "://");
    *url =
        (struct fetch_url){.tls = strncmp(text, "https:", 6) == 0 || strncmp(text, "wss:", 4) == 0};
    at = at ? at + 3 : text;
    const size_t host = strcspn(at, ":/");
    if (host == 0 || host >= sizeof url->host)
        return false;
    memcpy(url->host, at, host);
    at += host;
    url->port = url->tls ? 443 : 80;
    if (*at == ':') {
        char *end;
        url->port = (int)strtol(at + 1, &end, 10);
        at = end;
    }
    snprintf(url->path, sizeof url->path, "%s", at);
    return url->port > 0 && url->port < 65536 && (*at == '/' || *at == '\0');
}

SSL_CTX *fetch_tls(void)
{
    SSL_CTX *tls = SSL_CTX_new(TLS_client_method());
    if (!tls)
        return NULL;
    SSL_CTX_set_min_proto_version(tls, TLS1_2_VERSION);
    SSL_CTX_set_default_verify_paths(tls);
    SSL_CTX_set_verify(tls, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_options(tls, SSL_OP_NO_RENEGOTIATION | SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_mode(tls, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    return tls;
}

/* Waits until the connection is ready; false: too late. */
static bool await(const struct fetch *f, short events)
{
    struct pollfd one = {.fd = f->fd, .events = events};
    const double left = f->end - clock_steady();
    return left > 0 && poll(&one, 1, (int)(1000 * left)) > 0;
}

static bool connect_to(struct fetch *f, const struct addrinfo *to)
{
    int error = 0;
    socklen_t length = sizeof error;
    f->fd = socket(to->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (f->fd < 0)
        return false;
    if ((connect(f->fd, to->ai_addr, to->ai_addrlen) == 0 || errno == EINPROGRESS) &&
        await(f, POLLOUT) && getsockopt(f->fd, SOL_SOCKET, SO_ERROR, &error, &length) == 0 &&
        error == 0)
        return true;
    close(f->fd);
    f->fd = -1;
    return false;
}

static bool start_tls(struct fetch *f, const char *host)
{
    enum tls_result result = TLS_LATER;
    bool writes;
    f->tls = fetch_tls();
    f->ssl = f->tls ? SSL_new(f->tls) : NULL;
    if (!f->ssl || SSL_set_fd(f->ssl, f->fd) != 1 || SSL_set1_host(f->ssl, host) != 1)
        return false;
    SSL_set_tlsext_host_name(f->ssl, host);
    SSL_set_connect_state(f->ssl);
    while ((result = tls_handshake(f->ssl, &writes)) == TLS_LATER &&
           await(f, writes ? POLLOUT : POLLIN))
        ;
    return result == TLS_DONE;
}

static bool open_connection(struct fetch *f, const struct fetch_url *url)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *addresses = NULL;
    char service[16];
    snprintf(service, sizeof service, "%d", url->port);
    if (getaddrinfo(url->host, service, &hints, &addresses) != 0)
        return false;
    for (const struct addrinfo *to = addresses; to && f->fd < 0; to = to->ai_next)
        connect_to(f, to);
    freeaddrinfo(addresses);
    return f->fd >= 0 && (!url->tls || start_tls(f, url->host));
}

static bool send_all(struct fetch *f, const char *bytes, size_t length)
{
    for (size_t at = 0; at < length;) {
        const ssize_t sent = tls_write(f->ssl, f->fd, bytes + at, length - at);
        if (sent < 0 && (sent != TLS_AGAIN || !await(f, POLLOUT)))
            return false;
        at += sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

static bool send_request(struct fetch *f, const struct fetch_url *url,
                         const struct fetch_request *request)
{
    char bytes[1024];
    struct text head = text_on(bytes, sizeof bytes);
    text_printf(&head, "%s %s HTTP/1.1\r\nHost: %s:%d\r\nConnection: close\r\n",
                request->body ? "POST" : "GET", request->path, url->host, url->port);
    if (request->token)
        text_printf(&head, "Authorization: Bearer %s\r\n", request->token);
    if (request->body)
        text_printf(&head, "Content-Type: application/json\r\nContent-Length: %zu\r\n",
                    strlen(request->body));
    text_add(&head, "\r\n");
    return !head.cut && send_all(f, bytes, head.length) &&
           (!request->body || send_all(f, request->body, strlen(request->body)));
}

/* Reads until the server closes the connection. */
static bool read_answer(struct fetch *f)
{
    for (;;) {
        f->bytes = memory_resize(f->bytes, f->length + CHUNK + 1, 1);
        const ssize_t got = tls_read(f->ssl, f->fd, f->bytes + f->length, CHUNK);
        if (got == TLS_AGAIN ? !await(f, POLLIN) : f->length > BYTES_MAX)
            return false;
        if (got < 0 && got != TLS_AGAIN)
            break;
        f->length += got > 0 ? (size_t)got : 0;
    }
    f->bytes[f->length] = '\0';
    return strncmp(f->bytes, "HTTP/1.1 ", 9) == 0 && strstr(f->bytes, "\r\n\r\n");
}

/* The value of a header, which ends at the line's end; NULL: none. */
static const char *header(const struct fetch *f, const char *name)
{
    const char *end = strstr(f->bytes, "\r\n\r\n");
    for (const char *line = f->bytes; (line = strstr(line, "\r\n")) && line < end;) {
        line += 2;
        if (strncasecmp(line, name, strlen(name)) == 0)
            return line + strlen(name) + strspn(line + strlen(name), " ");
    }
    return NULL;
}

/* Takes the body out of the answer; NULL if it is not whole. */
static char *take_body(struct fetch *f, size_t *length)
{
    const char *body = strstr(f->bytes, "\r\n\r\n") + 4, *stated = header(f, "content-length:");
    *length = f->length - (size_t)(body - f->bytes);
    if (!stated || strtoull(stated, NULL, 10) != *length)
        return NULL;
    return memcpy(memory_new(*length + 1, 1), body, *length);
}

static void end_connection(struct fetch *f)
{
    SSL_free(f->ssl);
    SSL_CTX_free(f->tls);
    if (f->fd >= 0)
        close(f->fd);
    memory_free(f->bytes);
}

char *fetch_get(const struct fetch_url *url, const char *path, size_t *length, int *status,
                struct text *why)
{
    char next[512], *body = NULL;
    snprintf(next, sizeof next, "%s", path);
    for (int i = 0; i <= REDIRECTIONS_MAX && !body; i++) {
        struct fetch f = {.fd = -1, .end = clock_steady() + FETCH_SECONDS};
        const char *to = NULL;
        *status = 0;
        if (open_connection(&f, url) &&
            send_request(&f, url, &(struct fetch_request){.path = next}) && read_answer(&f)) {
            *status = atoi(f.bytes + 9);
            to = header(&f, "location:");
            body = *status == 200 ? take_body(&f, length) : NULL;
        }
        const bool again = *status == 307 && to && *to == '/';
        if (again)
            snprintf(next, sizeof next, "%.*s", (int)strcspn(to, "\r"), to);
        end_connection(&f);
        if (!again)
            break;
    }
    if (!body && *status)
        text_fail(why, tr("status %d from %s:%d"), *status, url->host, url->port);
    else if (!body)
        text_fail(why, tr("cannot connect to %s:%d"), url->host, url->port);
    return body;
}

char *fetch_ask(const struct fetch_url *url, const struct fetch_request *request, size_t *length,
                int *status, struct text *why)
{
    struct fetch f = {.fd = -1, .end = clock_steady() + FETCH_SECONDS};
    char *body = NULL;
    *status = 0;
    if (open_connection(&f, url) && send_request(&f, url, request) && read_answer(&f)) {
        *status = atoi(f.bytes + 9);
        body = take_body(&f, length);
    }
    end_connection(&f);
    if (!body)
        text_fail(why, tr("cannot connect to %s:%d"), url->host, url->port);
    return body;
}
