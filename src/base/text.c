#include "base/text.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

struct text text_on(char *buffer, size_t capacity)
{
    buffer[0] = '\0';
    return (struct text){.start = buffer, .length = 0, .capacity = capacity, .cut = false};
}

void text_clear(struct text *text)
{
    text->length = 0;
    text->cut = false;
    text->start[0] = '\0';
}

/* Where `bytes` may be cut so that at most `length` of them remain and no character is split. */
static size_t whole_characters(const char *bytes, size_t length)
{
    while (length > 0 && ((unsigned char)bytes[length] & 0xc0) == 0x80)
        length--;
    return length;
}

void text_add_cut(struct text *text, const char *bytes)
{
    if (text->cut)
        return;
    const size_t length = whole_characters(bytes, text->capacity - 1 - text->length);
    memcpy(text->start + text->length, bytes, length);
    text->length += length;
    text->start[text->length] = '\0';
    text->cut = true;
}

/* Without printf, which would take most of the time of writing a state as JSON. */
void text_number(struct text *text, long long number)
{
    if (number >= 0 && number < 10) {
        text_char(text, (char)('0' + number));
        return;
    }
    char digits[24], *at = digits + sizeof digits;
    unsigned long long rest = number < 0 ? -(unsigned long long)number : (unsigned long long)number;
    do
        *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        *--at = '-';
    text_add_bytes(text, at, (size_t)(digits + sizeof digits - at));
}

static void add_formatted(struct text *text, const char *format, va_list arguments)
{
    if (text->cut)
        return;
    const size_t available = text->capacity - text->length;
    char *at = text->start + text->length;
    const int wanted = vsnprintf(at, available, format, arguments);
    if (wanted < 0) {
        at[0] = '\0';
    } else if ((size_t)wanted < available) {
        text->length += (size_t)wanted;
    } else {
        /* vsnprintf may have split the last character: drop an unfinished sequence. */
        size_t length = strlen(at);
        size_t start = length;
        while (start > 0 && ((unsigned char)at[start - 1] & 0xc0) == 0x80)
            start--;
        if (start > 0 && (unsigned char)at[start - 1] >= 0xc0) {
            const unsigned char lead = (unsigned char)at[start - 1];
            const size_t need = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
            if (length - (start - 1) < need)
                length = start - 1;
        }
        at[length] = '\0';
        text->length += length;
        text->cut = true;
    }
}

void text_printf(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_formatted(text, format, arguments);
    va_end(arguments);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

void text_use_decimal_commas(char *string)
{
    static const char ends[] = " \t\n()";
    for (char *word = string + strspn(string, ends); *word; word += strspn(word, ends)) {
        size_t length = strcspn(word, ends);
        char *next = word + length;
        while (length > 0 && strchr(".,;:!?", word[length - 1])) /* of the sentence */
            length--;
        char *point = memchr(word, '.', length);
        const bool plain = point && !memchr(point + 1, '.', length - (size_t)(point + 1 - word)) &&
                           !memchr(word, '/', length) && !memchr(word, ':', length);
        if (plain && point > word && is_digit(point[-1]) && is_digit(point[1]))
            *point = ',';
        word = next;
    }
}

void text_date(struct text *text, int64_t seconds)
{
    const time_t when = (time_t)seconds;
    struct tm utc = {0};
    gmtime_r(&when, &utc);
    text_printf(text, "%04d-%02d-%02dT%02d:%02d:%02dZ", utc.tm_year + 1900, utc.tm_mon + 1,
                utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec);
}

uint64_t text_hash(const char *string)
{
    uint64_t hash = 14695981039346656037u;
    for (; *string; string++)
        hash = (hash ^ (unsigned char)*string) * 1099511628211u;
    return hash;
}

bool text_fail(struct text *why, const char *format, ...)
{
    text_clear(why);
    va_list arguments;
    va_start(arguments, format);
    add_formatted(why, format, arguments);
    va_end(arguments);
    return false;
}

struct span span_of(const char *string)
{
    return (struct span){string, strlen(string)};
}

bool span_is(struct span span, const char *string)
{
    return span.length == strlen(string) &&
           (span.length == 0 || memcmp(span.at, string, span.length) == 0);
}

struct span span_cut(struct span *rest, char separator)
{
    struct span part = *rest;
    const char *found = rest->length ? memchr(rest->at, separator, rest->length) : NULL;
    if (found) {
        part.length = (size_t)(found - rest->at);
        rest->at = found + 1;
        rest->length -= part.length + 1;
    } else {
        *rest = (struct span){NULL, 0};
    }
    return part;
}

bool span_number(struct span span, uint64_t min, uint64_t max, uint64_t *number)
{
    if (span.length == 0 || span.length > 20 || (span.length > 1 && span.at[0] == '0'))
        return false;
    uint64_t value = 0;
    for (size_t i = 0; i < span.length; i++) {
        if (span.at[i] < '0' || span.at[i] > '9')
            return false;
        const uint64_t digit = (uint64_t)(span.at[i] - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    if (value < min || value > max)
        return false;
    *number = value;
    return true;
}

bool span_integer(struct span span, long min, long max, long *number)
{
    const bool negative = span.length > 0 && span.at[0] == '-';
    uint64_t size;
    if (negative)
        span = (struct span){span.at + 1, span.length - 1};
    if (!span_number(span, negative, LONG_MAX, &size)) /* 0 has no sign */
        return false;
    const long value = negative ? -(long)size : (long)size;
    if (value < min || value > max)
        return false;
    *number = value;
    return true;
}

size_t span_character(struct span span, uint32_t *code)
{
    const unsigned char *at = (const unsigned char *)span.at;
    if (span.length == 0)
        return 0;
    *code = at[0];
    if (at[0] < 0x80)
        return 1;
    const size_t need = at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2;
    if (at[0] < 0xc2 || at[0] > 0xf4 || span.length < need)
        return 0;
    *code = at[0] & (0x7fu >> need);
    for (size_t i = 1; i < need; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (at[i] & 0x3f);
    }
    static const uint32_t shortest[5] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = *code >= 0xd800 && *code <= 0xdfff;
    return *code < shortest[need] || *code > 0x10ffff || surrogate ? 0 : need;
}

static bool is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029;
}

bool span_is_clean(struct span span)
{
    for (size_t i = 0; i < span.length;) {
        uint32_t code;
        const size_t step = span_character((struct span){span.at + i, span.length - i}, &code);
        if (step == 0 || is_control(code))
            return false;
        i += step;
    }
    return true;
}

int span_shown(struct span span)
{
    const size_t max = 40;
    return (int)(span.length <= max ? span.length : whole_characters(span.at, max));
}

/* An empty span may have `at` NULL, which printf does not accept. */
const char *span_start(struct span span)
{
    return span.at ? span.at : "";
}
