#include "server/message_json.h"

#include <string.h>

#include "base/lang.h"

/* ---- any form, by jansson ---- */

static struct message_value value_of(const json_t *json)
{
    struct message_value value = {.type = MESSAGE_OTHER};
    switch (json_typeof(json)) {
    case JSON_STRING:
        value.type = MESSAGE_STRING;
        value.string = (struct span){json_string_value(json), json_string_length(json)};
        break;
    case JSON_INTEGER:
        value.type = MESSAGE_NUMBER;
        value.number = json_integer_value(json);
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        value.type = MESSAGE_BOOLEAN;
        value.number = json_is_true(json);
        break;
    case JSON_OBJECT:
        value.type = MESSAGE_OBJECT;
        break;
    case JSON_ARRAY:
        value.type = MESSAGE_ARRAY;
        break;
    case JSON_NULL:
        value.type = MESSAGE_NULL;
        break;
    default:
        break;
    }
    return value;
}

static void put_inside(struct message *m, const struct message_member *member, json_t *json)
{
    const char *name;
    json_t *part;
    size_t i;
    json_object_foreach(json, name, part)
    {
        const struct message_value value = value_of(part);
        message_put_inside(m, member, name, &value);
    }
    json_array_foreach(json, i, part)
    {
        const struct message_value value = value_of(part);
        message_put_inside(m, member, NULL, &value);
    }
}

static void put_members(struct message *m, json_t *root, struct text *why)
{
    const char *name;
    json_t *json;
    json_object_foreach(root, name, json)
    {
        const struct message_member *member = message_find(name);
        const struct message_value value = value_of(json);
        if (!member)
            continue;
        message_put(m, member, &value, why);
        if (message_is_set(m, member))
            put_inside(m, member, json);
    }
}

/* ---- the plain form ----
 *
 * Most messages are one flat object of members that we know, without spaces and escapes, such as a
 * move. Parsing them here takes a tenth of jansson's time; jansson takes as long as a whole move.
 * All other messages, and invalid ones, are left to jansson. */

/* Parses a string of plain ASCII at `*at` and terminates it with a NUL; NULL if there is none. */
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

/* Takes a string, a number, true or false. */
static bool take_value(struct message_value *value, char **at)
{
    if (**at == '"') {
        const char *string = take_string(at);
        *value = (struct message_value){.type = MESSAGE_STRING, .string.at = string};
        value->string.length = string ? (size_t)(*at - 1 - string) : 0;
        return string;
    }
    *value = (struct message_value){.type = MESSAGE_NUMBER, .number = take_number(at)};
    if (value->number >= 0)
        return true;
    *value = (struct message_value){.type = MESSAGE_BOOLEAN, .number = take_boolean(at)};
    return value->number >= 0;
}

/* Takes an object of such values, the member `by`. */
static bool take_inside(struct message *m, const struct message_member *member, char **at)
{
    do {
        (*at)++; /* the brace or the comma */
        struct message_value value;
        const char *name = take_string(at);
        if (!name || *(*at)++ != ':' || !take_value(&value, at) ||
            (value.type == MESSAGE_STRING && !value.string.at))
            return false;
        message_put_inside(m, member, name, &value);
    } while (**at == ',');
    return *(*at)++ == '}';
}

/* False: the message is in another form, and some members may have been set. */
static bool read_plain(struct message *m, struct span bytes, struct text *why)
{
    if (bytes.length < 2 || bytes.length > MESSAGE_MAX || bytes.at[0] != '{')
        return false;
    memcpy(m->bytes, bytes.at, bytes.length);
    m->bytes[bytes.length] = '\0';
    char *at = m->bytes;
    do {
        at++; /* the brace or the comma */
        struct message_value value;
        const char *name = take_string(&at);
        const struct message_member *member = name ? message_find(name) : NULL;
        if (!member || message_is_set(m, member) || *at++ != ':')
            return false;
        const bool inside = *at == '{' && strcmp(name, "by") == 0;
        value.type = MESSAGE_OBJECT;
        if (inside ? !take_inside(m, member, &at) : !take_value(&value, &at))
            return false;
        message_put(m, member, &value, why);
        if (m->wrong || !message_is_set(m, member))
            return false;
    } while (*at == ',');
    return at[0] == '}' && at + 1 == m->bytes + bytes.length;
}

bool message_read(struct message *m, struct span bytes, json_t **root, const char **code,
                  struct text *why)
{
    *root = NULL;
    *code = "bad-message";
    message_clear(m);
    if (!read_plain(m, bytes, why)) {
        json_error_t error;
        message_clear(m);
        *root = json_loadb(span_start(bytes), bytes.length, JSON_REJECT_DUPLICATES, &error);
        if (!json_is_object(*root))
            return text_fail(why, tr("a message is one JSON object"));
        put_members(m, *root, why);
    }
    return message_finish(m, code, why);
}
