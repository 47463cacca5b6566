/* The server as clients see it: seats, people who leave and reconnect, proposals, chat, rematches.
 * */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "server_tables.h"

static void coming_back(void **state)
{
    (void)state;
    test_plays("debacle");
    struct test_client a, b, thief;
    json_t *at, *bt;
    seat_two(&a, &b, "debacle", "", &at, &bt);
    client_open(&thief, &shared_server);
    client_send(&thief, "{\"do\":\"resume\",\"table\":\"%s\",\"seat\":1,\"secret\":\"%s\"}",
                a.table, b.secret);
    client_expect_error(&thief, "bad-secret");
    client_send(&thief, "{\"do\":\"resume\",\"table\":\"%s\",\"seat\":1,\"secret\":\"\"}", a.table);
    client_expect_error(&thief, "bad-secret");
    client_send(&thief, "{\"do\":\"resume\",\"table\":\"%s\",\"seat\":7,\"secret\":\"x\"}",
                a.table);
    client_expect_error(&thief, "no-seat");
    client_send(&thief, "{\"do\":\"join\",\"table\":\"%s\",\"name\":\"C\"}", a.table);
    client_expect_error(&thief, "no-seat");
    client_send(&thief, "{\"do\":\"join\",\"table\":\"aaaaaaaaaaaaaaaa\",\"name\":\"C\"}");
    client_expect_error(&thief, "no-table");
    client_send(&thief, "{\"do\":\"watch\",\"table\":\"../../etc/passwd\"}");
    client_expect_error(&thief, "no-table");
    client_close(&thief);
    wire_close(&a.wire);
    json_t *seats = client_expect(&b, "seats");
    assert_true(
        json_is_false(json_object_get(json_array_get(json_object_get(seats, "seats"), 0), "here")));
    json_decref(seats);
    struct test_client again;
    client_open(&again, &shared_server);
    memcpy(again.table, a.table, sizeof a.table);
    memcpy(again.secret, a.secret, sizeof a.secret);
    again.seat = 1;
    client_resume(&again);
    json_t *table = client_expect(&again, "table");
    assert_int_equal(json_number_of(table, "you"), 1);
    assert_true(json_equal(json_object_get(table, "legal"), legal_of(at)));
    json_decref(table);
    json_decref(at);
    json_decref(bt);
    close_two(&again, &b);
}

static void leaving_for_good(void **state)
{
    (void)state;
    test_plays("easycome");
    struct test_client a, b;
    json_t *at, *bt;
    seat_two(&a, &b, "easycome", "\"options\":{\"first\":\"1\"}", &at, &bt);
    client_send(&a, "{\"do\":\"quit\",\"id\":3}");
    json_t *ok = client_expect(&a, "ok");
    assert_int_equal(json_number_of(ok, "id"), 3);
    json_decref(ok);
    wait_for_kind(&b, 1, "left");
    json_decref(client_expect(&b, "moves"));             /* the bot continues */
    client_send(&b, "{\"do\":\"host\",\"chat\":false}"); /* the remaining player is the host */
    json_t *seats = client_expect(&b, "seats");
    assert_int_equal(json_number_of(seats, "host"), 2);
    json_decref(seats);
    client_send(&a, "{\"do\":\"resume\",\"table\":\"%s\",\"seat\":1,\"secret\":\"%s\"}", a.table,
                a.secret);
    client_expect_error(&a, "bad-secret");
    json_decref(at);
    json_decref(bt);
    close_two(&a, &b);
}

static void stand_in(void **state)
{
    (void)state;
    test_plays("easycome");
    struct test_client a, b;
    json_t *at, *bt;
    seat_two(&a, &b, "easycome", "\"options\":{\"first\":\"1\"}", &at, &bt);
    /* the player is connected */
    client_send(&b, "{\"do\":\"propose\",\"what\":\"bot\",\"seat\":1}");
    client_expect_error(&b, "illegal");
    wire_close(&a.wire);
    json_decref(client_expect(&b, "seats"));
    client_send(&b, "{\"do\":\"propose\",\"what\":\"bot\",\"seat\":1}");
    wait_for_kind(&b, 1, "stand-in");
    json_decref(client_expect(&b, "moves"));
    struct test_client again;
    client_open(&again, &shared_server);
    memcpy(again.table, a.table, sizeof a.table);
    memcpy(again.secret, a.secret, sizeof a.secret);
    again.seat = 1;
    client_resume(&again);
    wait_for_kind(&b, 1, "person");
    json_decref(at);
    json_decref(bt);
    close_two(&again, &b);
}

