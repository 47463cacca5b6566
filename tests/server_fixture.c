#include "server_fixture.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void on_term(int number)
{
    (void)number;
    server_stop();
}

static void on_hangup(int number)
{
    (void)number;
    server_reload();
}

static void send_ports(int port, int metrics_port, void *context)
{
    const int *end = context, ports[2] = {port, metrics_port};
    if (write(*end, ports, sizeof ports) != sizeof ports)
        _exit(3);
}

/* With CORNET_TEST_DATABASE, the address of a PostgreSQL server ending in a slash, the store is a
 * new database there instead of a file. psql creates it. */
static void use_database(struct test_server *server)
{
    const char *base = getenv("CORNET_TEST_DATABASE"), *name = strrchr(server->folder, '-') + 1;
    char command[512];
    if (!base)
        return;
    snprintf(command, sizeof command, "psql -q -c 'CREATE DATABASE \"t%s\"' %spostgres", name,
             base);
    assert_int_equal(system(command), 0);
    snprintf(server->store, sizeof server->store, "%st%s", base, name);
}

void test_server_prepare(struct test_server *server)
{
    *server = (struct test_server){0};
    snprintf(server->folder, sizeof server->folder, "/tmp/cornet-test-XXXXXX");
    assert_non_null(mkdtemp(server->folder));
    snprintf(server->store, sizeof server->store, "%s/tables.db", server->folder);
    use_database(server);
    server_defaults(&server->settings);
    server->settings.round_pause = 0; /* most tests do not check the end of a round */
    server->settings.grace = 0;       /* the same */
    server->settings.interface = "127.0.0.1";
    server->settings.port = 0;
    server->settings.store = server->store;
    server->settings.connections_max = 500;
    server->settings.per_address = 400;
    server->settings.creates_per_hour = 1000000;
    server->settings.messages_per_second = 0;
    server->settings.loop_percent = 0;
    server->clock = clock_start();
    for (int wait = 0; wait < SOCKET_WAITS; wait++)
        server->timeouts[wait] = 20 * socket_timeouts[wait];
    assert_true(sodium_init() >= 0);
}

static atomic_int *write_error; /* shared with the server process */

static ssize_t failing_pwrite(int fd, const void *bytes, size_t length, off_t at)
{
    const int error = atomic_load(write_error);
    if (!error)
        return pwrite(fd, bytes, length, at);
    errno = error;
    return -1;
}

static void hook_writes(atomic_int *error)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    write_error = error;
    vfs->xSetSystemCall(vfs, "pwrite", (sqlite3_syscall_ptr)failing_pwrite);
    vfs->xSetSystemCall(vfs, "pwrite64", (sqlite3_syscall_ptr)failing_pwrite);
}

void test_server_faults(struct test_server *server)
{
    server->write_error = mmap(NULL, sizeof *server->write_error, PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(server->write_error != MAP_FAILED);
}

/* The child process: serves until SIGTERM. Writes the ports or the error to the pipes. */
static void serve(const struct test_server *server, int port_pipe, int reason_pipe)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct sigaction action = {.sa_handler = on_term}, again = {.sa_handler = on_hangup};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &again, NULL);
    if (server->file_limit) {
        const struct rlimit limit = {(rlim_t)server->file_limit, (rlim_t)server->file_limit};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    if (server->write_error)
        hook_writes(server->write_error);
    const struct server_runtime runtime = {server->clock, server->timeouts, send_ports, &port_pipe};
    const bool good = server_run(&server->settings, &runtime, &why);
    if (!good && write(reason_pipe, reason, strlen(reason)) < 0)
        _exit(4);
    exit(!good);
}

bool test_server_try(struct test_server *server, char why[TEXT_WHY])
{
    int port_pipe[2], reason_pipe[2];
    assert_int_equal(pipe(port_pipe), 0);
    assert_int_equal(pipe(reason_pipe), 0);
    server->pid = test_fork();
    if (server->pid == 0) {
        close(port_pipe[0]);
        close(reason_pipe[0]);
        serve(server, port_pipe[1], reason_pipe[1]);
    }
    close(port_pipe[1]);
    close(reason_pipe[1]);
    struct pollfd ready = {.fd = port_pipe[0], .events = POLLIN};
    if (poll(&ready, 1, TEST_PATIENCE_MS) <= 0)
        fail_msg("awaited for a minute: that the server listens");
    int ports[2] = {0};
    const bool good = read(port_pipe[0], ports, sizeof ports) == sizeof ports;
    server->port = ports[0];
    server->metrics_port = ports[1];
    const ssize_t length = good ? 0 : read(reason_pipe[0], why, TEXT_WHY - 1);
    why[length > 0 ? length : 0] = '\0';
    close(port_pipe[0]);
    close(reason_pipe[0]);
    if (!good)
        test_wait_for(server->pid, "the end of a server that does not start");
    return good;
}

