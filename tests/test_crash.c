/* kill -9 at random times during play: after the restart, everything that a client received is
 * there, and all clients reconnect and continue. 10 kills, and 1,000 in `make test-deep`. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/lines.h"
#include "server_fixture.h"

enum { TABLES = 6, CLIENTS = 2 * TABLES };

static struct test_server server;
static struct rng rng;

struct player {
    struct test_client client;
    struct lines received; /* all lines that this seat received */
    bool seated;
    bool over;     /* the game is over, as far as this seat knows */
    bool revealed; /* the seed was sent; a reconnecting client cannot know, and may send it again */
};

static struct player players[CLIENTS];

static void take_lines(struct player *p, const json_t *lines)
{
    const json_t *line;
    size_t i;
    json_array_foreach(lines, i, line) lines_add(&p->received, span_of(json_string_value(line)));
}

static void play(struct player *p, const json_t *message)
{
    p->over = strcmp(json_text(json_object_get(message, "state"), "mover"), "over") == 0;
    const json_t *legal = json_object_get(message, "legal");
    const size_t count = json_array_size(legal);
    if (count)
        client_send(&p->client, "{\"do\":\"move\",\"line\":\"%s\"}",
                    json_string_value(json_array_get(legal, rng_below(&rng, (uint32_t)count))));
}

/* After reconnecting: the log must start with all lines received before. */
static void compare(struct player *p, const json_t *table)
{
    const json_t *log = json_object_get(table, "log");
    if (json_array_size(log) < p->received.count)
        fail_msg("table %s lost %zu lines", p->client.table,
                 p->received.count - json_array_size(log));
    for (size_t i = 0; i < p->received.count; i++)
        assert_string_equal(json_string_value(json_array_get(log, i)), p->received.line[i]);
    lines_cut(&p->received, 0);
    take_lines(p, log);
}

static void reveal(struct player *p)
{
    client_send(&p->client, "{\"do\":\"fair\",\"seed\":\"%s\"}", p->client.seed);
    p->revealed = true;
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
            reveal(p);
    } else if (strcmp(type, "fair") == 0) {
        reveal(p);
    } else if (strcmp(type, "moves") == 0) {
        take_lines(p, json_object_get(message, "lines"));
        play(p, message);
    } else if (strcmp(type, "error") == 0 &&
               !(p->revealed && strstr(json_text(message, "text"), "no seed is expected"))) {
        fail_msg("refused: %s %s", json_text(message, "code"), json_text(message, "text"));
    }
    json_decref(message);
}

static bool all_over(void)
{
    int over = 0;
    for (int i = 0; i < CLIENTS; i++)
        over += players[i].over;
    return over == CLIENTS;
}

/* Handles the player's received messages; returns their number. */
static int take_all(struct player *p)
{
    struct span message;
    bool closed;
    int count = 0;
    assert_true(wire_read(&p->client.wire));
    for (; wire_take(&p->client.wire, &message, &closed); count++) {
        json_t *json = json_loadb(message.at, message.length, 0, NULL);
        assert_non_null(json);
        take(p, json);
    }
    return count;
}

/* Plays until this many messages are received, then kills the server at an arbitrary point. Counted
 * in messages, not in time: a slow machine plays as much. */
static void play_and_kill(int messages)
{
    struct pollfd fds[CLIENTS];
    for (int i = 0; i < CLIENTS; i++)
        fds[i] = (struct pollfd){.fd = players[i].client.wire.fd, .events = POLLIN};
    while (messages > 0 && !all_over()) {
        if (poll(fds, CLIENTS, TEST_PATIENCE_MS) <= 0)
            fail_msg("awaited for a minute: a message to any of %d players", CLIENTS);
        for (int i = 0; i < CLIENTS; i++) {
            if (fds[i].revents & POLLIN)
                messages -= take_all(&players[i]);
        }
    }
    /* at an arbitrary moment of the server's work on the last moves */
    usleep(rng_below(&rng, 3000));
    test_server_kill(&server);
}

/* Messages in flight when the server died count as received. */
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

/* Seats two new guests at a new table. */
static void sit(int table)
{
    static const char *const games[] = {"easycome", "wazabi", "debacle"};
    struct player *a = &players[2 * table], *b = a + 1;
    lines_cut(&a->received, 0);
    lines_cut(&b->received, 0);
    a->over = b->over = a->revealed = b->revealed = false;
    client_open(&a->client, &server);
    client_open(&b->client, &server);
    client_create(&a->client, games[table % 3], "\"seats\":[\"me\",\"open\"]");
    client_join(&b->client, a->client.table);
}

/* Whether the game at the table is over, according to the HTTP API. */
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
    test_plays("easycome", "wazabi", "debacle");
    const int count = test_count(10, 1000);
    size_t lines = 0;
    rng_seed(&rng, 1);
    test_server_prepare(&server);
    test_server_start(&server);
    for (int table = 0; table < TABLES; table++)
        sit(table);
    for (int i = 0; i < count; i++) {
        play_and_kill(20 + (int)rng_below(&rng, 800));
        for (int p = 0; p < CLIENTS; p++)
            read_the_rest(&players[p]);
        test_server_start(&server);
        for (int table = 0; table < TABLES; table++) {
            if (is_over(players[2 * table].client.table)) {
                lines += players[2 * table].received.count;
                sit(table);
            } else {
                come_back(&players[2 * table]);
                come_back(&players[2 * table + 1]);
            }
        }
    }
    for (int p = 0; p < CLIENTS; p++) {
        lines += p % 2 ? 0 : players[p].received.count;
        client_close(&players[p].client);
        lines_free(&players[p].received);
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