/* Waits until the proposal is gone; returns whether it was carried out. */
static bool settled(struct test_client *c)
{
    for (;;) {
        json_t *message = client_expect(c, "proposal");
        const bool open = !json_is_null(json_object_get(message, "proposal"));
        const bool done = json_is_true(json_object_get(message, "done"));
        json_decref(message);
        if (!open)
            return done;
    }
}

/* A third person takes the seat of a player who is away. The first player watches, asks for the
 * seat and gets it back. */
static void a_third_person(void **state)
{
    (void)state;
    test_plays("wazabi");
    struct test_client a, b, c, back;
    json_t *at, *bt, *message;
    seat_two(&a, &b, "wazabi", "\"takeover\":true", &at, &bt);
    client_open(&c, &shared_server);
    client_send(&c, "{\"do\":\"join\",\"table\":\"%s\",\"name\":\"Carla\",\"seat\":2}", a.table);
    client_expect_error(&c, "no-seat"); /* the player is connected */
    wire_close(&b.wire);
    json_decref(client_expect(&a, "seats"));
    client_send(&a, "{\"do\":\"propose\",\"what\":\"bot\",\"seat\":2}");
    wait_for_kind(&a, 2, "stand-in");
    client_send(&c, "{\"do\":\"join\",\"table\":\"%s\",\"name\":\"Carla\"}", a.table);
    client_expect_error(&c, "no-seat"); /* the message must name such a seat */
    client_send(&c,
                "{\"do\":\"join\",\"table\":\"%s\",\"name\":\"Carla\",\"seat\":2,\"fair\":"
                "\"%064d\"}",
                a.table, 0);
    client_read_joined(&c);
    assert_int_equal(c.seat, 2);
    message = client_expect(&c, "table");
    const json_t *hands = json_object_get(json_object_get(message, "state"), "hands");
    assert_true(json_is_null(json_array_get(hands, 0)) && json_is_object(json_array_get(hands, 1)));
    json_decref(message);
    wait_for_kind(&a, 2, "person");

    client_open(&back, &shared_server);
    client_send(&back, "{\"do\":\"resume\",\"table\":\"%s\",\"seat\":2,\"secret\":\"%s\"}", a.table,
                b.secret);
    message = client_expect(&back, "joined");
    assert_int_equal(json_number_of(message, "seat"), 0);
    assert_int_equal(json_number_of(message, "taken"), 2);
    json_decref(message);
    client_send(&back, "{\"do\":\"propose\",\"what\":\"seat\",\"seat\":2,\"secret\":\"%s\"}",
                a.secret);
    client_expect_error(&back, "bad-secret");
    client_send(&back, "{\"do\":\"propose\",\"what\":\"seat\",\"seat\":2,\"secret\":\"%s\"}",
                b.secret);
    message = client_expect(&c, "proposal");
    assert_non_null(json_text(json_object_get(message, "proposal"), "name"));
    json_decref(message);
    client_send(&c, "{\"do\":\"agree\",\"what\":\"seat\",\"yes\":true}");
    assert_true(settled(&c) && settled(&back));
    message = client_expect(&c, "joined"); /* now a spectator */
    assert_int_equal(json_number_of(message, "seat"), 0);
    json_decref(message);
    client_send(&c, "{\"do\":\"resume\",\"table\":\"%s\",\"seat\":2,\"secret\":\"%s\"}", a.table,
                c.secret);
    client_expect_error(&c, "bad-secret");
    client_send(&back, "{\"do\":\"resume\",\"table\":\"%s\",\"seat\":2,\"secret\":\"%s\"}", a.table,
                b.secret);
    message = client_expect(&back, "joined");
    assert_int_equal(json_number_of(message, "seat"), 2);
    json_decref(message);
    client_send(&back, "{\"do\":\"move\",\"line\":\"2 forfeits\"}"); /* and resigns */
    for (bool over = false; !over;) { /* the stand-in may have moved before */
        message = client_expect(&a, "moves");
        over = is_over(message);
        assert_null(json_object_get(message, "fault"));
        json_decref(message);
    }
    json_decref(at);
    json_decref(bt);
    client_close(&c);
    close_two(&a, &back);
}

