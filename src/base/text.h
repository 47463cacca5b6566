/* text: writes text into a fixed buffer, and parses untrusted text.
 *
 * A `struct text` never writes outside its buffer and is always a C string; text that does not fit
 * is truncated at a character boundary and `cut` is set. A `struct span` is bytes that need not end
 * in NUL; every parser of untrusted input works on spans. */
#ifndef CORNET_BASE_TEXT_H
#define CORNET_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define TEXT_WHY 320 /* capacity for an error message of one sentence */

struct text {
    char *start;
    size_t length;
    size_t capacity; /* of the buffer, the final NUL included; at least 1 */
    bool cut;
};

struct text text_on(char *buffer, size_t capacity);
void text_clear(struct text *text);
void text_add_cut(struct text *text, const char *bytes); /* adds what fits, and sets `cut` */

/* Inline, since messages are written in many short pieces. */
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

/* Appends a time, in seconds since 1970, as a UTC date: 2026-11-16T13:08:09Z. */
void text_date(struct text *text, int64_t seconds);

uint64_t text_hash(const char *string); /* FNV-1a */

/* Replaces decimal points by decimal commas, for French. Words with a second point, a slash or a
 * colon stay as they are: they are addresses, versions or file names. */
void text_use_decimal_commas(char *string);

/* Clears `why`, writes the sentence into it and returns false: `return text_fail(why, ...)`. */
__attribute__((format(printf, 2, 3))) bool text_fail(struct text *why, const char *format, ...);

/* For an error message that is ignored: `f(&a, TEXT_UNREAD)`. */
#define TEXT_UNREAD text_unread(&(struct text_unread){0})
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

/* Parses a number in canonical form (digits, no sign, no leading zero) from min to max.
 * span_integer also accepts a minus sign. */
bool span_number(struct span span, uint64_t min, uint64_t max, uint64_t *number);
bool span_integer(struct span span, long min, long max, long *number);

/* Decodes the first character; returns its length in bytes, or 0 if it is not well-formed UTF-8. */
size_t span_character(struct span span, uint32_t *code);

/* Whether it is well-formed UTF-8 without control characters, as a line of a record must be. */
bool span_is_clean(struct span span);

/* The two arguments for printf's "%.*s": the length of an untrusted span, limited for an error
 * message, and its start. */
int span_shown(struct span span);
const char *span_start(struct span span);

#endif
