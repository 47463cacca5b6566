/* message.h: a client's message (docs/develop/protocol.md), and the checks of its members.
 *
 * A JSON reader clears a message, puts each member that it finds, and finishes it. So the server
 * (server/message_json.h) and the browser can each use their own JSON parser. Unknown members are
 * ignored. */
#ifndef CORNET_PROTOCOL_MESSAGE_H
#define CORNET_PROTOCOL_MESSAGE_H

#include <stdbool.h>

#include "base/text.h"
#include "game/game.h"

#define MESSAGE_MAX 4096 /* bytes, as JSON */

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
    MESSAGE_BRING,
    MESSAGE_READY,
    MESSAGE_THROW,
    MESSAGE_CHAIN,
    MESSAGE_LINK,
    MESSAGE_ENTRIES,
    MESSAGE_VERBS,
};

/* The types of JSON's values. */
enum message_type {
    MESSAGE_STRING,
    MESSAGE_NUMBER, /* an integer */
    MESSAGE_BOOLEAN,
    MESSAGE_OBJECT,
    MESSAGE_ARRAY,
    MESSAGE_NULL,
    MESSAGE_OTHER,
};

/* The reader owns the string, which ends with a NUL and lives as long as the message. */
struct message_value {
    enum message_type type;
    struct span string;
    long long number; /* of a boolean: 0 or 1 */
};

/* One member of `options`. */
struct message_option {
    const char *name;
    struct span value; /* `at` NULL: it is not a string */
};

/* A member that is absent or null: strings are NULL, numbers and booleans -1, parts false. */
struct message {
    enum message_verb verb;
    const char *verb_name;
    bool wrong; /* a member has the wrong type; the first one is reported */
    long long id;
    const char *table, *name, *secret, *line, *text, *what, *game, *fair, *dice, *commit, *seed,
        *list, *lang, *daily, *fill, *end, *key, *hash, *link, *sign, *person;
    long long seat, players, protocol, at, have, asks, step, remove;
    int listed, chat, takeover, yes, states, throws, grows;

    bool has_options, has_seats, has_clock, has_from, has_by;
    size_t option_count; /* stops one above a game's maximum: more are always an error */
    struct message_option option[GAME_OPTIONS_MAX + 1];
    size_t seat_count; /* counts all; only the first GAME_SEATS_MAX are stored */
    const char *seat_spec[GAME_SEATS_MAX]; /* NULL: not a string */
    const char *clock_kind;
    long long clock_seconds, clock_add; /* -1: absent; -2: not an integer, or negative */
    const char *from_table;
    long long from_step, from_lines; /* -1 and -2 as above */
    long long by_number, by_seen;    /* the same */
    const char *by_digest, *by_salt, *by_sign;

    char bytes[MESSAGE_MAX + 1]; /* room for the reader */
};

struct message_member;

void message_clear(struct message *message);

/* The member with this name; NULL: unknown, to be ignored. */
const struct message_member *message_find(const char *name);
bool message_is_set(const struct message *message, const struct message_member *member);

/* message_put stores a member's value. message_put_inside stores an element of an object (with its
 * name) or of an array (with NULL). For the first value of a wrong type, `why` gets the reason. */
void message_put(struct message *message, const struct message_member *member,
                 const struct message_value *value, struct text *why);
void message_put_inside(struct message *message, const struct message_member *member,
                        const char *name, const struct message_value *value);

/* Call it after all members: finds the verb and checks that its required members are present. On
 * failure returns false with an error code of the protocol and a sentence; `id` is set if the
 * message has one. */
bool message_finish(struct message *message, const char **code, struct text *why);

#endif