static void undoing(void **state)
{
    (void)state;
    test_plays("easycome", "debacle");
    struct test_client a, b;
    json_t *at, *bt, *message;
    seat_two(&a, &b, "debacle", "", &at, &bt);
    const long long seq = json_number_of(at, "seq");
    client_send(&a, "{\"do\":\"propose\",\"what\":\"undo\"}");
    client_expect_error(&a, "illegal"); /* no move yet */
    /* Within the own turn no consent is needed. */
    client_send(&a, "{\"do\":\"move\",\"line\":\"1 a1-a2\"}");
    json_decref(client_expect(&a, "moves"));
    json_decref(client_expect(&b, "moves"));
    client_send(&a, "{\"do\":\"propose\",\"what\":\"undo\"}");
    json_t *first = client_expect(&b, "table");
    assert_string_equal(json_text(first, "why"), "undo");
    json_decref(first);
    json_decref(client_expect(&a, "table"));
    client_send(&a, "{\"do\":\"move\",\"line\":\"1 end\"}");
    json_decref(client_expect(&a, "moves"));
    json_decref(client_expect(&b, "moves"));
    for (int yes = 0; yes < 2; yes++) {
        client_send(&a, "{\"do\":\"propose\",\"what\":\"undo\"}");
        message = client_expect(&b, "proposal");
        const json_t *proposal = json_object_get(message, "proposal");
        assert_int_equal(json_number_of(proposal, "by"), 1);
        assert_int_equal(json_integer_value(json_array_get(json_object_get(proposal, "wanted"), 0)),
                         2);
        json_decref(message);
        client_send(&b, "{\"do\":\"agree\",\"what\":\"rematch\",\"yes\":true}");
        client_expect_error(&b, "not-now");
        client_send(&b, "{\"do\":\"agree\",\"what\":\"undo\",\"yes\":%s}", yes ? "true" : "false");
        do { /* until the proposal is closed */
            message = client_expect(&b, "proposal");
            if (json_is_null(json_object_get(message, "proposal")))
                break;
            json_decref(message);
        } while (true);
        assert_int_equal(json_is_true(json_object_get(message, "done")), yes);
        if (yes) /* the seat that refused is named only after a refusal */
            assert_null(json_object_get(message, "refused"));
        else
            assert_int_equal(json_number_of(message, "refused"), 2);
        json_decref(message);
        if (yes)
            break;
        client_send(&a, "{\"do\":\"propose\",\"what\":\"undo\"}");
        client_expect_error(&a, "not-now"); /* refused, and nobody has moved since */
        client_send(&b, "{\"do\":\"move\",\"line\":\"2 a6-a5\"}");
        json_decref(client_expect(&a, "moves"));
        client_send(&b, "{\"do\":\"propose\",\"what\":\"undo\"}"); /* his own: at once */
        assert_true(settled(&b));
        json_decref(client_expect(&a, "table"));
    }
    json_t *table = client_expect(&a, "table");
    assert_string_equal(json_text(table, "why"), "undo");
    assert_true(json_equal(legal_of(table), legal_of(at)));
    assert_true(json_number_of(table, "seq") > seq + 1);
    const char *last = json_string_value(json_array_get(json_object_get(table, "log"), 1));
    assert_string_equal(last, "# undone: 1 end");
    json_decref(table);
    json_decref(at);
    json_decref(bt);
    close_two(&a, &b);
    /* dice that were seen cannot be undone */
    seat_two(&a, &b, "easycome", "\"options\":{\"first\":\"1\"}", &at, &bt);
    client_send(&a, "{\"do\":\"move\",\"line\":\"1 stop\"}");
    json_decref(client_expect(&a, "moves"));
    client_send(&a, "{\"do\":\"propose\",\"what\":\"undo\"}");
    client_expect_error(&a, "illegal");
    json_decref(at);
    json_decref(bt);
    close_two(&a, &b);
}

