/* message.h: parses and checks a client's message (docs/protocol.md).
 *
 * The bytes are untrusted (tests/fuzz_message.c). Unknown members are ignored. */
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

/* A member that is absent or null: strings are NULL, numbers and booleans -1. Strings are part of
 * `root` or of `plain`. */
struct message {
    json_t *root; /* NULL: read without jansson */
    enum message_verb verb;
    long long id;
    const char *table, *name, *secret, *line, *text, *what, *game, *fair, *commit, *seed, *list,
        *lang, *fill;
    long long seat, players, protocol, at;
    int listed, chat, yes, states;
    json_t *options, *seats, *clock, *from; /* an array: seats; else objects; NULL: absent */
    char plain[MESSAGE_MAX + 1];
};

/* False with an error code of the protocol and a sentence; `id` is set if the message has one. Call
 * message_free in any case. */
bool message_read(struct message *message, struct span bytes, const char **code, struct text *why);
void message_free(struct message *message);

#endif
