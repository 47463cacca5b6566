/* The server behind a proxy and under systemd: the client's address, Host, the access log, the
 * separate address of the metrics, notifications. 127.0.0.2 is the trusted proxy, 127.0.0.1 any
 * other client. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <regex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "proxy_headers.h"
#include "raw_client.h"
#include "server_tables.h"

#define HOST "Host: dice.example\r\n"
#define HEALTH "GET /api/games HTTP/1.1\r\n" HOST
#define PER_ADDRESS 3
#define MORE_SOCKETS 64 /* server/addresses.c */

static struct test_server proxied;
static char log_path[128];
static int notified = -1;

/* Binds a socket for the notifications of a server. */
static int listen_for_notices(const char *name)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    const int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    memcpy(at.sun_path, name, strlen(name));
    if (name[0] == '@')
        at.sun_path[0] = '\0';
    assert_int_equal(bind(fd, (const struct sockaddr *)&at,
                          (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name))),
                     0);
    setenv("NOTIFY_SOCKET", name, 1);
    return fd;
}

/* Skips watchdog notifications; returns whether the next other one begins with `expected`. */
static bool notifies(int fd, const char *expected)
{
    for (;;) {
        char state[256];
        if (!raw_wait(fd, expected))
            return false;
        const ssize_t got = recv(fd, state, sizeof state - 1, 0);
        assert_true(got > 0);
        state[got] = '\0';
        if (strncmp(state, expected, strlen(expected)) == 0)
            return true;
        if (strcmp(state, "WATCHDOG=1") != 0)
            return false;
    }
}

static int start_proxied(void **state)
{
    char why[TEXT_WHY], name[64];
    (void)state;
    rng_seed(&server_rng, 1);
    test_server_prepare(&proxied);
    snprintf(log_path, sizeof log_path, "%s/access.log", proxied.folder);
    proxied.settings.trusted_proxies = "127.0.0.2,10.0.0.0/8,fd00::/8";
    proxied.settings.address = "http://dice.example/";
    proxied.settings.access_log = log_path;
    proxied.settings.metrics_bind = "127.0.0.1:0";
    proxied.settings.per_address = PER_ADDRESS;
    proxied.settings.creates_per_hour = 2;
    snprintf(name, sizeof name, "@cornet-test-%d", (int)getpid());
    notified = listen_for_notices(name);
    setenv("WATCHDOG_USEC", "100000", 1);
    const bool good = test_server_try(&proxied, why);
    unsetenv("NOTIFY_SOCKET");
    unsetenv("WATCHDOG_USEC");
    if (!good)
        print_message("%s\n", why);
    return !good;
}

static int stop_proxied(void **state)
{
    (void)state;
    kill(proxied.pid, SIGTERM);
    const bool said = notifies(notified, "STOPPING=1");
    test_server_stop(&proxied);
    close(notified);
    unlink(log_path);
    test_server_remove(&proxied);
    return !said;
}

static int from_proxy(void)
{
    return raw_dial_from("127.0.0.2", proxied.port);
}

static char *read_log(const char *path)
{
    FILE *in = fopen(path, "r");
    char *text = calloc(1, 1u << 20);
    if (in) {
        text[fread(text, 1, (1u << 20) - 1, in)] = '\0';
        fclose(in);
    }
    return text;
}

static void wait_for_log(const char *path, const char *part)
{
    bool found = false;
    for (double since = 0; !found;) {
        char *text = read_log(path);
        found = strstr(text, part);
        free(text);
        if (!found)
            test_pause(&since, part);
    }
}

/* Requests a page with a unique name, so that its line can be found in the log. */
static int ask(int fd, const char *page, const char *more, char answer[RAW_ANSWER])
{
    char request[131072];
    snprintf(request, sizeof request, "GET /%s HTTP/1.1\r\n" HOST "%s\r\n", page, more);
    raw_put_text(fd, request);
    return raw_answer(fd, answer);
}

/* The status of a request; its line in the log must name this client. */
static int ask_as(int fd, const char *more, const char *client)
{
    static int pages;
    char answer[RAW_ANSWER], page[32], line[96];
    snprintf(page, sizeof page, "page%d", pages++);
    const int status = ask(fd, page, more, answer);
    snprintf(line, sizeof line, " %s \"GET /%s\" %d ", client, page, status);
    wait_for_log(log_path, line);
    assert_true(raw_has_policy(answer));
    return status;
}

/* ---- the client's address ---- */