static void talking(void **state)
{
    (void)state;
    test_plays("debacle");
    struct test_client a, b, c;
    json_t *at, *bt;
    char text[256];
    seat_two(&a, &b, "debacle", "", &at, &bt);
    client_send(&a, "{\"do\":\"chat\",\"text\":\"<b>bien jou\u00e9</b>\"}");
    json_t *chat = client_expect(&b, "chat");
    assert_string_equal(json_text(chat, "text"), "<b>bien jou\u00e9</b>");
    assert_string_equal(json_text(chat, "name"), "Anne");
    json_decref(chat);
    memset(text, 'x', 201);
    text[201] = '\0';
    client_send(&a, "{\"do\":\"chat\",\"text\":\"%s\"}", text);
    client_expect_error(&a, "bad-value");
    client_send(&a, "{\"do\":\"chat\",\"text\":\"a\\u0007b\"}");
    client_expect_error(&a, "bad-message");
    client_open(&c, &shared_server);
    client_send(&c, "{\"do\":\"watch\",\"table\":\"%s\"}", a.table);
    json_t *table = client_expect(&c, "table");
    assert_int_equal(json_array_size(json_object_get(table, "said")), 1);
    json_decref(table);
    client_send(&c, "{\"do\":\"chat\",\"text\":\"hello\"}");
    client_expect_error(&c, "not-seated");
    client_send(&b, "{\"do\":\"host\",\"chat\":false}");
    client_expect_error(&b, "not-host");
    client_send(&a, "{\"do\":\"host\",\"chat\":false}");
    json_decref(client_expect(&b, "seats"));
    client_send(&b, "{\"do\":\"chat\",\"text\":\"hello\"}");
    client_expect_error(&b, "chat-off");
    json_decref(at);
    json_decref(bt);
    client_close(&c);
    close_two(&a, &b);
}

static void filling_up(void **state)
{
    (void)state;
    test_plays("easycome");
    struct test_client a;
    client_open(&a, &shared_server);
    client_create(&a, "easycome", "\"seats\":[\"open\",\"me\",\"open\"]");
    assert_int_equal(a.seat, 2);
    client_send(&a, "{\"do\":\"move\",\"line\":\"2 stop\"}");
    client_expect_error(&a, "not-now");
    client_send(&a, "{\"do\":\"host\",\"fill\":\"bot:nobody\"}");
    client_expect_error(&a, "bad-value");
    /* settings that clients may not choose */
    client_send(&a, "{\"do\":\"host\",\"fill\":\"bot:greedy:blur=500\"}");
    client_expect_error(&a, "bad-value");
    client_send(&a, "{\"do\":\"host\",\"fill\":\"bot:greedy\"}");
    json_t *table = client_until_playing(&a);
    const json_t *seats = json_object_get(table, "seats");
    assert_string_equal(json_text(json_array_get(seats, 0), "name"), "bot:greedy");
    assert_string_equal(json_text(json_array_get(seats, 2), "kind"), "bot");
    json_decref(table);
    client_close(&a);
}

/* The server sends the number of spectators to everybody at the table, and to nobody else. */
static void crowd(void **state)
{
    (void)state;
    struct test_client a, b;
    client_open(&a, &shared_server);
    client_send(&a, "{\"do\":\"create\",\"game\":\"template\",\"players\":2,"
                    "\"seats\":[\"me\",\"open\"],\"name\":\"Anne\"}");
    json_t *table = client_expect(&a, "table");
    assert_int_equal(json_integer_value(json_object_get(table, "watching")), 0);
    snprintf(a.table, sizeof a.table, "%s", json_string_value(json_object_get(table, "table")));
    json_decref(table);
    client_open(&b, &shared_server);
    client_send(&b, "{\"do\":\"watch\",\"table\":\"%s\"}", a.table);
    table = client_expect(&b, "table");
    assert_int_equal(json_integer_value(json_object_get(table, "watching")), 1);
    json_decref(table);
    for (int left = 1; left >= 0; left--) {
        json_t *seats = client_expect(&a, "seats");
        while (json_integer_value(json_object_get(seats, "watching")) != left) {
            json_decref(seats);
            seats = client_expect(&a, "seats");
        }
        json_decref(seats);
        if (left)
            client_close(&b);
    }
    char request[64];
    snprintf(request, sizeof request, "GET /api/tables/%s", a.table);
    int status;
    char *body = http_get(&shared_server, request, &status, NULL);
    assert_int_equal(status, 200);
    assert_null(strstr(body, "watching"));
    free(body);
    client_close(&a);
}

