#include "protocol/message.h"

#include <stddef.h>
#include <string.h>

#include "base/lang.h"

static const char *const verbs[MESSAGE_VERBS] = {
    [MESSAGE_HELLO] = "hello",     [MESSAGE_PING] = "ping",     [MESSAGE_CREATE] = "create",
    [MESSAGE_JOIN] = "join",       [MESSAGE_RESUME] = "resume", [MESSAGE_WATCH] = "watch",
    [MESSAGE_LEAVE] = "leave",     [MESSAGE_QUIT] = "quit",     [MESSAGE_SYNC] = "sync",
    [MESSAGE_MOVE] = "move",       [MESSAGE_CHAT] = "chat",     [MESSAGE_HOST] = "host",
    [MESSAGE_PROPOSE] = "propose", [MESSAGE_AGREE] = "agree",   [MESSAGE_FAIR] = "fair",
    [MESSAGE_HINT] = "hint",       [MESSAGE_BRING] = "bring",   [MESSAGE_READY] = "ready",
    [MESSAGE_THROW] = "throw",     [MESSAGE_CHAIN] = "chain",   [MESSAGE_LINK] = "link",
    [MESSAGE_ENTRIES] = "entries",
};

/* Members that a verb must have. */
static const char *const required[MESSAGE_VERBS][4] = {
    [MESSAGE_HELLO] = {"protocol"},
    [MESSAGE_JOIN] = {"table"},
    [MESSAGE_RESUME] = {"table", "seat", "secret"},
    [MESSAGE_WATCH] = {"table"},
    [MESSAGE_MOVE] = {"line"},
    [MESSAGE_CHAT] = {"text"},
    [MESSAGE_BRING] = {"text"},
    [MESSAGE_PROPOSE] = {"what"},
    [MESSAGE_AGREE] = {"what", "yes"},
    [MESSAGE_CHAIN] = {"asks", "end", "key"},
    [MESSAGE_LINK] = {"step", "hash", "link", "sig"},
    [MESSAGE_ENTRIES] = {"have"},
};

static const struct message_member {
    const char *name;
    enum message_type type;
    size_t offset; /* of an object or an array: of the flag that it is there */
} members[] = {
    {"do", MESSAGE_STRING, offsetof(struct message, verb_name)},
    {"id", MESSAGE_NUMBER, offsetof(struct message, id)},
    {"table", MESSAGE_STRING, offsetof(struct message, table)},
    {"name", MESSAGE_STRING, offsetof(struct message, name)},
    {"secret", MESSAGE_STRING, offsetof(struct message, secret)},
    {"line", MESSAGE_STRING, offsetof(struct message, line)},
    {"text", MESSAGE_STRING, offsetof(struct message, text)},
    {"what", MESSAGE_STRING, offsetof(struct message, what)},
    {"game", MESSAGE_STRING, offsetof(struct message, game)},
    {"fair", MESSAGE_STRING, offsetof(struct message, fair)},
    {"dice", MESSAGE_STRING, offsetof(struct message, dice)},
    {"commit", MESSAGE_STRING, offsetof(struct message, commit)},
    {"seed", MESSAGE_STRING, offsetof(struct message, seed)},
    {"list", MESSAGE_STRING, offsetof(struct message, list)},
    {"lang", MESSAGE_STRING, offsetof(struct message, lang)},
    {"daily", MESSAGE_STRING, offsetof(struct message, daily)},
    {"person", MESSAGE_STRING, offsetof(struct message, person)},
    {"fill", MESSAGE_STRING, offsetof(struct message, fill)},
    {"end", MESSAGE_STRING, offsetof(struct message, end)},
    {"key", MESSAGE_STRING, offsetof(struct message, key)},
    {"hash", MESSAGE_STRING, offsetof(struct message, hash)},
    {"link", MESSAGE_STRING, offsetof(struct message, link)},
    {"sig", MESSAGE_STRING, offsetof(struct message, sign)},
    {"seat", MESSAGE_NUMBER, offsetof(struct message, seat)},
    {"remove", MESSAGE_NUMBER, offsetof(struct message, remove)},
    {"players", MESSAGE_NUMBER, offsetof(struct message, players)},
    {"protocol", MESSAGE_NUMBER, offsetof(struct message, protocol)},
    {"at", MESSAGE_NUMBER, offsetof(struct message, at)},
    {"have", MESSAGE_NUMBER, offsetof(struct message, have)},
    {"asks", MESSAGE_NUMBER, offsetof(struct message, asks)},
    {"step", MESSAGE_NUMBER, offsetof(struct message, step)},
    {"listed", MESSAGE_BOOLEAN, offsetof(struct message, listed)},
    {"chat", MESSAGE_BOOLEAN, offsetof(struct message, chat)},
    {"takeover", MESSAGE_BOOLEAN, offsetof(struct message, takeover)},
    {"yes", MESSAGE_BOOLEAN, offsetof(struct message, yes)},
    {"states", MESSAGE_BOOLEAN, offsetof(struct message, states)},
    {"throws", MESSAGE_BOOLEAN, offsetof(struct message, throws)},
    {"grows", MESSAGE_BOOLEAN, offsetof(struct message, grows)},
    {"options", MESSAGE_OBJECT, offsetof(struct message, has_options)},
    {"seats", MESSAGE_ARRAY, offsetof(struct message, has_seats)},
    {"clock", MESSAGE_OBJECT, offsetof(struct message, has_clock)},
    {"from", MESSAGE_OBJECT, offsetof(struct message, has_from)},
    {"by", MESSAGE_OBJECT, offsetof(struct message, has_by)},
};

