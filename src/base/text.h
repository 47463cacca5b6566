/* text: writing text into a fixed buffer, and parsing text from outside.
 *
 * A `struct text` never writes outside its buffer and is always a C string; text that does not fit
 * is cut at a character boundary and `cut` is set. A `struct span` is bytes that need not end in
 * NUL; every parser of input from outside works on spans. */
#ifndef CORNET_BASE_TEXT_H
#define CORNET_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define TEXT_WHY 320 /* capacity for one sentence that says what was wrong */

struct text {
    char *start;
    size_t length;
    size_t capacity; /* of the buffer, the final NUL included; at least 1 */
    bool cut;
};

struct text text_on(char *buffer, size_t capacity);
void text_clear(struct text *text);
void text_add_cut(struct text *text, const char *bytes); /* as many as fit, and sets `cut` */

/* Inline, since messages are made of many short pieces. */
static inline void text_add_bytes(struct text *text, const char *bytes, size_t length)
{
    if (length == 0)
        return;
    if (text->cut || length >= text->capacity - text->length) {
        text_add_cut(text, bytes);
        return;
    }
    memcpy(text->start + text->length, bytes, length);
    text->length += length;
    text->start[text->length] = '\0';
}

static inline void text_char(struct text *text, char c)
{
    text_add_bytes(text, &c, 1);
}

static inline void text_add(struct text *text, const char *string)
{
    text_add_bytes(text, string, strlen(string));
}

void text_number(struct text *text, long long number);
__attribute__((format(printf, 2, 3))) void text_printf(struct text *text, const char *format, ...);

/* A moment as a date, in UTC: 2026-11-16T13:08:09Z. Seconds since 1970. */
void text_date(struct text *text, int64_t seconds);

uint64_t text_hash(const char *string); /* FNV-1a */

/* Turns the points of decimal numbers into commas, as French writes them. Words with a second
 * point, a slash or a colon stay as they are: they are addresses, versions or file names. */
void text_use_decimal_commas(char *string);

/* Clears `why`, writes the sentence into it and returns false: `return text_fail(why, ...)`. */
__attribute__((format(printf, 2, 3))) bool text_fail(struct text *why, const char *format, ...);

/* For a reason that nobody will read: `f(&a, text_unread(&unread))`. */
struct text_unread {
    struct text text;
    char buffer[TEXT_WHY];
};

static inline struct text *text_unread(struct text_unread *unread)
{
    unread->text = text_on(unread->buffer, sizeof unread->buffer);
    return &unread->text;
}

struct span {
    const char *at;
    size_t length;
};

struct span span_of(const char *string);
bool span_is(struct span span, const char *string);

/* Removes the part before the first `separator` from `rest` and returns it. If there is none,
 * returns all of it and leaves `rest` empty with `at` NULL. */
struct span span_cut(struct span *rest, char separator);

/* A number written the one canonical way (digits, no sign, no leading zero), from min to max;
 * span_integer's may be negative, with a minus sign. */
bool span_number(struct span span, uint64_t min, uint64_t max, uint64_t *number);
bool span_integer(struct span span, long min, long max, long *number);

/* The character at its start and its length in bytes; 0 if there is no well-formed UTF-8. */
size_t span_character(struct span span, uint32_t *code);

/* Whether it is well-formed UTF-8 without control characters, as a line of a record must be. */
bool span_is_clean(struct span span);

/* For printf's "%.*s": the length of a span from outside, limited for an error message, and its
 * start. */
int span_shown(struct span span);
const char *span_start(struct span span);

#endif
