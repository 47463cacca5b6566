#include "server_kit.h"

#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_MS 30000

static void on_term(int number)
{
    (void)number;
    server_stop();
}

static void say_port(int port, void *context)
{
    const int *end = context;
    if (write(*end, &port, sizeof port) != sizeof port)
        _exit(3);
}

void house_prepare(struct house *house)
{
    *house = (struct house){0};
    snprintf(house->folder, sizeof house->folder, "/tmp/cornet-test-XXXXXX");
    assert_non_null(mkdtemp(house->folder));
    snprintf(house->store, sizeof house->store, "%s/tables.db", house->folder);
    server_defaults(&house->settings);
    house->settings.self_check = true;
    house->settings.interface = "127.0.0.1";
    house->settings.port = 0;
    house->settings.store = house->store;
    house->settings.connections_max = 500;
    house->settings.per_address = 400;
    house->settings.creates_per_hour = 1000000;
    house->settings.messages_per_second = 0;
    assert_true(sodium_init() >= 0);
}

/* In the child: serves until told to stop. */
static void serve(const struct house *house, int end, int words)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct sigaction action = {.sa_handler = on_term};
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that fails leaves nothing behind */
    sigaction(SIGTERM, &action, NULL);
    if (house->file_limit) {
        const struct rlimit limit = {(rlim_t)house->file_limit, (rlim_t)house->file_limit};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    const bool good = server_run(&house->settings, say_port, &end, &why);
    if (!good && write(words, reason, strlen(reason)) < 0)
        _exit(4);
    exit(!good);
}