static void forwarded_for(void **state)
{
    (void)state;
    int fd = from_proxy();
    assert_int_equal(ask_as(fd, "X-Forwarded-For: evil, 198.51.100.7\r\n", "198.51.100.7"), 404);
    assert_int_equal(ask_as(fd, "X-Forwarded-For: 2001:db8::1, 10.9.9.9\r\n", "2001:db8::1"), 404);
    assert_int_equal(ask_as(fd, "", "127.0.0.2"), 404); /* the proxy itself again */
    assert_int_equal(ask_as(fd, "X-Forwarded-For: 203.0.113.9\r\nX-forwarded-for: 198.51.100.8\r\n",
                            "198.51.100.8"),
                     404);
    assert_int_equal(ask_as(fd, "X-Forwarded-For: nonsense\r\n", "127.0.0.2"), 400);
    assert_true(raw_ends(fd));
    close(fd);
    fd = raw_dial(proxied.port); /* not a trusted proxy: its header is ignored */
    assert_int_equal(ask_as(fd, "X-Forwarded-For: 198.51.100.7\r\n", "127.0.0.1"), 404);
    assert_int_equal(
        ask_as(fd, "X-Forwarded-For: nonsense\r\nX-Forwarded-Proto: x\r\n", "127.0.0.1"), 404);
    close(fd);
}

/* Long lists: from other clients they are ignored, from a proxy they are refused. */
static void long_lists(void **state)
{
    (void)state;
    static const int lengths[] = {400, 600, 7000, 100000};
    char *more = malloc(110000), answer[RAW_ANSWER];
    for (size_t i = 0; i < 4; i++) {
        for (int by_proxy = 0; by_proxy < 2; by_proxy++) {
            char *at = more + sprintf(more, "X-Forwarded-For: ");
            memset(at, ',', (size_t)lengths[i]);
            snprintf(at + lengths[i], 32, "198.51.100.7\r\n");
            const int fd = by_proxy ? from_proxy() : raw_dial(proxied.port);
            const int expected = lengths[i] > 8192 ? 431 : by_proxy && lengths[i] > 500 ? 400 : 404;
            assert_int_equal(ask(fd, "long", more, answer), expected);
            close(fd);
        }
    }
    free(more);
}

static void forwarded_proto(void **state)
{
    (void)state;
    static const struct {
        const char *header;
        int status;
        bool secure;
    } protos[] = {
        {"https", 404, true},        {"HTTPS", 404, true}, {"http, https", 404, true},
        {"https, http", 404, false}, {"ws", 404, false},   {"gopher", 400, false},
        {"https,", 400, false},
    };
    for (size_t i = 0; i < sizeof protos / sizeof *protos; i++) {
        char answer[RAW_ANSWER], more[64];
        const int fd = from_proxy();
        snprintf(more, sizeof more, "X-Forwarded-Proto: %s\r\n", protos[i].header);
        assert_int_equal(ask(fd, "proto", more, answer), protos[i].status);
        assert_int_equal(strstr(answer, "cross-origin-opener-policy") != NULL, protos[i].secure);
        assert_int_equal(strstr(answer, "strict-transport-security") != NULL, protos[i].secure);
        close(fd);
    }
    static const char *const origins[] = {"https", "http"};
    for (int i = 0; i < 2; i++) { /* a page without TLS is another origin */
        char answer[RAW_ANSWER], request[512];
        const int fd = from_proxy();
        snprintf(request, sizeof request,
                 RAW_UPGRADE HOST "X-Forwarded-For: 198.51.100.9\r\nX-Forwarded-Proto: https\r\n"
                                  "Origin: %s://dice.example\r\n\r\n",
                 origins[i]);
        raw_put_text(fd, request);
        assert_int_equal(raw_answer(fd, answer), i == 0 ? 101 : 403);
        close(fd);
    }
}

