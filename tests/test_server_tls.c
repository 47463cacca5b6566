/* The server with TLS: random and incomplete bytes before, during and after the handshake,
 * reloading the certificate, and a PROXY header before the handshake. After each attack another
 * client is served. */
#include <fcntl.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "raw_client.h"
#include "server_tables.h"

#define REQUEST "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
#define FLIGHT_MAX 16384

static struct test_server server;
static char key_path[128], certificate_path[128], error_path[128];
static SSL_CTX *client_tls;

static int start_tls(void **state)
{
    (void)state;
    rng_seed(&server_rng, 1);
    signal(SIGPIPE, SIG_IGN); /* OpenSSL writes without MSG_NOSIGNAL */
    test_server_prepare(&server);
    snprintf(key_path, sizeof key_path, "%s/key.pem", server.folder);
    snprintf(certificate_path, sizeof certificate_path, "%s/certificate.pem", server.folder);
    snprintf(error_path, sizeof error_path, "%s/errors", server.folder);
    raw_certificate(key_path, certificate_path, "first.example");
    server.settings.key = key_path;
    server.settings.certificate = certificate_path;
    server.settings.trusted_proxies = "127.0.0.2";
    const int terminal = dup(STDERR_FILENO);
    const int errors = open(error_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    dup2(errors, STDERR_FILENO); /* catches the server's messages */
    test_server_start(&server);
    dup2(terminal, STDERR_FILENO);
    close(terminal);
    close(errors);
    client_tls = SSL_CTX_new(TLS_client_method());
    return 0;
}

static int stop_tls(void **state)
{
    (void)state;
    SSL_CTX_free(client_tls);
    test_server_stop(&server);
    unlink(key_path);
    unlink(certificate_path);
    unlink(error_path);
    test_server_remove(&server);
    return 0;
}

/* A TLS handshake with a timeout, so that a test fails instead of hanging. */
static SSL *shake_hands(int fd, SSL_CTX *tls)
{
    const struct timeval patience = {.tv_sec = TEST_PATIENCE_MS / 1000};
    SSL *ssl = SSL_new(tls);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    SSL_set_fd(ssl, fd);
    if (SSL_connect(ssl) == 1)
        return ssl;
    SSL_free(ssl);
    return NULL;
}

/* Gets a page: returns the status, and the start of the response in `answer`. */
static int ask(SSL *ssl, const char *request, char answer[RAW_ANSWER])
{
    int status = 0, length = 0;
    answer[0] = '\0';
    if (SSL_write(ssl, request, (int)strlen(request)) <= 0)
        return 0;
    while (!strstr(answer, "\r\n\r\n")) {
        const int got = SSL_read(ssl, answer + length, RAW_ANSWER - 1 - length);
        if (got <= 0)
            return 0;
        length += got;
        answer[length] = '\0';
    }
    sscanf(answer, "HTTP/1.1 %d", &status);
    return status;
}

static void assert_served(void)
{
    char answer[RAW_ANSWER];
    const int fd = raw_dial(server.port);
    SSL *ssl = shake_hands(fd, client_tls);
    assert_non_null(ssl);
    assert_int_equal(ask(ssl, REQUEST, answer), 200);
    SSL_free(ssl);
    close(fd);
}

/* ---- a client whose bytes can be changed before they are sent ---- */

struct client {
    SSL *ssl;
    int fd;
    BIO *in, *out; /* owned by ssl */
};

static void open_client(struct client *client)
{
    client->fd = raw_dial(server.port);
    client->ssl = SSL_new(client_tls);
    client->in = BIO_new(BIO_s_mem());
    client->out = BIO_new(BIO_s_mem());
    SSL_set_bio(client->ssl, client->in, client->out);
    SSL_set_connect_state(client->ssl);
}

static void close_client(struct client *client)
{
    SSL_free(client->ssl);
    close(client->fd);
}

/* Takes the bytes that the client has queued but not yet sent. */
static size_t take_flight(struct client *client, unsigned char flight[FLIGHT_MAX])
{
    const int length = BIO_read(client->out, flight, FLIGHT_MAX);
    return length > 0 ? (size_t)length : 0;
}

/* Passes the server's bytes to the client; false at the end of the connection or after a timeout.
 * */
static bool receive(struct client *client)
{
    char bytes[FLIGHT_MAX];
    if (!raw_wait(client->fd, "a flight of the handshake"))
        return false;
    const ssize_t got = recv(client->fd, bytes, sizeof bytes, 0);
    return got > 0 && BIO_write(client->in, bytes, (int)got) == got;
}

/* Completes a valid handshake. */
static void complete(struct client *client)
{
    unsigned char flight[FLIGHT_MAX];
    while (SSL_do_handshake(client->ssl) != 1) {
        raw_put(client->fd, flight, take_flight(client, flight));
        assert_true(receive(client));
    }
    raw_put(client->fd, flight, take_flight(client, flight));
}

/* Changes some bytes, cuts off the end, repeats a part, or appends random bytes. */
static size_t mutate(unsigned char flight[FLIGHT_MAX], size_t length)
{
    const uint32_t how = rng_below(&server_rng, 4);
    const uint32_t at = rng_below(&server_rng, (uint32_t)length);
    if (how == 0)
        return at;
    if (how == 1 && length < FLIGHT_MAX / 2) {
        memmove(flight + length, flight + at, length - at);
        return 2 * length - at;
    }
    if (how == 2 && length < FLIGHT_MAX / 2) {
        for (size_t i = 0; i < 64; i++)
            flight[length + i] = (unsigned char)rng_below(&server_rng, 256);
        return length + 64;
    }
    for (uint32_t n = 1 + rng_below(&server_rng, 4); n > 0; n--)
        flight[rng_below(&server_rng, (uint32_t)length)] ^=
            (unsigned char)(1u << rng_below(&server_rng, 8));
    return length;
}

/* Changes the first flight (the hello), the second (the rest of the handshake) or the data after
 * it. Then the client closes the connection at once, or the server has to. */
static void wrong_flights(void **state)
{
    (void)state;
    enum { ROUNDS = 120 };
    for (int round = 0; round < ROUNDS; round++) {
        struct client client;
        unsigned char flight[FLIGHT_MAX];
        open_client(&client);
        SSL_do_handshake(client.ssl);
        if (round % 3 == 1) {
            raw_put(client.fd, flight, take_flight(&client, flight));
            while (receive(&client) && SSL_do_handshake(client.ssl) != 1) {
            }
        } else if (round % 3 == 2) {
            complete(&client);
            SSL_write(client.ssl, REQUEST, sizeof REQUEST - 1);
        }
        size_t length = take_flight(&client, flight);
        assert_true(length > 0);
        length = mutate(flight, length);
        if (round % 2)
            raw_put_slowly(client.fd, flight, length);
        else
            raw_put(client.fd, flight, length);
        if (round % 4 < 2) {
            shutdown(client.fd, SHUT_WR);
            assert_true(raw_ends(client.fd));
        }
        close_client(&client);
        if (round % 30 == 0)
            assert_served();
    }
    assert_served();
}

/* Many handshakes at once, each silent after another number of bytes of the hello. */
static void half_hellos(void **state)
{
    (void)state;
    struct client client;
    unsigned char flight[FLIGHT_MAX];
    int fds[100], count = 0;
    open_client(&client);
    SSL_do_handshake(client.ssl);
    const size_t length = take_flight(&client, flight);
    for (size_t part = 0; part < length && count < 100; part += 8) {
        fds[count] = raw_dial(server.port);
        raw_put(fds[count++], flight, part);
    }
    assert_served();
    for (int i = 0; i < count; i++)
        close(fds[i]);
    close_client(&client);
    assert_served();
}

/* Repeated key updates, empty records, requests in pieces, and more data than the server reads. */
static void busy_work(void **state)
{
    (void)state;
    char answer[RAW_ANSWER], large[20000];
    int fd = raw_dial(server.port);
    SSL *ssl = shake_hands(fd, client_tls);
    assert_non_null(ssl);
    assert_int_equal(SSL_write(ssl, "GET / HTTP/1.1\r\nA: ", 19), 19);
    for (int i = 0; i < 300; i++) {
        SSL_key_update(ssl, i % 2 ? SSL_KEY_UPDATE_REQUESTED : SSL_KEY_UPDATE_NOT_REQUESTED);
        assert_int_equal(SSL_write(ssl, "x", 1), 1); /* part of a long header */
        if (i == 100)
            assert_served();
    }
    SSL_free(ssl);
    close(fd);
    assert_served();
    memset(large, 'x', sizeof large);
    fd = raw_dial(server.port);
    ssl = shake_hands(fd, client_tls);
    assert_non_null(ssl);
    assert_int_equal(SSL_write(ssl, large, sizeof large), sizeof large); /* two records */
    assert_true(raw_ends(fd));
    SSL_free(ssl);
    close(fd);
    SSL_CTX *old = SSL_CTX_new(TLS_client_method()); /* requests a renegotiation */
    SSL_CTX_set_max_proto_version(old, TLS1_2_VERSION);
    fd = raw_dial(server.port);
    ssl = shake_hands(fd, old);
    assert_non_null(ssl);
    SSL_renegotiate(ssl);
    SSL_do_handshake(ssl);
    assert_served();
    SSL_free(ssl);
    close(fd);
    SSL_CTX_set_min_proto_version(old, TLS1_VERSION);
    SSL_CTX_set_max_proto_version(old, TLS1_1_VERSION);
    fd = raw_dial(server.port);
    assert_null(shake_hands(fd, old));
    close(fd);
    SSL_CTX_free(old);
    fd = raw_dial(server.port); /* HTTP without TLS */
    raw_put_text(fd, REQUEST);
    assert_true(raw_ends(fd));
    close(fd);
    fd = raw_dial(server.port);
    ssl = shake_hands(fd, client_tls);
    assert_int_equal(ask(ssl, REQUEST, answer), 200);
    SSL_free(ssl);
    close(fd);
}

/* Every response over TLS has the policy headers and HSTS. */
static void tls_only(void **state)
{
    (void)state;
    static const struct {
        const char *request;
        int status;
    } asked[] = {
        {REQUEST, 200},
        {"GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n", 404},
        {"POST / HTTP/1.1\r\nHost: localhost\r\n\r\n", 405},
        {"nonsense\r\n\r\n", 400},
        {RAW_UPGRADE "Host: localhost\r\nOrigin: http://x\r\n\r\n", 403},
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        char answer[RAW_ANSWER];
        const int fd = raw_dial(server.port);
        SSL *ssl = shake_hands(fd, client_tls);
        assert_non_null(ssl);
        assert_int_equal(ask(ssl, asked[i].request, answer), asked[i].status);
        assert_true(raw_has_policy(answer));
        assert_non_null(strstr(answer, "\r\nstrict-transport-security: max-age=31536000\r\n"));
        assert_non_null(strstr(answer, "\r\ncross-origin-opener-policy: same-origin\r\n"));
        SSL_free(ssl);
        close(fd);
    }
}

/* A PROXY header may precede the handshake, also in pieces. After an invalid one there is no
 * handshake. */
static void proxy_before_tls(void **state)
{
    (void)state;
    static const char line[] = "PROXY TCP4 198.51.100.7 127.0.0.1 4711 443\r\n";
    static const struct {
        const char *bytes;
        size_t length;
        bool good;
    } headers[] = {
        {line, sizeof line - 1, true},
        {"\r\n\r\n\0\r\nQUIT\n\x20\0\0\0", 16, true},
        {"", 0, true},
        {"PROXY TCP4 x\r\n", 14, false},
        {"\r\n\r\n\0\r\nQUIT\n\x21\x11\0\1x", 17, false},
        {"\r", 1, false},
    };
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        for (int slow = 0; slow < 2; slow++) {
            char answer[RAW_ANSWER];
            const int fd = raw_dial_from("127.0.0.2", server.port);
            if (slow)
                raw_put_slowly(fd, headers[i].bytes, headers[i].length);
            else
                raw_put(fd, headers[i].bytes, headers[i].length);
            SSL *ssl = shake_hands(fd, client_tls);
            assert_int_equal(ssl != NULL, headers[i].good);
            if (ssl)
                assert_int_equal(ask(ssl, REQUEST, answer), 200);
            SSL_free(ssl);
            close(fd);
        }
    }
    const int anybody = raw_dial(server.port);
    raw_put(anybody, line, sizeof line - 1);
    assert_null(shake_hands(anybody, client_tls));
    close(anybody);
    assert_served();
}