bool house_tries(struct house *house, char why[TEXT_WHY])
{
    int ends[2], words[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(pipe(words), 0);
    fflush(NULL);
    house->pid = fork();
    if (house->pid == 0) {
        close(ends[0]);
        close(words[0]);
        serve(house, ends[1], words[1]);
    }
    close(ends[1]);
    close(words[1]);
    const bool good = read(ends[0], &house->port, sizeof house->port) == sizeof house->port;
    const ssize_t length = good ? 0 : read(words[0], why, TEXT_WHY - 1);
    why[length > 0 ? length : 0] = '\0';
    close(ends[0]);
    close(words[0]);
    if (!good)
        waitpid(house->pid, NULL, 0);
    return good;
}

void house_start(struct house *house)
{
    char why[TEXT_WHY];
    if (!house_tries(house, why))
        fail_msg("the server does not start: %s", why);
}

void house_stop(struct house *house)
{
    int status;
    kill(house->pid, SIGTERM);
    waitpid(house->pid, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

void house_kill(struct house *house)
{
    kill(house->pid, SIGKILL);
    waitpid(house->pid, NULL, 0);
}

void house_remove(struct house *house)
{
    static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
    for (int i = 0; i < 4; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s%s", house->store, ends[i]);
        unlink(path);
    }
    rmdir(house->folder);
}

void guest_open(struct guest *guest, const struct house *house)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    unsigned char seed[32], hash[32];
    *guest = (struct guest){.port = house->port};
    randombytes_buf(seed, sizeof seed);
    sodium_bin2hex(guest->seed, sizeof guest->seed, seed, sizeof seed);
    crypto_hash_sha256(hash, seed, sizeof seed);
    sodium_bin2hex(guest->commit, sizeof guest->commit, hash, sizeof hash);
    if (!wire_open(&guest->wire, house->port, "/ws", "", &why))
        fail_msg("no connection: %s", reason);
    guest_say(guest, "{\"do\":\"hello\",\"protocol\":1}");
    json_decref(guest_hear(guest, "hello"));
}

void guest_close(struct guest *guest)
{
    wire_close(&guest->wire);
}

void guest_say(struct guest *guest, const char *format, ...)
{
    char text[8192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    wire_send(&guest->wire, text);
}

bool guest_waits(struct guest *guest, int ms)
{
    struct pollfd poll_one = {.fd = guest->wire.fd, .events = POLLIN};
    return guest->wire.length > guest->wire.taken || poll(&poll_one, 1, ms) > 0;
}

json_t *guest_next(struct guest *guest)
{
    for (;;) {
        struct span message;
        bool closed;
        if (wire_take(&guest->wire, &message, &closed)) {
            json_t *json = json_loadb(message.at, message.length, 0, NULL);
            if (!json)
                fail_msg("not JSON: %.*s", (int)message.length, message.at);
            return json;
        }
        struct pollfd poll_one = {.fd = guest->wire.fd, .events = POLLIN};
        if (closed)
            return NULL;
        if (poll(&poll_one, 1, PATIENCE_MS) <= 0)
            fail_msg("the server says nothing");
        if (!wire_read(&guest->wire))
            return NULL;
    }
}

json_t *guest_hear(struct guest *guest, const char *type)
{
    for (;;) {
        json_t *message = guest_next(guest);
        if (!message)
            fail_msg("the connection ended before '%s'", type);
        if (strcmp(json_text(message, "type"), type) == 0)
            return message;
        if (strcmp(json_text(message, "type"), "error") == 0)
            fail_msg("refused: %s: %s", json_text(message, "code"), json_text(message, "text"));
        json_decref(message);
    }
}

void guest_refused(struct guest *guest, const char *code)
{
    for (;;) {
        json_t *message = guest_next(guest);
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

static void take_joined(struct guest *guest)
{
    json_t *joined = guest_hear(guest, "joined");
    snprintf(guest->table, sizeof guest->table, "%s", json_text(joined, "table"));
    guest->seat = (int)json_number_of(joined, "seat");
    if (json_text(joined, "secret")[0])
        snprintf(guest->secret, sizeof guest->secret, "%s", json_text(joined, "secret"));
    json_decref(joined);
}

void guest_create(struct guest *guest, const char *game, const char *more)
{
    guest_say(guest, "{\"do\":\"create\",\"game\":\"%s\",\"name\":\"Anne\",\"fair\":\"%s\"%s%s}",
              game, guest->commit, more[0] ? "," : "", more);
    take_joined(guest);
}

void guest_join(struct guest *guest, const char *table)
{
    guest_say(guest, "{\"do\":\"join\",\"table\":\"%s\",\"name\":\"Bruno\",\"fair\":\"%s\"}", table,
              guest->commit);
    take_joined(guest);
}

void guest_resume(struct guest *guest)
{
    guest_say(guest, "{\"do\":\"resume\",\"table\":\"%s\",\"seat\":%d,\"secret\":\"%s\"}",
              guest->table, guest->seat, guest->secret);
    take_joined(guest);
}

json_t *guest_until_playing(struct guest *guest)
{
    for (;;) {
        json_t *message = guest_next(guest);
        assert_non_null(message);
        const json_t *fair = json_object_get(message, "fair");
        if (guest->seat && strcmp(json_text(message, "type"), "fair") == 0)
            guest_say(guest, "{\"do\":\"fair\",\"seed\":\"%s\"}", guest->seed);
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

char *http_get(const struct house *house, const char *request, int *status, char head[4096])
{
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)house->port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    char text[1024];
    assert_int_equal(connect(fd, (const struct sockaddr *)&to, sizeof to), 0);
    snprintf(text, sizeof text, "%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n",
             request, house->port);
    assert_int_equal(send(fd, text, strlen(text), MSG_NOSIGNAL), strlen(text));
    size_t capacity = 1u << 22, length = 0;
    char *bytes = malloc(capacity);
    assert_non_null(bytes);
    for (ssize_t got; (got = recv(fd, bytes + length, capacity - 1 - length, 0)) > 0;)
        length += (size_t)got;
    close(fd);
    bytes[length] = '\0';
    *status = 0;
    sscanf(bytes, "HTTP/1.1 %d", status);
    char *body = strstr(bytes, "\r\n\r\n");
    if (head)
        snprintf(head, 4096, "%.*s", body ? (int)(body - bytes) : 0, bytes);
    memmove(bytes, body ? body + 4 : bytes + length, strlen(body ? body + 4 : bytes + length) + 1);
    return bytes;
}