static void proxy_protocol(void **state)
{
    (void)state;
    for (size_t i = 0; i < PROXY_CASES; i++) {
        for (int slow = 0; slow < 2; slow++) {
            char answer[RAW_ANSWER];
            const char *client = proxy_cases[i].client;
            int fd = from_proxy();
            if (slow)
                raw_put_slowly(fd, proxy_cases[i].bytes, proxy_cases[i].length);
            else
                raw_put(fd, proxy_cases[i].bytes, proxy_cases[i].length);
            if (client) {
                assert_int_equal(ask_as(fd, "", client[0] ? client : "127.0.0.2"), 404);
                assert_int_equal(
                    ask_as(fd, "X-Forwarded-For: 192.0.2.1\r\n", client[0] ? client : "192.0.2.1"),
                    404); /* the client of a PROXY header is not trusted */
            } else {
                raw_put_text(fd, "\r\n" HEALTH "\r\n");
                if (raw_answer(fd, answer) != 400 || !raw_has_policy(answer))
                    fail_msg("header %zu: %s", i, answer);
                assert_true(raw_ends(fd));
            }
            close(fd);
        }
        char answer[RAW_ANSWER];
        const int anybody = raw_dial(proxied.port);
        raw_put(anybody, proxy_cases[i].bytes, proxy_cases[i].length);
        raw_put_text(anybody, HEALTH "\r\n");
        assert_int_equal(raw_answer(anybody, answer), 400);
        close(anybody);
    }
    const int fd = from_proxy(); /* another proxy in front, which adds X-Forwarded-For */
    raw_put_text(fd, "PROXY TCP4 10.0.0.7 127.0.0.1 4711 80\r\n");
    assert_int_equal(ask_as(fd, "X-Forwarded-For: 192.0.2.1\r\n", "192.0.2.1"), 404);
    raw_put_text(fd, "PROXY TCP4 10.0.0.7 127.0.0.1 4711 80\r\n"); /* a second header is refused */
    assert_true(raw_says(fd, "HTTP/1.1 400"));
    close(fd);
    const int half = from_proxy(); /* ends within the header */
    raw_put_text(half, "PROXY TCP4 10.");
    shutdown(half, SHUT_WR);
    assert_true(raw_ends(half));
    close(half);
}

/* ---- limits ---- */

/* Opens a WebSocket for this client, named by X-Forwarded-For or a PROXY header. */
static struct test_client open_for(const char *address, bool by_header)
{
    struct test_client client = {.wire = {.fd = from_proxy()}};
    char request[512], answer[RAW_ANSWER];
    snprintf(request, sizeof request,
             by_header ? RAW_UPGRADE HOST "X-Forwarded-For: 203.0.113.1, %s\r\n\r\n"
                       : "PROXY TCP4 %s 127.0.0.1 1 1\r\n" RAW_UPGRADE HOST "\r\n",
             address);
    raw_put_text(client.wire.fd, request);
    assert_int_equal(raw_answer(client.wire.fd, answer), 101);
    const char *behind = strstr(answer, "\r\n\r\n") + 4; /* bytes after the response */
    client.wire.capacity = 2 * RAW_ANSWER;
    client.wire.bytes = malloc(client.wire.capacity);
    client.wire.length = (size_t)(strlen(behind));
    memcpy(client.wire.bytes, behind, client.wire.length);
    return client;
}

static void greet(struct test_client *client)
{
    client_send(client, "{\"do\":\"hello\",\"protocol\":1}");
    json_decref(client_expect(client, "hello"));
}

static void create(struct test_client *client, bool good)
{
    client_send(client, "{\"do\":\"create\",\"game\":\"easycome\",\"name\":\"Anne\"}");
    if (good)
        json_decref(client_expect(client, "joined"));
    else
        client_expect_error(client, "limit");
}

/* Limits of connections and new tables apply to the real client, by whichever header it was named.
 * */
static void limits_of_clients(void **state)
{
    (void)state;
    test_plays("easycome");
    struct test_client held[PER_ADDRESS];
    for (int i = 0; i < PER_ADDRESS; i++) {
        held[i] = open_for("198.51.100.20", i % 2);
        greet(&held[i]);
    }
    for (int by_header = 0; by_header < 2; by_header++) {
        struct test_client more = open_for("198.51.100.20", by_header);
        client_expect_error(&more, "limit");
        client_close(&more);
    }
    create(&held[0], true);
    create(&held[1], true);
    create(&held[2], false);
    struct test_client other = open_for("198.51.100.21", true);
    greet(&other);
    create(&other, true);
    client_close(&other);
    for (int i = 0; i < PER_ADDRESS; i++)
        client_close(&held[i]);
}