/* ---- reloading the certificate ---- */

/* Whether new connections get the certificate with this name. */
static bool is_shown(const char *expected)
{
    char name[64] = "";
    const int fd = raw_dial(server.port);
    SSL *ssl = shake_hands(fd, client_tls);
    assert_non_null(ssl);
    X509 *certificate = SSL_get1_peer_certificate(ssl);
    X509_NAME_get_text_by_NID(X509_get_subject_name(certificate), NID_commonName, name,
                              sizeof name);
    X509_free(certificate);
    SSL_free(ssl);
    close(fd);
    return strcmp(name, expected) == 0;
}

static size_t errors_length(void)
{
    FILE *in = fopen(error_path, "r");
    char bytes[4096];
    const size_t length = fread(bytes, 1, sizeof bytes - 1, in);
    fclose(in);
    return length;
}

static bool is_in_errors(const char *text)
{
    char bytes[4096];
    FILE *in = fopen(error_path, "r");
    bytes[fread(bytes, 1, sizeof bytes - 1, in)] = '\0';
    fclose(in);
    return strstr(bytes, text);
}

static void another_certificate(void **state)
{
    (void)state;
    char answer[RAW_ANSWER];
    const int fd = raw_dial(server.port);
    SSL *before = shake_hands(fd, client_tls);
    assert_non_null(before);
    assert_true(is_shown("first.example"));
    raw_certificate(key_path, certificate_path, "second.example");
    assert_true(is_shown("first.example")); /* before SIGHUP */
    kill(server.pid, SIGHUP);
    double since = 0;
    while (!is_shown("second.example"))
        test_pause(&since, "the new certificate after SIGHUP");
    assert_int_equal(ask(before, REQUEST, answer), 200);
    static const char *const faults[] = {"cannot be used: no start line",
                                         "cannot be used: No such file"};
    for (int i = 0; i < 2; i++) { /* an invalid certificate, then none: the last valid one stays */
        FILE *out = fopen(certificate_path, "w");
        fputs("nonsense\n", out);
        fclose(out);
        if (i == 1)
            unlink(certificate_path);
        const size_t said = errors_length();
        kill(server.pid, SIGHUP);
        since = 0;
        while (errors_length() == said)
            test_pause(&since, "the server's sentence about a bad certificate");
        assert_true(is_in_errors(faults[i]));
        assert_true(is_shown("second.example"));
    }
    assert_int_equal(ask(before, REQUEST, answer), 200);
    SSL_free(before);
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_flights),    cmocka_unit_test(half_hellos),
        cmocka_unit_test(busy_work),        cmocka_unit_test(tls_only),
        cmocka_unit_test(proxy_before_tls), cmocka_unit_test(another_certificate),
    };
    cmocka_set_test_filter(getenv("CORNET_TEST"));
    return cmocka_run_group_tests(tests, start_tls, stop_tls);
}
