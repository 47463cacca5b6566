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
    [MESSAGE_JOIN] = {"table", "name"},
    [MESSAGE_RESUME] = {"table", "seat", "secret"},
    [MESSAGE_WATCH] = {"table"},
    [MESSAGE_MOVE] = {"line"},
    [MESSAGE_CHAT] = {"text"},
    [MESSAGE_PROPOSE] = {"what"},
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

static const struct member *find_member(const char *name)
{
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        if (strcmp(name, members[i].name) == 0)
            return &members[i];
    }
    return NULL;
}

static bool read_members(struct message *message, struct text *why)
{
    const char *key;
    json_t *value;
    bool good = true;
    json_object_foreach(message->root, key, value)
    {
        char reason[TEXT_WHY];
        struct text first = text_on(reason, sizeof reason);
        const struct member *member = find_member(key);
        if (member && !set_member(message, member, value, good ? why : &first))
            good = false; /* goes on, to find the id */
    }
    return good;
}

/* ---- the plain form ----
 *
 * Most messages are one flat object of members that we know, without spaces and escapes, such as a
 * move. Those are read here, at a tenth of what jansson takes, which is as much as a move itself.
 * Whatever is in any other form, or wrong, is left to jansson. */

/* Takes a string of plain ASCII at `*at` and puts a NUL behind it; NULL: there is none. */
static const char *take_string(char **at)
{
    char *const start = *at + 1, *end = start;
    if (**at != '"')
        return NULL;
    while (*end >= 0x20 && *end < 0x7f && *end != '"' && *end != '\\')
        end++;
    if (*end != '"')
        return NULL;
    *end = '\0';
    *at = end + 1;
    return start;
}

/* Takes a number of up to 15 digits; -1: there is none. */
static long long take_number(char **at)
{
    char *end = *at;
    long long number = 0;
    while (*end >= '0' && *end <= '9' && end - *at < 15)
        number = 10 * number + (*end++ - '0');
    if (end == *at || (**at == '0' && end - *at > 1))
        return -1;
    *at = end;
    return number;
}

/* Takes true or false; -1: there is neither. */
static int take_boolean(char **at)
{
    const bool yes = strncmp(*at, "true", 4) == 0;
    if (!yes && strncmp(*at, "false", 5) != 0)
        return -1;
    *at += yes ? 4 : 5;
    return yes;
}

/* Takes the value of a member that has none yet. */
static bool take_value(struct message *message, const struct member *member, char **at)
{
    void *slot = (char *)message + member->offset;
    switch (member->type) {
    case STRING: {
        const char **string = slot;
        return !*string && (*string = take_string(at));
    }
    case NUMBER: {
        long long *number = slot;
        return *number < 0 && (*number = take_number(at)) >= 0;
    }
    case BOOLEAN: {
        int *yes = slot;
        return *yes < 0 && (*yes = take_boolean(at)) >= 0;
    }
    default:
        return false;
    }
}

/* False: the message is in another form, and some members may have been set. */
static bool read_plain(struct message *message, struct span bytes, const char **verb)
{
    if (bytes.length < 2 || bytes.length > MESSAGE_MAX || bytes.at[0] != '{')
        return false;
    memcpy(message->plain, bytes.at, bytes.length);
    message->plain[bytes.length] = '\0';
    char *at = message->plain;
    do {
        at++; /* the brace or the comma */
        const char *name = take_string(&at);
        if (!name || *at++ != ':')
            return false;
        const struct member *member = find_member(name);
        const bool is_verb = strcmp(name, "do") == 0 && !*verb;
        if (is_verb ? !(*verb = take_string(&at)) : !member || !take_value(message, member, &at))
            return false;
    } while (*at == ',');
    return at[0] == '}' && at + 1 == message->plain + bytes.length;
}

/* ---- the whole message ---- */

static void clear(struct message *message)
{
    memset(message, 0, offsetof(struct message, plain));
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        void *slot = (char *)message + members[i].offset;
        if (members[i].type == NUMBER)
            *(long long *)slot = -1;
        else if (members[i].type == BOOLEAN)
            *(int *)slot = -1;
    }
}

static bool find_verb(struct message *message, const char *verb, const char **code,
                      struct text *why)
{
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

static bool is_set(const struct message *message, const struct member *member)
{
    const void *slot = (const char *)message + member->offset;
    return member->type == NUMBER    ? *(const long long *)slot >= 0
           : member->type == BOOLEAN ? *(const int *)slot >= 0
                                     : *(const void *const *)slot != NULL;
}

static bool has_required(const struct message *message, struct text *why)
{
    for (int i = 0; i < 4 && required[message->verb][i]; i++) {
        if (!is_set(message, find_member(required[message->verb][i])))
            return text_fail(why, tr("'%s' needs '%s'"), verbs[message->verb],
                             required[message->verb][i]);
    }
    return true;
}

bool message_read(struct message *message, struct span bytes, const char **code, struct text *why)
{
    const char *verb = NULL;
    bool good = true;
    *code = "bad-message";
    clear(message);
    if (!read_plain(message, bytes, &verb)) {
        json_error_t error;
        clear(message);
        message->root = json_loadb(span_start(bytes), bytes.length, JSON_REJECT_DUPLICATES, &error);
        if (!message->root || !json_is_object(message->root))
            return text_fail(why, tr("a message is one JSON object"));
        good = read_members(message, why);
        verb = json_string_value(json_object_get(message->root, "do"));
    }
    char reason[TEXT_WHY];
    struct text unused = text_on(reason, sizeof reason);
    const char *unknown;
    if (!find_verb(message, verb, &unknown, good ? why : &unused)) {
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