void test_server_start(struct test_server *server)
{
    char why[TEXT_WHY];
    if (!test_server_try(server, why))
        fail_msg("the server does not start: %s", why);
}

void test_server_stop(struct test_server *server)
{
    kill(server->pid, SIGTERM);
    const int status = test_wait_for(server->pid, "the end of the server after SIGTERM");
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

void test_server_kill(struct test_server *server)
{
    kill(server->pid, SIGKILL);
    waitpid(server->pid, NULL, 0);
}

void test_server_remove(struct test_server *server)
{
    static const char *const suffixes[] = {"",         "-wal",     "-shm", ".lock",
                                           ".control", ".reserve", ".key"};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s%s", server->store, suffixes[i]);
        unlink(path);
    }
    rmdir(server->folder);
    if (server->write_error)
        munmap(server->write_error, sizeof *server->write_error);
}

static void make_seed(struct test_client *client)
{
    unsigned char seed[32], hash[32];
    randombytes_buf(seed, sizeof seed);
    sodium_bin2hex(client->seed, sizeof client->seed, seed, sizeof seed);
    crypto_hash_sha256(hash, seed, sizeof seed);
    sodium_bin2hex(client->commit, sizeof client->commit, hash, sizeof hash);
}

/* wire_open has no timeout. */
static void on_alarm(int number)
{
    static const char sentence[] = "awaited for a minute: a WebSocket from the server\n";
    (void)number;
    _exit(write(STDERR_FILENO, sentence, sizeof sentence - 1) < 0 ? 2 : 1);
}

void client_open(struct test_client *client, const struct test_server *server)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    *client = (struct test_client){.port = server->port};
    make_seed(client);
    signal(SIGALRM, on_alarm);
    alarm(TEST_PATIENCE_MS / 1000);
    const bool open = wire_open(&client->wire, server->port, "/ws", "", &why);
    alarm(0);
    if (!open)
        fail_msg("no connection: %s", reason);
    client_send(client, "{\"do\":\"hello\",\"protocol\":1}");
    json_decref(client_expect(client, "hello"));
}

void client_close(struct test_client *client)
{
    wire_close(&client->wire);
}

