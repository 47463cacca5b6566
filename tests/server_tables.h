/* server_tables.h: shared by the test_server_*.c programs: one server for all tests of a program,
 * and clients at its tables. */
#ifndef CORNET_TESTS_SERVER_TABLES_H
#define CORNET_TESTS_SERVER_TABLES_H

#include "server_fixture.h"

extern struct test_server shared_server;
extern struct rng server_rng; /* for the clients' random moves */

/* The group's setup and teardown. */
int start_shared_server(void **state);
int stop_shared_server(void **state);

/* Opens two clients for people at a new table. `at` and `bt` receive the `table` messages that
 * start the game. */
void seat_two(struct test_client *a, struct test_client *b, const char *game, const char *more,
              json_t **at, json_t **bt);

void close_two(struct test_client *a, struct test_client *b);

/* The member `legal` of a message, a random line of it, and whether the game is over. */
const json_t *legal_of(const json_t *message);
const char *any_legal(const json_t *message);
bool is_over(const json_t *message);

/* Skips messages until the seat has this kind. */
void wait_for_kind(struct test_client *client, int seat, const char *kind);

/* Opens a client for a person against bots at a new table. Returns the `table` message that starts
 * the game. */
json_t *seat_one(struct test_client *client, const char *game, const char *more);

/* Reads on from `message`, which it releases, until this seat is to move or the game is over. Adds
 * the number of lines to `*lines`. */
json_t *until_mine(struct test_client *client, json_t *message, size_t *lines);

/* Plays random moves until the game is over. */
void play_out_alone(struct test_client *client, json_t *message, size_t lines);

#endif