/* A proxy may open any number of TCP connections; a client that it names may not. */
static void limits_of_sockets(void **state)
{
    (void)state;
    enum { MANY = PER_ADDRESS + MORE_SOCKETS + 30 };
    int fds[MANY];
    char answer[RAW_ANSWER];
    for (int i = 0; i < MANY; i++)
        fds[i] = from_proxy();
    assert_int_equal(ask(fds[MANY - 1], "many", "", answer), 404);
    assert_int_equal(ask(fds[0], "many", "X-Forwarded-For: 198.51.100.30\r\n", answer), 404);
    for (int i = 0; i < MANY; i++)
        close(fds[i]);
    for (int i = 0; i < MANY; i++) {
        fds[i] = from_proxy();
        raw_put_text(fds[i], "PROXY TCP4 198.51.100.31 127.0.0.1 1 1\r\n");
    }
    assert_int_equal(ask(fds[MANY - 1], "many", "", answer), 404);
    assert_true(raw_ends(fds[0]));
    for (int i = 0; i < MANY; i++)
        close(fds[i]);
}

/* ---- Host, and the separate address of the metrics ---- */

static int status_of(int port, const char *request, char answer[RAW_ANSWER])
{
    const int fd = raw_dial(port);
    raw_put_text(fd, request);
    const int status = raw_answer(fd, answer);
    close(fd);
    return status;
}