void message_clear(struct message *m)
{
    memset(m, 0, offsetof(struct message, bytes));
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        void *slot = (char *)m + members[i].offset;
        if (members[i].type == MESSAGE_NUMBER)
            *(long long *)slot = -1;
        else if (members[i].type == MESSAGE_BOOLEAN)
            *(int *)slot = -1;
    }
    m->clock_seconds = m->clock_add = m->from_step = m->from_lines = -1;
    m->by_number = m->by_seen = -1;
}

const struct message_member *message_find(const char *name)
{
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        if (strcmp(name, members[i].name) == 0)
            return &members[i];
    }
    return NULL;
}

bool message_is_set(const struct message *m, const struct message_member *member)
{
    const void *slot = (const char *)m + member->offset;
    switch (member->type) {
    case MESSAGE_STRING:
        return *(const char *const *)slot != NULL;
    case MESSAGE_NUMBER:
        return *(const long long *)slot >= 0;
    case MESSAGE_BOOLEAN:
        return *(const int *)slot >= 0;
    default:
        return *(const bool *)slot;
    }
}

static bool has_type(const struct message_member *member, const struct message_value *value)
{
    return value->type == member->type &&
           (value->type != MESSAGE_STRING || span_is_clean(value->string)) &&
           (value->type != MESSAGE_NUMBER || value->number >= 0);
}

static const char *type_name(enum message_type type)
{
    static const char *const names[] = {mark("a text without control characters"),
                                        mark("a number that is not negative"),
                                        mark("true or false"), mark("an object"), mark("a list")};
    return tr(names[type]);
}

void message_put(struct message *m, const struct message_member *member,
                 const struct message_value *value, struct text *why)
{
    void *slot = (char *)m + member->offset;
    if (value->type == MESSAGE_NULL)
        return;
    if (!has_type(member, value)) {
        if (m->wrong || slot == &m->verb_name) /* an unknown verb is reported at the end */
            return;
        text_fail(why, tr("'%s' must be %s"), member->name, type_name(member->type));
        m->wrong = true;
        return;
    }
    switch (member->type) {
    case MESSAGE_STRING:
        *(const char **)slot = value->string.at;
        break;
    case MESSAGE_NUMBER:
        *(long long *)slot = value->number;
        break;
    case MESSAGE_BOOLEAN:
        *(int *)slot = (int)value->number;
        break;
    default:
        *(bool *)slot = true;
        break;
    }
}

static const char *string_of(const struct message_value *value)
{
    return value->type == MESSAGE_STRING ? value->string.at : NULL;
}

static long long number_of(const struct message_value *value)
{
    return value->type == MESSAGE_NUMBER && value->number >= 0 ? value->number : -2;
}

static void put_option(struct message *m, const char *name, const struct message_value *value)
{
    if (m->option_count == sizeof m->option / sizeof *m->option)
        return;
    const bool text = value->type == MESSAGE_STRING;
    m->option[m->option_count++] =
        (struct message_option){name, text ? value->string : (struct span){NULL, 0}};
}

static void put_word(struct message *m, const char *name, const struct message_value *value)
{
    if (strcmp(name, "m") == 0)
        m->by_number = number_of(value);
    else if (strcmp(name, "seen") == 0)
        m->by_seen = number_of(value);
    else if (strcmp(name, "digest") == 0)
        m->by_digest = string_of(value);
    else if (strcmp(name, "salt") == 0)
        m->by_salt = string_of(value);
    else if (strcmp(name, "sig") == 0)
        m->by_sign = string_of(value);
}

void message_put_inside(struct message *m, const struct message_member *member, const char *name,
                        const struct message_value *value)
{
    const bool *flag = (const bool *)((const char *)m + member->offset);
    if (flag == &m->has_options) {
        put_option(m, name, value);
    } else if (flag == &m->has_seats) {
        if (m->seat_count < GAME_SEATS_MAX)
            m->seat_spec[m->seat_count] = string_of(value);
        m->seat_count++;
    } else if (flag == &m->has_clock) {
        if (strcmp(name, "kind") == 0)
            m->clock_kind = string_of(value);
        else if (strcmp(name, "seconds") == 0)
            m->clock_seconds = number_of(value);
        else if (strcmp(name, "add") == 0)
            m->clock_add = number_of(value);
    } else if (flag == &m->has_from) {
        if (strcmp(name, "table") == 0)
            m->from_table = string_of(value);
        else if (strcmp(name, "step") == 0)
            m->from_step = number_of(value);
        else if (strcmp(name, "lines") == 0)
            m->from_lines = number_of(value);
    } else if (flag == &m->has_by) {
        put_word(m, name, value);
    }
}

static bool find_verb(struct message *m, const char **code, struct text *why)
{
    *code = "bad-message";
    if (!m->verb_name)
        return text_fail(why, tr("a message needs 'do'"));
    *code = "unknown";
    for (int i = 0; i < MESSAGE_VERBS; i++) {
        if (strcmp(m->verb_name, verbs[i]) == 0) {
            m->verb = (enum message_verb)i;
            return true;
        }
    }
    return text_fail(why, tr("unknown 'do'"));
}

static bool has_required(const struct message *m, struct text *why)
{
    for (int i = 0; i < 4 && required[m->verb][i]; i++) {
        if (!message_is_set(m, message_find(required[m->verb][i])))
            return text_fail(why, tr("'%s' needs '%s'"), verbs[m->verb], required[m->verb][i]);
    }
    return true;
}

bool message_finish(struct message *m, const char **code, struct text *why)
{
    const char *unknown;
    *code = "bad-message";
    if (!find_verb(m, &unknown, m->wrong ? TEXT_UNREAD : why)) {
        if (!m->wrong)
            *code = unknown;
        return false;
    }
    return !m->wrong && has_required(m, why);
}
