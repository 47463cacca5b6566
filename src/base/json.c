#include "base/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct json json_on(struct text *out)
{
    return (struct json){.out = out, .comma = false};
}

/* Room for this many bytes; NULL if there is less, and then the pieces are added one by one. */
static char *room_for(const struct text *out, size_t bytes)
{
    return out->cut || bytes >= out->capacity - out->length ? NULL : out->start + out->length;
}

/* Sets the end after direct writing. */
static void end_at(struct text *out, char *end)
{
    *end = '\0';
    out->length = (size_t)(end - out->start);
}

static void before_value(struct json *json)
{
    if (json->comma)
        text_char(json->out, ',');
    json->comma = true;
}

void json_open(struct json *json, char bracket)
{
    before_value(json);
    text_char(json->out, bracket);
    json->comma = false;
}

void json_close(struct json *json, char bracket)
{
    text_char(json->out, bracket);
    json->comma = true;
}

/* The number of bytes at the start of the string that JSON writes unchanged. */
static size_t plain_length(const char *string)
{
    size_t plain = 0;
    while ((unsigned char)string[plain] >= 0x20 && string[plain] != '"' && string[plain] != '\\')
        plain++;
    return plain;
}

void json_put_string(struct json *json, const char *string)
{
    before_value(json);
    text_char(json->out, '"');
    for (;;) {
        const size_t plain = plain_length(string);
        text_add_bytes(json->out, string, plain);
        string += plain;
        if (*string == '\0')
            break;
        if (*string == '"' || *string == '\\')
            text_printf(json->out, "\\%c", *string++);
        else
            text_printf(json->out, "\\u%04x", *string++);
    }
    text_char(json->out, '"');
}

void json_put_key(struct json *json, const char *key)
{
    const size_t length = strlen(key);
    char *at = room_for(json->out, length + 4);
    if (!at) {
        text_add(json->out, json->comma ? ",\"" : "\"");
        text_add(json->out, key);
        text_add(json->out, "\":");
    } else {
        if (json->comma)
            *at++ = ',';
        *at++ = '"';
        memcpy(at, key, length);
        at += length;
        *at++ = '"';
        *at++ = ':';
        end_at(json->out, at);
    }
    json->comma = false;
}

void json_put_number(struct json *json, long long number)
{
    before_value(json);
    text_number(json->out, number);
}

void json_put_unsigned(struct json *json, unsigned long long number)
{
    before_value(json);
    text_printf(json->out, "%llu", number);
}

void json_put_real(struct json *json, double number)
{
    before_value(json);
    char shown[32];
    snprintf(shown, sizeof shown, "%.15g", number);
    if (strtod(shown, NULL) != number) /* as many digits as are needed to read back the same */
        snprintf(shown, sizeof shown, "%.17g", number);
    text_add(json->out, isfinite(number) ? shown : "null");
}

void json_put_bool(struct json *json, bool value)
{
    before_value(json);
    text_add(json->out, value ? "true" : "false");
}

void json_put_null(struct json *json)
{
    before_value(json);
    text_add(json->out, "null");
}

void json_key_string(struct json *json, const char *key, const char *string)
{
    json_put_key(json, key);
    if (string)
        json_put_string(json, string);
    else
        json_put_null(json);
}

void json_key_number(struct json *json, const char *key, long long number)
{
    json_put_key(json, key);
    json_put_number(json, number);
}

void json_key_unsigned(struct json *json, const char *key, unsigned long long number)
{
    json_put_key(json, key);
    json_put_unsigned(json, number);
}

void json_key_real(struct json *json, const char *key, double number)
{
    json_put_key(json, key);
    json_put_real(json, number);
}

void json_key_bool(struct json *json, const char *key, bool value)
{
    json_put_key(json, key);
    json_put_bool(json, value);
}

void json_key_null(struct json *json, const char *key)
{
    json_put_key(json, key);
    json_put_null(json);
}

void json_key_open(struct json *json, const char *key, char bracket)
{
    json_put_key(json, key);
    json_open(json, bracket);
}

void json_key_reals(struct json *json, const char *key, const double number[], size_t count)
{
    json_key_open(json, key, '[');
    for (size_t i = 0; i < count; i++)
        json_put_real(json, number[i]);
    json_close(json, ']');
}

void json_key_counts(struct json *json, const char *key, const uint64_t number[], size_t count)
{
    json_key_open(json, key, '[');
    for (size_t i = 0; i < count; i++)
        json_put_unsigned(json, number[i]);
    json_close(json, ']');
}

struct span json_inside(struct span value, char opening)
{
    if (value.length < 2 || value.at[0] != opening)
        return (struct span){NULL, 0};
    return (struct span){value.at + 1, value.length - 2};
}

struct span json_cut(struct span *inside)
{
    const char *const at = inside->at;
    size_t length = 0, depth = 0;
    bool quoted = false;
    for (; length < inside->length; length++) {
        const char c = at[length];
        if (!quoted && depth == 0 && (c == ',' || c == ':'))
            break;
        if (c == '"')
            quoted = !quoted;
        else if (quoted)
            length += c == '\\' && length + 1 < inside->length;
        else if (c == '{' || c == '[')
            depth++;
        else if (c == '}' || c == ']')
            depth--;
    }
    *inside = length < inside->length ? (struct span){at + length + 1, inside->length - length - 1}
                                      : (struct span){NULL, 0};
    return (struct span){at, length};
}

struct span json_get(struct span object, const char *key)
{
    struct span rest = json_inside(object, '{');
    while (rest.at) {
        const struct span name = json_inside(json_cut(&rest), '"'), value = json_cut(&rest);
        if (span_is(name, key))
            return value;
    }
    return (struct span){NULL, 0};
}
