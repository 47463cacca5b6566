/* kill -9 at random moments during play: everything a client was told is there after the restart,
 * and all clients come back and play on. 20 kills, and 1,000 in `make test-deep`. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/lines.h"
#include "server_fixture.h"

enum { TABLES = 6, CLIENTS = 2 * TABLES };

static struct test_server server;
static struct rng rng;

struct player {
    struct test_client client;
    struct lines told; /* all lines that this seat was told */
    bool seated;
};

static struct player players[CLIENTS];

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000ll + now.tv_nsec / 1000000;
}

static void take_lines(struct player *p, const json_t *lines)
{
    const json_t *line;
    size_t i;
    json_array_foreach(lines, i, line) lines_add(&p->told, span_of(json_string_value(line)));
}

static void play(struct player *p, const json_t *message)
{
    const json_t *legal = json_object_get(message, "legal");
    const size_t count = json_array_size(legal);
    if (count)
        client_send(&p->client, "{\"do\":\"move\",\"line\":\"%s\"}",
                    json_string_value(json_array_get(legal, rng_below(&rng, (uint32_t)count))));
}

/* After coming back: the log must begin with all lines that were told. */
static void compare(struct player *p, const json_t *table)
{
    const json_t *log = json_object_get(table, "log");
    if (json_array_size(log) < p->told.count)
        fail_msg("table %s lost %zu lines", p->client.table, p->told.count - json_array_size(log));
    for (size_t i = 0; i < p->told.count; i++)
        assert_string_equal(json_string_value(json_array_get(log, i)), p->told.line[i]);
    lines_cut(&p->told, 0);
    take_lines(p, log);
}

static void take(struct player *p, json_t *message)
{
    const char *type = json_text(message, "type");
    if (strcmp(type, "joined") == 0) {
        p->seated = true;
        snprintf(p->client.table, sizeof p->client.table, "%s", json_text(message, "table"));
        p->client.seat = (int)json_number_of(message, "seat");
        if (json_text(message, "secret")[0])
            snprintf(p->client.secret, sizeof p->client.secret, "%s", json_text(message, "secret"));
    } else if (strcmp(type, "table") == 0) {
        compare(p, message);
        play(p, message);
        if (strcmp(json_text(json_object_get(message, "fair"), "step"), "reveal") == 0)
            client_send(&p->client, "{\"do\":\"fair\",\"seed\":\"%s\"}", p->client.seed);
    } else if (strcmp(type, "fair") == 0) {
        client_send(&p->client, "{\"do\":\"fair\",\"seed\":\"%s\"}", p->client.seed);
    } else if (strcmp(type, "moves") == 0) {
        take_lines(p, json_object_get(message, "lines"));
        play(p, message);
    } else if (strcmp(type, "error") == 0) {
        fail_msg("refused: %s %s", json_text(message, "code"), json_text(message, "text"));
    }
    json_decref(message);
}

/* Plays until the time, then kills in the middle of whatever is going on. */
static void play_and_kill(int ms)
{
    const int64_t until = now_ms() + ms;
    struct pollfd fds[CLIENTS];
    for (int i = 0; i < CLIENTS; i++)
        fds[i] = (struct pollfd){.fd = players[i].client.wire.fd, .events = POLLIN};
    for (int64_t left; (left = until - now_ms()) > 0;) {
        if (poll(fds, CLIENTS, (int)left) <= 0)
            break;
        for (int i = 0; i < CLIENTS; i++) {
            if (!(fds[i].revents & POLLIN))
                continue;
            assert_true(wire_read(&players[i].client.wire));
            struct span message;
            bool closed;
            while (wire_take(&players[i].client.wire, &message, &closed)) {
                json_t *json = json_loadb(message.at, message.length, 0, NULL);
                assert_non_null(json);
                take(&players[i], json);
            }
        }
    }
    test_server_kill(&server);
}

/* What was on its way when the server died was told too. */
static void read_the_rest(struct player *p)
{
    struct span message;
    bool closed;
    do {
        while (wire_take(&p->client.wire, &message, &closed)) {
            json_t *json = json_loadb(message.at, message.length, 0, NULL);
            if (strcmp(json_text(json, "type"), "moves") == 0)
                take_lines(p, json_object_get(json, "lines"));
            else if (strcmp(json_text(json, "type"), "table") == 0)
                compare(p, json);
            json_decref(json);
        }
    } while (wire_read(&p->client.wire));
    client_close(&p->client);
}

static void come_back(struct player *p)
{
    struct test_client old = p->client;
    client_open(&p->client, &server);
    memcpy(p->client.table, old.table, sizeof old.table);
    memcpy(p->client.secret, old.secret, sizeof old.secret);
    memcpy(p->client.seed, old.seed, sizeof old.seed);
    p->client.seat = old.seat;
    client_send(&p->client, "{\"do\":\"resume\",\"table\":\"%s\",\"seat\":%d,\"secret\":\"%s\"}",
                p->client.table, p->client.seat, p->client.secret);
}

/* Two new guests at a new table. */
static void sit(int table)
{
    static const char *const games[] = {"easycome", "wazabi", "debacle"};
    struct player *a = &players[2 * table], *b = a + 1;
    lines_cut(&a->told, 0);
    lines_cut(&b->told, 0);
    client_open(&a->client, &server);
    client_open(&b->client, &server);
    client_create(&a->client, games[table % 3], "\"seats\":[\"me\",\"open\"]");
    client_join(&b->client, a->client.table);
}

/* Whether the game at the table has ended, by asking over HTTP. */
static bool is_over(const char *table)
{
    char path[128];
    int status;
    snprintf(path, sizeof path, "GET /api/tables/%s", table);
    char *body = http_get(&server, path, &status, NULL);
    assert_int_equal(status, 200);
    const bool over = strstr(body, "\"phase\":\"over\"") != NULL;
    free(body);
    return over;
}

static void kills(void **state)
{
    (void)state;
    const int count = test_depth() > 1 ? 1000 : 20;
    size_t lines = 0;
    rng_seed(&rng, (uint64_t)now_ms());
    test_server_prepare(&server);
    test_server_start(&server);
    for (int table = 0; table < TABLES; table++)
        sit(table);
    for (int i = 0; i < count; i++) {
        play_and_kill(10 + (int)rng_below(&rng, 150));
        for (int p = 0; p < CLIENTS; p++)
            read_the_rest(&players[p]);
        test_server_start(&server);
        for (int table = 0; table < TABLES; table++) {
            if (is_over(players[2 * table].client.table)) {
                lines += players[2 * table].told.count;
                sit(table);
            } else {
                come_back(&players[2 * table]);
                come_back(&players[2 * table + 1]);
            }
        }
    }
    for (int p = 0; p < CLIENTS; p++) {
        lines += p % 2 ? 0 : players[p].told.count;
        client_close(&players[p].client);
        lines_free(&players[p].told);
    }
    test_server_stop(&server);
    test_server_remove(&server);
    print_message("%d kills, %zu lines, none lost\n", count, lines);
    assert_true(lines > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(kills)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