static void host_and_metrics(void **state)
{
    (void)state;
    char answer[RAW_ANSWER];
    const struct {
        int port;
        const char *request;
        int status;
    } asked[] = {
        {proxied.port, HEALTH "\r\n", 200},
        {proxied.port, "GET /api/games HTTP/1.1\r\nHost: DICE.example:80\r\n\r\n", 200},
        {proxied.port, "GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 421},
        {proxied.port, "GET / HTTP/1.1\r\nHost: dice.example:8080\r\n\r\n", 421},
        {proxied.port, "GET / HTTP/1.1\r\nHost: \r\n\r\n", 421},
        {proxied.port, "GET / HTTP/1.0\r\n\r\n", 421},
        {proxied.port, RAW_UPGRADE "Host: evil.example\r\n\r\n", 421},
        {proxied.port, "GET /metrics HTTP/1.1\r\n" HOST "\r\n", 404},
        {proxied.port, "GET /api/health HTTP/1.1\r\n" HOST "\r\n", 404},
        {proxied.metrics_port, "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n", 200},
        {proxied.metrics_port, "GET /api/health HTTP/1.0\r\n\r\n", 200},
        {proxied.metrics_port, "HEAD /api/health HTTP/1.0\r\n\r\n", 200},
        {proxied.metrics_port, "GET / HTTP/1.1\r\n" HOST "\r\n", 404},
        {proxied.metrics_port, "GET /api/tables HTTP/1.1\r\n" HOST "\r\n", 404},
        {proxied.metrics_port, RAW_UPGRADE HOST "\r\n", 404},
        {proxied.metrics_port, "nonsense\r\n\r\n", 400},
        {proxied.metrics_port, "PROXY TCP4 10.0.0.7 127.0.0.1 4711 80\r\n\r\n", 400},
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        const int status = status_of(asked[i].port, asked[i].request, answer);
        if (status != asked[i].status || !raw_has_policy(answer))
            fail_msg("%zu: %d: %s", i, status, answer);
    }
}

/* ---- the access log ---- */

static void access_lines(void **state)
{
    (void)state;
    test_plays("easycome");
    char answer[RAW_ANSWER];
    struct test_client client = open_for("198.51.100.40", true);
    greet(&client);
    memset(client.commit, 'a', sizeof client.commit - 1);
    client_create(&client, "easycome", "");
    char *secret = strdup(client.secret), *table = strdup(client.table), request[512];
    snprintf(request, sizeof request,
             "GET /t/%s?secret=%s HTTP/1.1\r\n" HOST "Authorization: %s\r\n\r\n", table, secret,
             secret);
    assert_int_equal(status_of(proxied.port, request, answer), 200);
    assert_int_equal(status_of(proxied.port,
                               "GET /a%0a%1b%5b31m%22%5c%7f%c3%a9%20b HTTP/1.1\r\n" HOST "\r\n",
                               answer),
                     404);
    assert_int_equal(status_of(proxied.port, "\x01\x02\r\n\r\n", answer), 400);
    client_close(&client);
    wait_for_log(log_path, " 198.51.100.40 \"CLOSE /ws\" 101 ");
    wait_for_log(log_path, "/a\\x0a\\x1b[31m\\x22\\x5c\\x7f\\xc3\\xa9\\x20b\" 404 ");
    char *text = read_log(log_path), cut[32];
    assert_non_null(strstr(text, " 127.0.0.1 \"-\" 400 "));
    assert_non_null(strstr(text, " 198.51.100.40 \"OPEN /ws\" 101 0 "));
    snprintf(cut, sizeof cut, "\"GET /t/%.4s*\" 200 ", table);
    assert_non_null(strstr(text, cut));
    assert_null(strstr(text, secret));
    assert_null(strstr(text, table));
    regex_t line;
    assert_int_equal(regcomp(&line,
                             "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\\.[0-9]{3}Z [0-9a-f.:]+ "
                             "\"(-|(GET|HEAD|OPEN|CLOSE) [!-~]+)\" [0-9]{3} [0-9]+ [0-9]+$",
                             REG_EXTENDED | REG_NOSUB),
                     0);
    for (char *at = strtok(text, "\n"); at; at = strtok(NULL, "\n")) {
        if (regexec(&line, at, 0, NULL, 0) != 0)
            fail_msg("a line of the log: %s", at);
    }
    regfree(&line);
    free(text);
    free(secret);
    free(table);
}

/* SIGHUP: the log is reopened, systemd is notified, connections continue. */
static void hangup(void **state)
{
    (void)state;
    char moved[160], answer[RAW_ANSWER];
    snprintf(moved, sizeof moved, "%s.1", log_path);
    const int fd = from_proxy();
    assert_int_equal(ask(fd, "before", "", answer), 404);
    wait_for_log(log_path, "/before");
    assert_int_equal(rename(log_path, moved), 0);
    assert_int_equal(kill(proxied.pid, SIGHUP), 0);
    assert_true(notifies(notified, "RELOADING=1\nMONOTONIC_USEC="));
    assert_true(notifies(notified, "READY=1"));
    double since = 0;
    while (access(log_path, F_OK) != 0)
        test_pause(&since, "a new log after SIGHUP");
    assert_int_equal(ask(fd, "after", "", answer), 404);
    wait_for_log(log_path, "/after");
    wait_for_log(moved, "/before");
    close(fd);
    unlink(moved);
}

static void ready_and_alive(void **state)
{
    (void)state;
    assert_true(notifies(notified, "READY=1"));
    assert_true(notifies(notified, "WATCHDOG=1"));
    assert_true(notifies(notified, "WATCHDOG=1"));
}

/* A socket with a path, a watchdog for another process, a server that fails to start. */
static void other_notices(void **state)
{
    (void)state;
    struct test_server other;
    char name[128], missing[128], why[TEXT_WHY];
    test_server_prepare(&other);
    snprintf(name, sizeof name, "%s/notify", other.folder);
    const int fd = listen_for_notices(name);
    setenv("WATCHDOG_USEC", "1000", 1);
    setenv("WATCHDOG_PID", "1", 1);
    snprintf(missing, sizeof missing, "%s/missing", other.folder);
    other.settings.web = missing;
    assert_false(test_server_try(&other, why));
    assert_non_null(strstr(why, missing));
    other.settings.web = NULL;
    other.settings.certificate = other.settings.key = missing;
    assert_false(test_server_try(&other, why));
    assert_non_null(strstr(why, missing));
    assert_non_null(strstr(why, "No such file"));
    other.settings.certificate = other.settings.key = NULL;
    test_server_start(&other);
    unsetenv("NOTIFY_SOCKET");
    unsetenv("WATCHDOG_USEC");
    unsetenv("WATCHDOG_PID");
    test_server_stop(&other);
    static const char *const expected[] = {"READY=1", "STOPPING=1"};
    for (int i = 0; i < 2; i++) {
        char notice[64];
        const ssize_t got = recv(fd, notice, sizeof notice - 1, MSG_DONTWAIT);
        assert_true(got > 0);
        notice[got] = '\0';
        assert_string_equal(notice, expected[i]);
    }
    close(fd);
    unlink(name);
    test_server_remove(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ready_and_alive),

        cmocka_unit_test(forwarded_for),
        cmocka_unit_test(long_lists),
        cmocka_unit_test(forwarded_proto),
        cmocka_unit_test(proxy_protocol),
        cmocka_unit_test(limits_of_clients),
        cmocka_unit_test(limits_of_sockets),
        cmocka_unit_test(host_and_metrics),
        cmocka_unit_test(access_lines),
        cmocka_unit_test(hangup),
        cmocka_unit_test(other_notices),
    };
    cmocka_set_test_filter(getenv("CORNET_TEST"));
    return cmocka_run_group_tests(tests, start_proxied, stop_proxied);
}
