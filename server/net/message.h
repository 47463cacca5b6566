/* message: what a client sent, taken apart and checked member by member. docs/protocol.md.
 *
 * Anybody's bytes come through here (tests/fuzz_message.c). Members that nobody knows are ignored.
 */
#ifndef CORNET_SERVER_MESSAGE_H
#define CORNET_SERVER_MESSAGE_H

#include <jansson.h>
#include <stdbool.h>

#include "base/text.h"

#define MESSAGE_MAX 4096 /* bytes */

enum message_verb {
    MESSAGE_HELLO,
    MESSAGE_PING,
    MESSAGE_CREATE,
    MESSAGE_JOIN,
    MESSAGE_RESUME,
    MESSAGE_WATCH,
    MESSAGE_LEAVE,
    MESSAGE_QUIT,
    MESSAGE_SYNC,
    MESSAGE_MOVE,
    MESSAGE_CHAT,
    MESSAGE_HOST,
    MESSAGE_PROPOSE,
    MESSAGE_AGREE,
    MESSAGE_FAIR,
    MESSAGE_HINT,
    MESSAGE_VERBS,
};

/* Strings are NULL, numbers -1 and truths -1 where the member is absent. Everything lives as long
 * as `root`. */
struct message {
    json_t *root;
    enum message_verb verb;
    long long id;
    const char *table, *name, *secret, *line, *text, *what, *game, *fair, *commit, *seed, *lang,
        *fill;
    long long seat, players, protocol, at;
    int listed, chat, yes;
    json_t *options, *seats, *clock; /* an object, an array, an object; NULL: absent or null */
};

/* False with an error code of the protocol and a sentence; `id` is set all the same where there was
 * one. message_free in any case. */
bool message_read(struct message *message, struct span bytes, const char **code, struct text *why);
void message_free(struct message *message);

#endif
