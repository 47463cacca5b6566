#include "server/net/message.h"

#include <stddef.h>
#include <string.h>

#include "base/lang.h"

static const char *const verbs[MESSAGE_VERBS] = {
    [MESSAGE_HELLO] = "hello",     [MESSAGE_PING] = "ping",     [MESSAGE_CREATE] = "create",
    [MESSAGE_JOIN] = "join",       [MESSAGE_RESUME] = "resume", [MESSAGE_WATCH] = "watch",
    [MESSAGE_LEAVE] = "leave",     [MESSAGE_QUIT] = "quit",     [MESSAGE_SYNC] = "sync",
    [MESSAGE_MOVE] = "move",       [MESSAGE_CHAT] = "chat",     [MESSAGE_HOST] = "host",
    [MESSAGE_PROPOSE] = "propose", [MESSAGE_AGREE] = "agree",   [MESSAGE_FAIR] = "fair",
    [MESSAGE_HINT] = "hint",
};

/* Members that a verb must have. */
static const char *const required[MESSAGE_VERBS][4] = {
    [MESSAGE_HELLO] = {"protocol"},
    [MESSAGE_JOIN] = {"table", "name"}, [MESSAGE_RESUME] = {"table", "seat", "secret"},
    [MESSAGE_WATCH] = {"table"},        [MESSAGE_MOVE] = {"line"},
    [MESSAGE_CHAT] = {"text"},          [MESSAGE_PROPOSE] = {"what"},
    [MESSAGE_AGREE] = {"what", "yes"},
};

enum type { STRING, NUMBER, BOOLEAN, OBJECT, ARRAY };

static const struct member {
    const char *name;
    enum type type;
    size_t offset;
} members[] = {
    {"id", NUMBER, offsetof(struct message, id)},
    {"table", STRING, offsetof(struct message, table)},
    {"name", STRING, offsetof(struct message, name)},
    {"secret", STRING, offsetof(struct message, secret)},
    {"line", STRING, offsetof(struct message, line)},
    {"text", STRING, offsetof(struct message, text)},
    {"what", STRING, offsetof(struct message, what)},
    {"game", STRING, offsetof(struct message, game)},
    {"fair", STRING, offsetof(struct message, fair)},
    {"commit", STRING, offsetof(struct message, commit)},
    {"seed", STRING, offsetof(struct message, seed)},
    {"list", STRING, offsetof(struct message, list)},
    {"lang", STRING, offsetof(struct message, lang)},
    {"fill", STRING, offsetof(struct message, fill)},
    {"seat", NUMBER, offsetof(struct message, seat)},
    {"players", NUMBER, offsetof(struct message, players)},
    {"protocol", NUMBER, offsetof(struct message, protocol)},
    {"at", NUMBER, offsetof(struct message, at)},
    {"listed", BOOLEAN, offsetof(struct message, listed)},
    {"chat", BOOLEAN, offsetof(struct message, chat)},
    {"yes", BOOLEAN, offsetof(struct message, yes)},
    {"states", BOOLEAN, offsetof(struct message, states)},
    {"options", OBJECT, offsetof(struct message, options)},
    {"seats", ARRAY, offsetof(struct message, seats)},
    {"clock", OBJECT, offsetof(struct message, clock)},
    {"from", OBJECT, offsetof(struct message, from)},
};

static bool has_type(const struct member *member, const json_t *value)
{
    switch (member->type) {
    case STRING:
        return json_is_string(value) &&
               span_is_clean((struct span){json_string_value(value), json_string_length(value)});
    case NUMBER:
        return json_is_integer(value) && json_integer_value(value) >= 0;
    case BOOLEAN:
        return json_is_boolean(value);
    case OBJECT:
        return json_is_object(value);
    default:
        return json_is_array(value);
    }
}

static const char *type_name(enum type type)
{
    static const char *const names[] = {mark("a text without control characters"),
                                        mark("a number that is not negative"),
                                        mark("true or false"), mark("an object"), mark("a list")};
    return tr(names[type]);
}

static bool set_member(struct message *message, const struct member *member, json_t *value,
                       struct text *why)
{
    char *at = (char *)message + member->offset;
    if (json_is_null(value))
        return true;
    if (!has_type(member, value))
        return text_fail(why, tr("'%s' must be %s"), member->name, type_name(member->type));
    switch (member->type) {
    case STRING:
        *(const char **)(void *)at = json_string_value(value);
        break;
    case NUMBER:
        *(long long *)(void *)at = json_integer_value(value);
        break;
    case BOOLEAN:
        *(int *)(void *)at = json_is_true(value);
        break;
    default:
        *(json_t **)(void *)at = value;
        break;
    }
    return true;
}

static bool read_members(struct message *message, struct text *why)
{
    const char *key;
    json_t *value;
    bool good = true;
    json_object_foreach(message->root, key, value)
    {
        for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
            char reason[TEXT_WHY];
            struct text first = text_on(reason, sizeof reason);
            if (strcmp(key, members[i].name) != 0)
                continue;
            if (!set_member(message, &members[i], value, good ? why : &first))
                good = false; /* goes on, to find the id */
            break;
        }
    }
    return good;
}

static bool read_verb(struct message *message, const char **code, struct text *why)
{
    const char *verb = json_string_value(json_object_get(message->root, "do"));
    *code = "bad-message";
    if (!verb)
        return text_fail(why, tr("a message says in 'do' what to do"));
    *code = "unknown";
    for (int i = 0; i < MESSAGE_VERBS; i++) {
        if (strcmp(verb, verbs[i]) == 0) {
            message->verb = (enum message_verb)i;
            return true;
        }
    }
    return text_fail(why, tr("there is no such thing to do"));
}

static bool has_required(const struct message *message, struct text *why)
{
    for (int i = 0; i < 4 && required[message->verb][i]; i++) {
        const json_t *value = json_object_get(message->root, required[message->verb][i]);
        if (!value || json_is_null(value))
            return text_fail(why, tr("'%s' needs '%s'"), verbs[message->verb],
                             required[message->verb][i]);
    }
    return true;
}

bool message_read(struct message *message, struct span bytes, const char **code, struct text *why)
{
    json_error_t error;
    *message = (struct message){.id = -1,
                                .seat = -1,
                                .players = -1,
                                .protocol = -1,
                                .at = -1,
                                .listed = -1,
                                .chat = -1,
                                .states = -1,
                                .yes = -1};
    *code = "bad-message";
    message->root = json_loadb(span_start(bytes), bytes.length, JSON_REJECT_DUPLICATES, &error);
    if (!message->root || !json_is_object(message->root))
        return text_fail(why, tr("a message is one JSON object"));
    const bool good = read_members(message, why);
    char reason[TEXT_WHY];
    struct text unused = text_on(reason, sizeof reason);
    const char *unknown;
    if (!read_verb(message, &unknown, good ? why : &unused)) {
        if (good)
            *code = unknown;
        return false;
    }
    return good && has_required(message, why);
}

void message_free(struct message *message)
{
    json_decref(message->root);
    message->root = NULL;
}