static void again_please(void **state)
{
    (void)state;
    struct test_client a, b, c;
    json_t *at, *bt;
    seat_two(&a, &b, "template", "", &at, &bt);
    client_open(&c, &shared_server);
    client_send(&c, "{\"do\":\"watch\",\"table\":\"%s\"}", a.table);
    json_decref(client_expect(&c, "table"));
    client_send(&a, "{\"do\":\"propose\",\"what\":\"rematch\"}");
    client_expect_error(&a, "illegal");
    while (!is_over(at)) {
        struct test_client *mover = json_array_size(legal_of(at)) ? &a : &b;
        client_send(mover, "{\"do\":\"move\",\"line\":\"%s\"}", any_legal(mover == &a ? at : bt));
        json_decref(at);
        json_decref(bt);
        at = client_expect(&a, "moves");
        bt = client_expect(&b, "moves");
    }
    client_send(&a, "{\"do\":\"propose\",\"what\":\"rematch\"}");
    json_decref(client_expect(&b, "proposal"));
    client_send(&b, "{\"do\":\"agree\",\"what\":\"rematch\",\"yes\":true}");
    json_t *next = client_expect(&c, "next");
    json_t *joined[2] = {client_expect(&a, "joined"), client_expect(&b, "joined")};
    for (int i = 0; i < 2; i++) {
        assert_string_equal(json_text(joined[i], "table"), json_text(next, "table"));
        assert_int_equal(json_number_of(joined[i], "seat"), i + 1);
        assert_int_equal(strlen(json_text(joined[i], "secret")), 32);
        assert_string_not_equal(json_text(joined[i], "secret"), i ? b.secret : a.secret);
        json_decref(joined[i]);
    }
    json_decref(next);
    json_decref(at);
    json_decref(bt);
    client_close(&c);
    close_two(&a, &b);
}

/* A server that stops lets nobody join: if servers share a store, another one may already write the
 * table. On a slow machine the connection may have ended before. */
static void nobody_joins_at_the_end(void **state)
{
    (void)state;
    struct test_server server;
    struct test_client a, late;
    char join[128];
    test_server_prepare(&server);
    test_server_start(&server);
    client_open(&a, &server);
    client_open(&late, &server);
    client_create(&a, "template", "\"seats\":[\"me\",\"open\"]");
    kill(server.pid, SIGTERM);
    client_expect_error(&a, "stopping");
    snprintf(join, sizeof join, "{\"do\":\"join\",\"table\":\"%s\"}", a.table);
    wire_send(&late.wire, join);
    json_t *answer = client_next(&late);
    if (answer) {
        assert_string_equal(json_text(answer, "type"), "error");
        assert_string_equal(json_text(answer, "code"), "stopping");
        json_decref(answer);
    }
    client_close(&a);
    client_close(&late);
    test_server_stop(&server);
    test_server_remove(&server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coming_back),  cmocka_unit_test(leaving_for_good),
        cmocka_unit_test(stand_in),     cmocka_unit_test(a_third_person),
        cmocka_unit_test(undoing),      cmocka_unit_test(talking),
        cmocka_unit_test(filling_up),   cmocka_unit_test(crowd),
        cmocka_unit_test(again_please), cmocka_unit_test(nobody_joins_at_the_end),
    };
    cmocka_set_test_filter(getenv("CORNET_TEST"));
    return cmocka_run_group_tests(tests, start_shared_server, stop_shared_server);
}
