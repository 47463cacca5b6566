/* server_kit: a server in a process of its own, and guests that speak its protocol. */
#ifndef CORNET_TESTS_SERVER_KIT_H
#define CORNET_TESTS_SERVER_KIT_H

#include <jansson.h>
#include <sys/types.h>

#include "apps/commands/wire.h"
#include "helpers.h"
#include "server/server.h"

struct house {
    pid_t pid;
    int port;
    char folder[64], store[96];
    struct server_settings settings;
    long file_limit; /* bytes that its files may have; 0: no limit */
};

/* A new folder and usual settings, without limits that tests would run into. */
void house_prepare(struct house *house);
void house_start(struct house *house);

/* Whether it starts at all; what it said stands in `why`. */
bool house_tries(struct house *house, char why[TEXT_WHY]);
void house_stop(struct house *house); /* politely; checks that it ended well */
void house_kill(struct house *house); /* kill -9 */
void house_remove(struct house *house);

struct guest {
    struct wire wire;
    int port, seat;
    char table[32], secret[64], seed[65], commit[65];
};

void guest_open(struct guest *guest, const struct house *house); /* and says hello */
void guest_close(struct guest *guest);
__attribute__((format(printf, 2, 3))) void guest_say(struct guest *guest, const char *format, ...);

/* The next message; NULL where the connection ends. guest_hear skips others, and fails where it
 * never comes. The caller drops it. */
json_t *guest_next(struct guest *guest);
json_t *guest_hear(struct guest *guest, const char *type);

/* Whether something has come within so many milliseconds. */
bool guest_waits(struct guest *guest, int ms);

/* The next error must have this code. */
void guest_refused(struct guest *guest, const char *code);

/* Makes a table (`more` are further members, such as `"seats":["me","open"]`), or sits down at one;
 * takes the `joined` and answers the fair dice' questions until the table plays, if `play`. */
void guest_create(struct guest *guest, const char *game, const char *more);
void guest_join(struct guest *guest, const char *table);
void guest_resume(struct guest *guest);
json_t *guest_until_playing(struct guest *guest);

const char *json_text(const json_t *object, const char *key);
long long json_number_of(const json_t *object, const char *key);

/* The body of an HTTP answer, and its status; the head goes to `head` where that is not NULL. The
 * caller frees. */
char *http_get(const struct house *house, const char *request, int *status, char head[4096]);

#endif