void client_send(struct test_client *client, const char *format, ...)
{
    char text[8192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    wire_send(&client->wire, text);
}

static json_t *next_message(struct test_client *client, const char *awaited)
{
    for (;;) {
        struct span message;
        bool closed;
        if (wire_take(&client->wire, &message, &closed)) {
            json_t *json = json_loadb(message.at, message.length, 0, NULL);
            if (!json)
                fail_msg("not JSON: %.*s", (int)message.length, message.at);
            return json;
        }
        struct pollfd poll_one = {.fd = client->wire.fd, .events = POLLIN};
        if (closed)
            return NULL;
        if (poll(&poll_one, 1, TEST_PATIENCE_MS) <= 0)
            fail_msg("awaited for a minute: %s from the server", awaited);
        if (!wire_read(&client->wire))
            return NULL;
    }
}

json_t *client_next(struct test_client *client)
{
    return next_message(client, "a message");
}

json_t *client_expect(struct test_client *client, const char *type)
{
    for (;;) {
        json_t *message = next_message(client, type);
        if (!message)
            fail_msg("the connection ended before '%s'", type);
        if (strcmp(json_text(message, "type"), type) == 0)
            return message;
        if (strcmp(json_text(message, "type"), "error") == 0)
            fail_msg("refused: %s: %s", json_text(message, "code"), json_text(message, "text"));
        json_decref(message);
    }
}

void client_expect_error(struct test_client *client, const char *code)
{
    for (;;) {
        json_t *message = next_message(client, code);
        if (!message)
            fail_msg("the connection ended before the error '%s'", code);
        const bool error = strcmp(json_text(message, "type"), "error") == 0;
        if (error) {
            assert_string_equal(json_text(message, "code"), code);
            assert_true(strlen(json_text(message, "text")) > 0);
        }
        json_decref(message);
        if (error)
            return;
    }
}

void client_read_joined(struct test_client *client)
{
    json_t *joined = client_expect(client, "joined");
    snprintf(client->table, sizeof client->table, "%s", json_text(joined, "table"));
    client->seat = (int)json_number_of(joined, "seat");
    if (json_text(joined, "secret")[0])
        snprintf(client->secret, sizeof client->secret, "%s", json_text(joined, "secret"));
    json_decref(joined);
}

void client_create(struct test_client *client, const char *game, const char *more)
{
    client_send(client, "{\"do\":\"create\",\"game\":\"%s\",\"name\":\"Anne\",\"fair\":\"%s\"%s%s}",
                game, client->commit, more[0] ? "," : "", more);
    client_read_joined(client);
}

void client_join(struct test_client *client, const char *table)
{
    client_send(client,
                "{\"do\":\"join\",\"table\":\"%s\",\"name\":\"Bruno %.6s\",\"fair\":\"%s\"}", table,
                client->commit, client->commit); /* unique names at the table */
    client_read_joined(client);
}

void client_resume(struct test_client *client)
{
    client_send(client, "{\"do\":\"resume\",\"table\":\"%s\",\"seat\":%d,\"secret\":\"%s\"}",
                client->table, client->seat, client->secret);
    client_read_joined(client);
}

void client_answer_fair(struct test_client *client, const json_t *fair)
{
    const bool promised =
        json_is_object(json_array_get(json_object_get(fair, "seats"), (size_t)client->seat - 1));
    if (strcmp(json_text(fair, "step"), "commit") == 0 && !promised) {
        make_seed(client); /* for another attempt */
        client_send(client, "{\"do\":\"fair\",\"commit\":\"%s\"}", client->commit);
    } else if (strcmp(json_text(fair, "step"), "reveal") == 0) {
        const bool open = json_is_true(json_object_get(fair, "open"));
        client_send(client, "{\"do\":\"fair\",\"%s\":\"%s\"}", open ? "seed" : "list",
                    open ? client->seed : json_text(fair, "list"));
    }
}

json_t *client_until_playing(struct test_client *client)
{
    for (;;) {
        json_t *message = client_next(client);
        assert_non_null(message);
        const json_t *fair = json_object_get(message, "fair");
        if (client->seat && strcmp(json_text(message, "type"), "fair") == 0)
            client_answer_fair(client, fair);
        const bool playing = strcmp(json_text(message, "type"), "table") == 0 &&
                             strcmp(json_text(message, "phase"), "playing") == 0;
        if (playing) {
            assert_string_equal(json_text(fair, "step"), "done");
            return message;
        }
        if (strcmp(json_text(message, "type"), "error") == 0)
            fail_msg("refused: %s", json_text(message, "text"));
        json_decref(message);
    }
}

const char *json_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

long long json_number_of(const json_t *object, const char *key)
{
    const json_t *number = json_object_get(object, key);
    return json_is_integer(number) ? json_integer_value(number) : -1;
}

char *http_get(const struct test_server *server, const char *request, int *status, char head[4096])
{
    return http_get_with(server, request, "", status, head);
}

char *http_get_with(const struct test_server *server, const char *request, const char *headers,
                    int *status, char head[4096])
{
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)server->port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    char text[1024];
    assert_int_equal(connect(fd, (const struct sockaddr *)&to, sizeof to), 0);
    snprintf(text, sizeof text, "%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%sConnection: close\r\n\r\n",
             request, server->port, headers);
    assert_int_equal(send(fd, text, strlen(text), MSG_NOSIGNAL), strlen(text));
    size_t capacity = 1u << 22, length = 0;
    char *bytes = malloc(capacity);
    assert_non_null(bytes);
    for (ssize_t got = 1; got > 0; length += got > 0 ? (size_t)got : 0) {
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        if (poll(&ready, 1, TEST_PATIENCE_MS) <= 0)
            fail_msg("awaited for a minute: the answer to %s", request);
        got = recv(fd, bytes + length, capacity - 1 - length, 0);
    }
    close(fd);
    bytes[length] = '\0';
    *status = 0;
    sscanf(bytes, "HTTP/1.1 %d", status);
    char *body = strstr(bytes, "\r\n\r\n");
    if (head)
        snprintf(head, 4096, "%.*s", body ? (int)(body - bytes) : 0, bytes);
    const char *start = body ? body + 4 : bytes + length;
    memmove(bytes, start, (size_t)(bytes + length - start) + 1);
    return bytes;
}
