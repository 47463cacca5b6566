/* See server_tables.h. */
#include "server_tables.h"

#include <string.h>

struct test_server shared_server;
struct rng server_rng;

int start_shared_server(void **state)
{
    (void)state;
    test_server_prepare(&shared_server);
    test_server_start(&shared_server);
    rng_seed(&server_rng, 1);
    return 0;
}

int stop_shared_server(void **state)
{
    (void)state;
    test_server_stop(&shared_server);
    test_server_remove(&shared_server);
    return 0;
}

void seat_two(struct test_client *a, struct test_client *b, const char *game, const char *more,
              json_t **at, json_t **bt)
{
    char text[512];
    snprintf(text, sizeof text, "\"seats\":[\"me\",\"open\"]%s%s", more[0] ? "," : "", more);
    client_open(a, &shared_server);
    client_open(b, &shared_server);
    client_create(a, game, text);
    client_join(b, a->table);
    assert_int_equal(b->seat, 2);
    /* the second seed starts the game for both */
    json_decref(client_expect(a, "fair"));
    client_send(a, "{\"do\":\"fair\",\"seed\":\"%s\"}", a->seed);
    *bt = client_until_playing(b);
    *at = client_until_playing(a);
}

void close_two(struct test_client *a, struct test_client *b)
{
    client_close(a);
    client_close(b);
}

const json_t *legal_of(const json_t *message)
{
    return json_object_get(message, "legal");
}

const char *any_legal(const json_t *message)
{
    const json_t *legal = legal_of(message);
    return json_string_value(
        json_array_get(legal, rng_below(&server_rng, (uint32_t)json_array_size(legal))));
}

bool is_over(const json_t *message)
{
    return strcmp(json_text(json_object_get(message, "state"), "mover"), "over") == 0;
}

void wait_for_kind(struct test_client *client, int seat, const char *kind)
{
    for (;;) {
        json_t *seats = client_expect(client, "seats");
        const bool found =
            strcmp(json_text(json_array_get(json_object_get(seats, "seats"), (size_t)seat - 1),
                             "kind"),
                   kind) == 0;
        json_decref(seats);
        if (found)
            return;
    }
}

json_t *seat_one(struct test_client *client, const char *game, const char *more)
{
    client_open(client, &shared_server);
    client_create(client, game, more);
    return client_until_playing(client);
}

json_t *until_mine(struct test_client *client, json_t *message, size_t *lines)
{
    while (!is_over(message) && json_array_size(legal_of(message)) == 0) {
        json_decref(message);
        message = client_expect(client, "moves");
        *lines += json_array_size(json_object_get(message, "lines"));
    }
    return message;
}

void play_out_alone(struct test_client *client, json_t *message, size_t lines)
{
    for (;;) {
        message = until_mine(client, message, &lines);
        if (is_over(message))
            break;
        client_send(client, "{\"do\":\"move\",\"line\":\"%s\"}", any_legal(message));
        json_decref(message);
        message = client_expect(client, "moves");
        lines += json_array_size(json_object_get(message, "lines"));
    }
    json_decref(message);
}
