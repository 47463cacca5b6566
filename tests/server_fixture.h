/* server_fixture.h: a server in a separate process, and clients that speak its protocol. */
#ifndef CORNET_TESTS_SERVER_FIXTURE_H
#define CORNET_TESTS_SERVER_FIXTURE_H

#include <jansson.h>
#include <stdatomic.h>
#include <sys/types.h>

#include "helpers.h"
#include "net/socket.h"
#include "server/server.h"
#include "tools/load/wire.h"

/* A server process, its store in a temporary folder, and its settings. */
struct test_server {
    pid_t pid;
    int port, metrics_port;
    char folder[64], store[96];
    struct server_settings settings;
    struct clock clock;
    double timeouts[SOCKET_WAITS]; /* minutes, so that a slow machine drops no connection */
    long file_limit;               /* RLIMIT_FSIZE of the process in bytes; 0: no limit */

    /* If not NULL and not 0, the server's writes to its store fail with this errno. It is in memory
     * that both processes share: see test_server_faults. */
    atomic_int *write_error;
};

/* Allocates `write_error`; test_server_remove frees it. */
void test_server_faults(struct test_server *server);

/* Creates the folder, and the settings without the limits that tests would reach. */
void test_server_prepare(struct test_server *server);
void test_server_start(struct test_server *server);

/* Starts the server. If it ends at once, returns false and puts its error in `why`. */
bool test_server_try(struct test_server *server, char why[TEXT_WHY]);
void test_server_stop(struct test_server *server); /* with SIGTERM; it must exit with status 0 */
void test_server_kill(struct test_server *server); /* with SIGKILL */
void test_server_remove(struct test_server *server);

/* A connection and its seat. */
struct test_client {
    struct wire wire;
    int port, seat;
    char table[32], secret[64], seed[65], commit[65];
};

void client_open(struct test_client *client,
                 const struct test_server *server); /* also sends `hello` */
void client_close(struct test_client *client);
__attribute__((format(printf, 2, 3))) void client_send(struct test_client *client,
                                                       const char *format, ...);

/* client_next returns the next message; NULL if the connection has ended. client_expect skips
 * messages of other types, and fails on an error or a timeout. The caller releases the message. */
json_t *client_next(struct test_client *client);
json_t *client_expect(struct test_client *client, const char *type);

/* Skips messages up to the next error, which must have this code. */
void client_expect_error(struct test_client *client, const char *code);

/* Create a table (`more` are further members, such as `"seats":["me","open"]`), take a seat at one,
 * or reconnect to it, and read `joined`. client_until_playing then takes part in the seed exchange,
 * and returns the `table` message that starts the game. */
void client_read_joined(struct test_client *client);
void client_create(struct test_client *client, const char *game, const char *more);
void client_join(struct test_client *client, const char *table);
void client_resume(struct test_client *client);
json_t *client_until_playing(struct test_client *client);

/* Answers the member `fair` of a message: the client's part in the seed exchange. It does not check
 * the server's list. */
void client_answer_fair(struct test_client *client, const json_t *fair);

const char *json_text(const json_t *object, const char *key);
long long json_number_of(const json_t *object, const char *key);

/* Returns the body of an HTTP response, which the caller frees, and its status. `head` (may be
 * NULL) receives the headers. */
char *http_get(const struct test_server *server, const char *request, int *status, char head[4096]);

/* The same with more headers, each ending with CRLF. */
char *http_get_with(const struct test_server *server, const char *request, const char *headers,
                    int *status, char head[4096]);

#endif
