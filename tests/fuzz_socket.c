/* Fuzzes the socket and all code behind it: a server runs in a thread of this process and receives
 * arbitrary bytes on a connection, from its start, after the WebSocket handshake, or after `hello`.
 * When the client closes the connection, the server must close it too, and must still serve another
 * client.
 *
 * The last two bits of the first byte choose when the bytes are sent. The other bits are the number
 * of bytes per write; 0 means one write. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/socket.h"
#include "server/server.h"

#define PATIENCE_MS 60000
#define CHECKED 64 /* number of inputs after which another client connects */
#define INPUT_MAX 20000

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[] = "/tmp/cornet-fuzz-XXXXXX";
static char store[64];
static int server_port;
static sem_t listening;

static void on_ready(int port, int metrics_port, void *context)
{
    (void)metrics_port;
    (void)context;
    server_port = port;
    sem_post(&listening);
}

static void *serve(void *context)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct server_settings settings;
    (void)context;
    server_defaults(&settings);
    settings.interface = "127.0.0.1";
    settings.port = 0;
    settings.store = store;
    settings.access_log = "/dev/null";
    settings.bot_threads = 1;
    settings.messages_per_second = 0;
    settings.loop_percent = 0;
    settings.connections_max = 500;
    settings.tables_max = 20; /* more tables' bots would use all CPU time */
    settings.creates_per_hour = 1000000;
    settings.trusted_proxies = "127.0.0.1"; /* to accept PROXY headers and X-Forwarded-For */
    static const double timeouts[SOCKET_WAITS] = {
        /* longer than this test's, which detects a hang */
        600, 600, 600, 600, 600, 600};
    const struct server_runtime runtime = {
        .clock = clock_start(), .timeouts = timeouts, .ready = on_ready};
    if (!server_run(&settings, &runtime, &why))
        fprintf(stderr, "%s\n", reason);
    abort();
}

static void clean_up(void)
{
    static const char *const ends[] = {"", "-wal", "-shm", ".lock", ".control", ".reserve", ".key"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char path[96];
        snprintf(path, sizeof path, "%s%s", store, ends[i]);
        unlink(path);
    }
    rmdir(folder);
}

static void start(void)
{
    pthread_t thread;
    if (!mkdtemp(folder))
        abort();
    snprintf(store, sizeof store, "%s/tables.db", folder);
    atexit(clean_up);
    sem_init(&listening, 0, 0);
    if (pthread_create(&thread, NULL, serve, NULL) != 0)
        abort();
    sem_wait(&listening);
}

static int dial(void)
{
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)server_port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int one = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const struct linger now = {.l_onoff = 1, .l_linger = 0}; /* releases ports immediately */
    if (fd < 0 || connect(fd, (const struct sockaddr *)&to, sizeof to) != 0)
        abort();
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    return fd;
}

static void put(int fd, const void *bytes, size_t length)
{
    const char *at = bytes;
    for (ssize_t sent; length && (sent = send(fd, at, length, MSG_NOSIGNAL)) > 0;) {
        at += sent;
        length -= (size_t)sent;
    }
}

/* Reads once; false at the end. Aborts if the server sends nothing in time. */
static bool take(int fd, char *bytes, size_t capacity)
{
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    int events;
    while ((events = poll(&ready, 1, PATIENCE_MS)) < 0 && errno == EINTR)
        ; /* interrupted by libFuzzer's alarm, every half minute */
    if (events <= 0) {
        fputs("awaited for a minute: bytes from the server, or the end\n", stderr);
        abort();
    }
    const ssize_t got = recv(fd, bytes, capacity - 1, 0);
    bytes[got > 0 ? got : 0] = '\0';
    return got > 0;
}

static void open_socket(int fd)
{
    static const char request[] =
        "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: Y29ybmV0IGNvcm5ldCBjbw==\r\n"
        "Sec-WebSocket-Protocol: cornet.1\r\n\r\n";
    char answer[4096];
    put(fd, request, sizeof request - 1);
    if (!take(fd, answer, sizeof answer) || strncmp(answer, "HTTP/1.1 101", 12) != 0)
        abort();
}

static void assert_served(void)
{
    static const char request[] = "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
    char answer[4096];
    const int fd = dial();
    put(fd, request, sizeof request - 1);
    if (!take(fd, answer, sizeof answer) || strncmp(answer, "HTTP/1.1 200", 12) != 0)
        abort();
    close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char hello[] = "\x81\x9b\0\0\0\0{\"do\":\"hello\",\"protocol\":1}";
    static unsigned inputs;
    char answer[65536];
    if (!server_port)
        start();
    if (size == 0 || size > INPUT_MAX)
        return 0;
    const unsigned mode = data[0] & 3u, piece = data[0] >> 2;
    const int fd = dial();
    if (mode)
        open_socket(fd);
    if (mode > 1)
        put(fd, hello, sizeof hello - 1);
    for (size_t at = 1; at < size;) {
        const size_t left = size - at, length = piece && piece < left ? piece : left;
        put(fd, data + at, length);
        at += length;
    }
    shutdown(fd, SHUT_WR);
    while (take(fd, answer, sizeof answer)) {
    }
    close(fd);
    if (++inputs % CHECKED == 0)
        assert_served();
    return 0;
}
