/* Attacks by anonymous clients. After each attack, and while its connections are still open, the
 * server must still serve another client. The server drops silent connections only
 * after several minutes (test_server_prepare), so an attack that holds it up until then fails here,
 * however slow the machine is. */
#include <errno.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "net/socket.h"
#include "raw_client.h"
#include "server_tables.h"

#define SILENT_MANY 300
#define UPGRADE RAW_UPGRADE "Host: localhost\r\n"

static int dial(void)
{
    return raw_dial(shared_server.port);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Another client gets a page and plays with messages. After that, all earlier bytes have reached
 * the server. */
static void assert_served(void)
{
    const int fd = dial();
    static const char request[] = "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
    raw_put(fd, request, sizeof request - 1);
    assert_true(raw_says(fd, "\"status\":\"ok\""));
    raw_put(fd, request, sizeof request - 1); /* the connection is kept */
    assert_true(raw_says(fd, "\"status\":\"ok\""));
    close(fd);
    struct test_client client;
    client_open(&client, &shared_server);
    client_send(&client, "{\"do\":\"ping\"}");
    json_decref(client_expect(&client, "pong"));
    client_close(&client);
}

/* A WebSocket after its handshake. */
static int open_socket(void)
{
    const int fd = dial();
    raw_put(fd, UPGRADE "\r\n", strlen(UPGRADE) + 2);
    assert_true(raw_says(fd, "\r\n\r\n"));
    return fd;
}

/* The attack that put libwebsockets 4.1.6 into an endless loop. */
static void pipelined_body(void **state)
{
    (void)state;
    static const char bytes[] = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n";
    const int fd = dial();
    raw_put(fd, bytes, sizeof bytes - 1);
    assert_served();
    raw_put(fd, "abc", 3);
    assert_served();
    assert_true(raw_ends(fd));
    close(fd);
}

/* The attack that crashed libwebsockets 4.1.6 by an assertion. */
static void another_protocol(void **state)
{
    (void)state;
    static const char head[] =
        "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\n"
        "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n";
    static const char preface[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0";
    static const char data[] = "\0\0\4\0\1\0\0\0\1abcd";
    for (int together = 0; together < 2; together++) {
        const int fd = dial();
        char bytes[512];
        memcpy(bytes, head, sizeof head - 1);
        memcpy(bytes + sizeof head - 1, preface, sizeof preface - 1);
        if (together) {
            raw_put(fd, bytes, sizeof head + sizeof preface - 2);
        } else {
            raw_put(fd, head, sizeof head - 1);
            assert_served();
            raw_put(fd, preface, sizeof preface - 1);
        }
        assert_served();
        raw_put(fd, data, sizeof data - 1);
        assert_served();
        assert_true(raw_ends(fd));
        close(fd);
    }
}

/* The attack that used up all connections. */
static void silence(void **state)
{
    (void)state;
    int fds[SILENT_MANY];
    for (int i = 0; i < SILENT_MANY; i++) {
        fds[i] = dial();
        if (i % 3)
            raw_put(fds[i], "GET / HT", i % 3 == 1 ? 1 : 8);
        if (i == 64)
            assert_served();
    }
    assert_served();
    for (int i = 0; i < SILENT_MANY; i++)
        close(fds[i]);
    assert_served();
}

/* One address opens more connections than it may have: the server drops its oldest silent ones. */
static void too_many(void **state)
{
    (void)state;
    enum { MANY = 600 };
    int fds[MANY];
    for (int i = 0; i < MANY; i++)
        fds[i] = dial();
    assert_served();
    assert_true(raw_ends(fds[0]));
    for (int i = 0; i < MANY; i++)
        close(fds[i]);
    assert_served();
}

/* Requests that the server refuses with this status, sent whole and byte by byte; then it closes
 * the connection. */
static void bad_requests(void **state)
{
    (void)state;
    static const struct {
        const char *request;
        int status;
    } asked[] = {
        {"nonsense\r\n\r\n", 400},
        {"\x16\x03\x01\x02\x01\x01", 400}, /* TLS at a port without TLS */
        {"GET / HTTP/1.1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: localhost\r\nHost: y\r\n\r\n", 400},
        {"GET http://x/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 400},
        {"GET /%00 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400},
        {"GET /%f HTTP/1.1\r\nHost: localhost\r\n\r\n", 400},
        {"GET / HTTP/2.0\r\nHost: localhost\r\n\r\n", 505},
        {"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n", 413},
        {"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nContent-Length: 3\r\n\r\n",
         400},
        {"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n", 413},
        {"POST / HTTP/1.1\r\nHost: localhost\r\n\r\n", 405},
        {"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", 405},
        {"CONNECT x:80 HTTP/1.1\r\nHost: localhost\r\n\r\n", 405},
        {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400},
        {UPGRADE "Sec-WebSocket-Key: Y29ybmV0IGNvcm5ldCBjbw==\r\n\r\n", 400},
        {UPGRADE "Content-Length: 2\r\n\r\n", 413},
        {"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
         400},
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        for (int slow = 0; slow < 2; slow++) {
            const int fd = dial();
            char answer[RAW_ANSWER];
            if (slow)
                raw_put_slowly(fd, asked[i].request, strlen(asked[i].request));
            else
                raw_put_text(fd, asked[i].request);
            if (raw_answer(fd, answer) != asked[i].status || !raw_has_policy(answer))
                fail_msg("request %zu: not refused with %d: %s", i, asked[i].status, answer);
            assert_true(raw_ends(fd));
            close(fd);
        }
    }
    assert_served();
}

static void huge_heads(void **state)
{
    (void)state;
    static const char *const starts[] = {"GET /", "GET / HTTP/1.1\r\nHost: localhost\r\nA: ",
                                         "GET / HTTP/1.1\r\nHost: ", "GET / HTTP/1.1\r\nHost"};
    char filler[65536];
    memset(filler, 'a', sizeof filler);
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        const int fd = dial();
        raw_put(fd, starts[i], strlen(starts[i]));
        raw_put(fd, filler, sizeof filler);
        assert_true(raw_ends(fd));
        close(fd);
    }
    const int fd = dial();
    raw_put(fd, "GET / HTTP/1.1\r\nHost: localhost\r\n", 25);
    for (int i = 0; i < 5000; i++)
        raw_put(fd, "B: c\r\n", 6);
    assert_true(raw_ends(fd));
    close(fd);
    assert_served();
}

/* A valid request that arrives byte by byte is answered. */
static void byte_by_byte(void **state)
{
    (void)state;
    static const char request[] = "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
    static const char ping[] = "\x81\x8d\0\0\0\0{\"do\":\"ping\"}";
    int fd = dial();
    for (size_t i = 0; i < sizeof request - 1; i++) {
        raw_put(fd, request + i, 1);
        if (i == 20)
            assert_served(); /* with half a request open */
    }
    assert_true(raw_says(fd, "\"status\":\"ok\""));
    close(fd);
    fd = open_socket();
    for (size_t i = 0; i < sizeof ping - 1; i++) {
        raw_put(fd, ping + i, 1);
        if (i == 9)
            assert_served(); /* with half a frame open */
    }
    assert_true(raw_says(fd, "\"code\":\"version\"")); /* the client did not send `hello` first */
    close(fd);
}

static void behind_an_upgrade(void **state)
{
    (void)state;
    static const char bytes[] = UPGRADE "\r\n\x81\x80\0\0\0\0";
    const int fd = dial();
    raw_put(fd, bytes, sizeof bytes - 1);
    assert_true(raw_says(fd, "HTTP/1.1 400"));
    assert_true(raw_ends(fd));
    close(fd);
    assert_served();
}

/* Frames after which the server closes with this code. */
static void bad_frames(void **state)
{
    (void)state;
    static const struct {
        const char *what, *bytes;
        size_t length;
        const char *close;
    } sent[] = {
#define FRAME(what, bytes, code) {what, bytes, sizeof bytes - 1, code}
        FRAME("unmasked", "\x81\x01x", "\x88\x02\x03\xea"),
        FRAME("reserved bits", "\xc1\x81\0\0\0\0x", "\x88\x02\x03\xea"),
        FRAME("reserved opcode", "\x83\x81\0\0\0\0x", "\x88\x02\x03\xea"),
        FRAME("reserved control opcode", "\x8b\x80\0\0\0\0", "\x88\x02\x03\xea"),
        FRAME("long ping", "\x89\xfe\0\x7e\0\0\0\0", "\x88\x02\x03\xea"),
        FRAME("ping in pieces", "\x09\x80\0\0\0\0", "\x88\x02\x03\xea"),
        FRAME("continuation of nothing", "\x80\x81\0\0\0\0x", "\x88\x02\x03\xea"),
        FRAME("message within a message", "\x01\x81\0\0\0\0x\x81\x81\0\0\0\0x", "\x88\x02\x03\xea"),
        FRAME("length in too many bytes", "\x81\xfe\0\x01\0\0\0\0x", "\x88\x02\x03\xea"),
        FRAME("negative length", "\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff", "\x88\x02\x03\xea"),
        FRAME("binary", "\x82\x81\0\0\0\0x", "\x88\x02\x03\xeb"),
        FRAME("close with a bad code", "\x88\x82\0\0\0\0\x03\xed", "\x88\x02\x03\xea"),
        FRAME("close with half a code", "\x88\x81\0\0\0\0\x03", "\x88\x02\x03\xea"),
        FRAME("close", "\x88\x82\0\0\0\0\x03\xe8", "\x88\x02\x03\xe8"),
#undef FRAME
    };
    for (size_t i = 0; i < sizeof sent / sizeof *sent; i++) {
        for (int slow = 0; slow < 2; slow++) {
            const int fd = open_socket();
            for (size_t c = 0; slow && c < sent[i].length; c++)
                raw_put(fd, sent[i].bytes + c, 1);
            if (!slow)
                raw_put(fd, sent[i].bytes, sent[i].length);
            if (!raw_says(fd, sent[i].close))
                fail_msg("%s: not closed as expected", sent[i].what);
            assert_true(raw_ends(fd));
            close(fd);
        }
    }
    const int fd = open_socket();
    raw_put(fd, "\x88\x80\0\0\0\0", 6); /* a close without a code */
    assert_true(raw_ends(fd));
    close(fd);
    assert_served();
}

/* Half frames and half messages on many connections at once. A ping between two fragments is
 * answered. */
static void half_frames(void **state)
{
    (void)state;
    enum { HALVES = 100 };
    int fds[HALVES];
    for (int i = 0; i < HALVES; i++) {
        fds[i] = open_socket();
        raw_put(fds[i], i % 2 ? "\x81\xfe\x0f\xff\0\0\0\0abc" : "\x01\x83\0\0\0\0abc",
                i % 2 ? 11 : 9);
    }
    assert_served();
    raw_put(fds[0], "\x89\x82\0\0\0\0hi", 8);
    assert_true(raw_says(fds[0], "\x8a\x02hi"));
    raw_put(fds[0], "\x80\x80\0\0\0\0", 6);
    assert_true(raw_says(fds[0], "\"code\":\"bad-message\""));
    for (int i = 0; i < HALVES; i++)
        close(fds[i]);
    assert_served();
}

/* Endless frames without a message: pings, pongs and empty fragments; from a client that reads the
 * answers and from one that does not. */
static void empty_floods(void **state)
{
    (void)state;
    static const char *const frames[] = {"\x89\x80\0\0\0", "\x8a\x80\0\0\0", "\0\x80\0\0\0"};
    for (size_t kind = 0; kind < sizeof frames / sizeof *frames; kind++) {
        char flood[6 * 500];
        for (size_t i = 0; i < sizeof flood; i += 6)
            memcpy(flood + i, frames[kind], 6);
        if (!frames[kind][0])
            flood[0] = '\x01'; /* fragments of a text */
        const int fd = open_socket(), deaf = open_socket();
        raw_put(deaf, flood, sizeof flood);
        raw_put(fd, flood, sizeof flood);
        assert_served();
        assert_true(raw_ends(fd));
        close(fd);
        assert_true(raw_ends(deaf));
        close(deaf);
        assert_served();
    }
}

/* Clients that request a large file again and again and read nothing. */
static void deaf_reader(void **state)
{
    (void)state;
    static const char request[] = "GET /index.html HTTP/1.1\r\nHost: localhost\r\n\r\n";
    int fds[20];
    for (int i = 0; i < 20; i++) {
        const int small = 2048;
        fds[i] = dial();
        setsockopt(fds[i], SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
        for (int k = 0; k < 20; k++)
            send(fds[i], request, sizeof request - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    }
    assert_served();
    for (int i = 0; i < 20; i++)
        close(fds[i]);
    assert_served();
}

/* Connections that are closed or reset at every point of a handshake and a message. */
static void cut_off(void **state)
{
    (void)state;
    static const char bytes[] = UPGRADE "\r\n\x81\x8d\0\0\0\0{\"do\":\"ping\"}";
    const struct linger now = {.l_onoff = 1, .l_linger = 0};
    const size_t head = strlen(UPGRADE) + 2;
    for (size_t length = 0; length < sizeof bytes; length += length < head - 4 ? 16 : 1) {
        const int fd = length > head ? open_socket() : dial();
        if (length > head)
            raw_put(fd, bytes + head, length - head);
        else
            raw_put(fd, bytes, length);
        if (length % 2)
            setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
        close(fd);
    }
    assert_served();
}

/* Gets a page over TLS, twice on one connection and byte by byte. */
static void assert_served_with_tls(SSL_CTX *tls, int port)
{
    static const char request[] = "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
    const int fd = raw_dial(port);
    SSL *ssl = SSL_new(tls);
    SSL_set_fd(ssl, fd);
    assert_int_equal(SSL_connect(ssl), 1);
    for (int slow = 0; slow < 2; slow++) {
        char answer[4096] = "";
        size_t length = 0;
        for (size_t i = 0; slow && i < sizeof request - 1; i++)
            assert_int_equal(SSL_write(ssl, request + i, 1), 1);
        if (!slow)
            assert_int_equal(SSL_write(ssl, request, sizeof request - 1), sizeof request - 1);
        while (!strstr(answer, "\"status\":\"ok\"")) {
            const int got = SSL_read(ssl, answer + length, (int)(sizeof answer - 1 - length));
            assert_true(got > 0);
            length += (size_t)got;
            answer[length] = '\0';
        }
    }
    SSL_free(ssl);
    close(fd);
}

/* At a TLS port: silence, half a handshake, plain HTTP, random bytes. */
static void half_handshakes(void **state)
{
    (void)state;
    static const char hello[] = "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03";
    struct test_server other;
    char key[128], certificate[128], noise[4096];
    int fds[60];
    test_server_prepare(&other);
    snprintf(key, sizeof key, "%s/key.pem", other.folder);
    snprintf(certificate, sizeof certificate, "%s/certificate.pem", other.folder);
    raw_certificate(key, certificate, "localhost");
    other.settings.key = key;
    other.settings.certificate = certificate;
    test_server_start(&other);
    SSL_CTX *tls = SSL_CTX_new(TLS_client_method());
    memset(noise, 0x16, sizeof noise);
    for (int i = 0; i < 60; i++) {
        fds[i] = raw_dial(other.port);
        if (i % 4 == 1)
            raw_put(fds[i], hello, sizeof hello - 1);
        else if (i % 4 == 2)
            raw_put(fds[i], "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 27);
        else if (i % 4 == 3)
            raw_put(fds[i], noise, sizeof noise);
    }
    assert_served_with_tls(tls, other.port);
    assert_true(raw_ends(fds[2]));
    assert_true(raw_ends(fds[3]));
    for (int i = 0; i < 60; i++)
        close(fds[i]);
    assert_served_with_tls(tls, other.port);
    SSL_CTX_free(tls);
    test_server_stop(&other);
    unlink(key);
    unlink(certificate);
    test_server_remove(&other);
}

/* ---- timeouts, on servers where the tested ones are short ---- */

/* Starts a server where these timeouts are one second. All others are minutes, so a slow machine
 * does not reach them. */
static void start_short(struct test_server *server, unsigned waits)
{
    test_server_prepare(server);
    for (int wait = 0; wait < SOCKET_WAITS; wait++)
        if (waits >> wait & 1)
            server->timeouts[wait] = 1;
    test_server_start(server);
}

static void end_short(struct test_server *server)
{
    test_server_stop(server);
    test_server_remove(server);
}

static int open_socket_at(const struct test_server *server)
{
    const int fd = raw_dial(server->port);
    raw_put_text(fd, UPGRADE "\r\n");
    assert_true(raw_says(fd, "\r\n\r\n"));
    return fd;
}

/* Sends `more` again and again until the server closes the connection, after one second. */
static void assert_ends(int fd, const char *more, size_t length, const char *what)
{
    const double began = seconds();
    bool open = true;
    while (open && seconds() - began < TEST_PATIENCE_MS / 1000.0) {
        char bytes[256];
        usleep(200000); /* slow enough for the server's limit of pings */
        raw_put(fd, more, length);
        for (ssize_t got = 1; open && got > 0;) {
            got = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT);
            open = got > 0 || (got < 0 && errno == EAGAIN);
        }
    }
    if (open)
        fail_msg("awaited for a minute: the end of %s", what);
    assert_true(seconds() - began > 0.9); /* not before the timeout */
    close(fd);
}

/* The server drops a request or frame that is not completed in time, even if more of it or pings
 * arrive. */
static void unfinished_ends(void **state)
{
    struct test_server requests, frames;
    (void)state;
    start_short(&requests, 1u << SOCKET_SILENT);
    start_short(&frames, 1u << SOCKET_MESSAGE);
    const int head = raw_dial(requests.port);
    raw_put(head, "GET / HTTP/1.1\r\nA: ", 19);
    assert_ends(head, "x", 1, "half a request");
    const int frame = open_socket_at(&frames);
    raw_put(frame, "\x01\x81\0\0\0\0x", 7);
    assert_ends(frame, "\x89\x80\0\0\0\0", 6, "half a frame");
    end_short(&requests);
    end_short(&frames);
}

/* The server pings a silent client. A client that answers is pinged again; one that does not is
 * dropped. */
static void silent_is_asked(void **state)
{
    static const char ping[] = "\x89 "; /* raw_says reads zeros as spaces */
    struct test_server asks, drops;
    char byte;
    (void)state;
    start_short(&asks, 1u << SOCKET_IDLE);
    start_short(&drops, 1u << SOCKET_IDLE | 1u << SOCKET_PINGED);
    const int mute = open_socket_at(&drops), lively = open_socket_at(&asks);
    for (int i = 0; i < 2; i++) {
        assert_true(raw_says(lively, ping));
        raw_put(lively, "\x8a\x80\0\0\0\0", 6);
    }
    close(lively);
    assert_true(raw_says(mute, ping));
    assert_true(raw_wait(mute, "the end of a connection that does not answer pings"));
    assert_true(recv(mute, &byte, 1, 0) <= 0); /* the server sends no second ping */
    close(mute);
    end_short(&asks);
    end_short(&drops);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pipelined_body),  cmocka_unit_test(another_protocol),
        cmocka_unit_test(silence),         cmocka_unit_test(too_many),
        cmocka_unit_test(bad_requests),    cmocka_unit_test(huge_heads),
        cmocka_unit_test(byte_by_byte),    cmocka_unit_test(behind_an_upgrade),
        cmocka_unit_test(bad_frames),      cmocka_unit_test(half_frames),
        cmocka_unit_test(empty_floods),    cmocka_unit_test(deaf_reader),
        cmocka_unit_test(cut_off),         cmocka_unit_test(half_handshakes),
        cmocka_unit_test(unfinished_ends), cmocka_unit_test(silent_is_asked),
    };
    signal(SIGPIPE, SIG_IGN); /* OpenSSL writes without MSG_NOSIGNAL */
    cmocka_set_test_filter(getenv("CORNET_TEST"));
    return cmocka_run_group_tests(tests, start_shared_server, stop_shared_server);
}
