/* The parts of tools/load: its servers and its players. tests/serve.sh runs the program. */
#include <sodium.h>
#include <sys/socket.h>

#include "server_fixture.h"
#include "tools/load/clients.h"

static struct test_server games; /* runs for one of the kinds */

static int open_folder(void **state)
{
    (void)state;
    test_server_prepare(&games);
    return sodium_init() < 0;
}

static int close_folder(void **state)
{
    (void)state;
    test_server_remove(&games);
    return 0;
}

static void start(struct load_server *server, enum load_kind kind)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    if (kind >= LOAD_GAMES) {
        test_server_start(&games);
        *server = (struct load_server){.kind = kind, .pid = games.pid, .port = games.port};
    } else if (!load_server_start(server, kind, NULL, 64, NULL, &why)) {
        fail_msg("%s", reason);
    }
}

static void stop(struct load_server *server)
{
    if (server->kind >= LOAD_GAMES)
        test_server_stop(&games);
    else
        load_server_stop(server);
}

/* At every server, players move, receive all their answers, and continue after a pause. */
static void test_play_and_pause(void **state)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    const struct load_manner manner = {.think_ms = 1, .signs = true};
    (void)state;
    for (int kind = 0; kind < LOAD_KINDS; kind++) {
        struct load_server server;
        struct load_clients clients;
        start(&server, (enum load_kind)kind);
        bool good = load_clients_open(&clients, &server, 1, game_list[0], 3, 2, &manner, &why);
        assert_int_equal(clients.moves, 0);
        for (int round = 0; good && round < 2; round++) {
            load_clients_count(&clients);
            while (good && clients.moves < 20)
                good = load_clients_play(&clients, 0.002, &why);
            good = good && load_clients_pause(&clients, &why);
            assert_int_equal(clients.unanswered, 0);
        }
        if (!good)
            fail_msg("%s", reason);
        assert_true(load_cpu(server.pid) > 0);
        assert_true(load_memory(server.pid) > 0);
        load_clients_close(&clients);
        stop(&server);
    }
}

/* Tables are spread over several servers: if one server is missing, so are its tables. */
static void test_several_servers(void **state)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct load_server server[2];
    struct load_clients clients;
    const struct load_manner manner = {0};
    (void)state;
    start(&server[0], LOAD_ECHO);
    start(&server[1], LOAD_ECHO);
    bool good = load_clients_open(&clients, server, 2, game_list[0], 4, 2, &manner, &why);
    while (good && clients.moves < 20)
        good = load_clients_play(&clients, 0.002, &why);
    if (!good)
        fail_msg("%s", reason);
    load_server_stop(&server[1]);
    while (load_clients_play(&clients, 0.01, &why))
        ;
    assert_string_equal(reason, "the server closed a connection");
    load_clients_close(&clients);
    load_server_stop(&server[0]);
}

static void send_bytes(struct wire *wire, const unsigned char *bytes, size_t length)
{
    assert_int_equal(send(wire->fd, bytes, length, MSG_NOSIGNAL), length);
}

static void expect(struct wire *wire, const char *text)
{
    struct span message;
    bool closed;
    while (!wire_take(wire, &message, &closed))
        assert_true(wire_read(wire));
    assert_true(span_is(message, text));
}

/* The bare server forwards messages to a table, in whole and in split frames, and drops clients
 * that send anything else. */
static void test_bare(void **state)
{
    static const unsigned char frame[] = {0x81, 0x82, 1, 2, 3, 4, 'o' ^ 1, 'k' ^ 2};
    struct load_server server;
    struct wire wire[3];
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    (void)state;
    start(&server, LOAD_BARE);
    for (int i = 0; i < 3; i++) {
        assert_true(wire_open(&wire[i], server.port, "/ws", "", &why));
        assert_true(wire_send(&wire[i], i < 2 ? "7" : "8"));
    }
    /* its answer shows that the server knows all groups */
    assert_true(wire_send(&wire[2], "other"));
    expect(&wire[2], "other");
    for (size_t i = 0; i < sizeof frame; i++)
        send_bytes(&wire[0], &frame[i], 1);
    expect(&wire[0], "ok");
    expect(&wire[1], "ok");
    assert_true(wire_send(&wire[1], "two"));
    expect(&wire[0], "two");
    expect(&wire[1], "two");
    send_bytes(&wire[2], (const unsigned char *)"\x82\x00", 2); /* binary and unmasked */
    assert_false(wire_read(&wire[2]));
    for (int i = 0; i < 3; i++)
        wire_close(&wire[i]);
    load_server_stop(&server);
}

int main(int argc, char **argv)
{
    if (load_baseline(argc, argv)) /* the test starts this program as a server */
        return 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_play_and_pause),
        cmocka_unit_test(test_several_servers),
        cmocka_unit_test(test_bare),
    };
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
