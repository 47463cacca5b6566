/* Names of people at a table: visible characters of one alphabet, and no two names alike. Only new
 * names are checked, not those in stored tables and records. */
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "base/lang.h"
#include "base/memory.h"
#include "table/internal.h"

#define MARKS_MAX 2 /* accents on one letter */

/* Alphabets that have letters in common to the eye. */
enum script { SCRIPT_OTHER, SCRIPT_LATIN, SCRIPT_GREEK, SCRIPT_CYRILLIC, SCRIPT_ARMENIAN };

static enum script script_of(utf8proc_int32_t code)
{
    static const struct {
        utf8proc_int32_t first, last;
        enum script script;
    } ranges[] = {
        {0x0041, 0x005a, SCRIPT_LATIN},    {0x0061, 0x007a, SCRIPT_LATIN},
        {0x00c0, 0x02af, SCRIPT_LATIN},    {0x1e00, 0x1eff, SCRIPT_LATIN},
        {0x0370, 0x03ff, SCRIPT_GREEK},    {0x1f00, 0x1fff, SCRIPT_GREEK},
        {0x0400, 0x052f, SCRIPT_CYRILLIC}, {0x1c80, 0x1c8f, SCRIPT_CYRILLIC},
        {0xa640, 0xa69f, SCRIPT_CYRILLIC}, {0x0530, 0x058f, SCRIPT_ARMENIAN},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        if (code >= ranges[i].first && code <= ranges[i].last)
            return ranges[i].script;
    }
    return SCRIPT_OTHER;
}

/* Whether the character is invisible, or hides or reorders its neighbours. */
static bool is_invisible(utf8proc_int32_t code)
{
    switch (utf8proc_category(code)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF: /* controls of direction, joiners, the soft hyphen */
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return true;
    case UTF8PROC_CATEGORY_ZS:
        return code != ' ';
    default:
        break;
    }
    return code == 0x034f || code == 0x115f || code == 0x1160 || code == 0x17b4 || code == 0x17b5 ||
           (code >= 0x180b && code <= 0x180f) || code == 0x2800 || code == 0x3164 ||
           (code >= 0xfe00 && code <= 0xfe0f) || code == 0xffa0 ||
           (code >= 0xe0100 && code <= 0xe01ef);
}

static bool is_mark(utf8proc_int32_t code)
{
    const utf8proc_category_t category = utf8proc_category(code);
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME;
}

/* Whether all characters are visible and all letters are of one alphabet. */
static bool is_plain(const char *name)
{
    const utf8proc_uint8_t *at = (const utf8proc_uint8_t *)name;
    enum script script = SCRIPT_OTHER;
    for (int marks = 0; *at;) {
        utf8proc_int32_t code;
        const utf8proc_ssize_t used = utf8proc_iterate(at, -1, &code);
        if (used <= 0 || is_invisible(code))
            return false;
        const enum script now = script_of(code);
        if (now && script && now != script)
            return false;
        script = now ? now : script;
        marks = is_mark(code) ? marks + 1 : 0;
        if (marks > MARKS_MAX || (is_mark(code) && at == (const utf8proc_uint8_t *)name))
            return false;
        at += used;
    }
    return true;
}

/* Whether the character builds one picture with its neighbours: the joiner after a symbol, and the
 * variant with colours. */
static bool joins_pictures(utf8proc_int32_t code, utf8proc_int32_t before)
{
    const utf8proc_category_t category = utf8proc_category(before);
    const bool picture = category == UTF8PROC_CATEGORY_SO || category == UTF8PROC_CATEGORY_SK;
    return code == 0xfe0f || (code == 0x200d && (picture || before == 0xfe0f));
}

void table_clean_chat(const char *text, char out[TABLE_CHAT_MAX + 1])
{
    const utf8proc_uint8_t *at = (const utf8proc_uint8_t *)text;
    utf8proc_int32_t before = ' ';
    size_t length = 0;
    for (int marks = 0; *at;) {
        utf8proc_int32_t code;
        const utf8proc_ssize_t used = utf8proc_iterate(at, -1, &code);
        if (used <= 0)
            break; /* the message was checked: it is UTF-8 */
        at += used;
        if (utf8proc_category(code) == UTF8PROC_CATEGORY_ZS)
            code = ' '; /* French has spaces that do not break */
        marks = is_mark(code) ? marks + 1 : 0;
        if ((is_invisible(code) && !joins_pictures(code, before)) || marks > MARKS_MAX ||
            (code == ' ' && before == ' ') || length + (size_t)used > TABLE_CHAT_MAX)
            continue;
        const size_t size = code == ' ' ? 1 : (size_t)used;
        memcpy(out + length, code == ' ' ? (const utf8proc_uint8_t *)" " : at - used, size);
        length += size;
        before = code;
    }
    while (length && out[length - 1] == ' ')
        length--;
    out[length] = '\0';
}

/* The Latin letter that a small letter of another alphabet looks like; else itself. */
static utf8proc_int32_t latin_twin(utf8proc_int32_t code)
{
    static const struct {
        utf8proc_int32_t code;
        char twin;
    } twins[] = {
        {0x03b1, 'a'}, {0x03b5, 'e'}, {0x03b9, 'i'}, {0x03ba, 'k'}, {0x03bd, 'v'}, {0x03bf, 'o'},
        {0x03c1, 'p'}, {0x03c4, 't'}, {0x03c5, 'u'}, {0x03c7, 'x'}, {0x0430, 'a'}, {0x0432, 'b'},
        {0x0435, 'e'}, {0x043a, 'k'}, {0x043c, 'm'}, {0x043d, 'h'}, {0x043e, 'o'}, {0x0440, 'p'},
        {0x0441, 'c'}, {0x0442, 't'}, {0x0443, 'y'}, {0x0445, 'x'}, {0x0455, 's'}, {0x0456, 'i'},
        {0x0458, 'j'}, {0x04bb, 'h'}, {0x0501, 'd'}, {0x0585, 'o'},
    };
    for (size_t i = 0; i < sizeof twins / sizeof *twins; i++) {
        if (twins[i].code == code)
            return (unsigned char)twins[i].twin;
    }
    return code;
}

/* The name for comparison: compatible forms and case folded (NFKC), spaces left out, and letters
 * that look like Latin ones replaced. NULL if it is not UTF-8. The caller frees it. */
static utf8proc_int32_t *fold(const char *name)
{
    utf8proc_uint8_t *mapped = NULL;
    const utf8proc_option_t options = UTF8PROC_NULLTERM | UTF8PROC_STABLE | UTF8PROC_COMPAT |
                                      UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE;
    if (utf8proc_map((const utf8proc_uint8_t *)name, 0, &mapped, options) < 0)
        return NULL;
    utf8proc_int32_t *folded = memory_new(strlen((const char *)mapped) + 1, sizeof *folded);
    size_t count = 0;
    for (const utf8proc_uint8_t *at = mapped; *at;) {
        utf8proc_int32_t code;
        at += utf8proc_iterate(at, -1, &code);
        if (code != ' ')
            folded[count++] = latin_twin(code);
    }
    free(mapped);
    return folded;
}

bool table_is_name_alike(const char *name, const char *other)
{
    utf8proc_int32_t *one = fold(name), *two = fold(other);
    bool alike = one && two;
    for (size_t i = 0; alike && (one[i] || two[i]); i++)
        alike = one[i] == two[i];
    free(one);
    free(two);
    return alike;
}

/* Whether it would pass for a bot's: it begins like one in any case. */
static bool is_like_bot(const char *name)
{
    static const char bot[] = MATCH_BOT;
    utf8proc_int32_t *folded = fold(name);
    bool alike = folded != NULL;
    for (size_t i = 0; alike && bot[i]; i++)
        alike = folded[i] == bot[i];
    free(folded);
    return alike;
}

bool table_check_name(const struct table *t, long long seat, const char *name,
                      char out[MATCH_NAME_MAX], struct table_refusal *r)
{
    r->code = "bad-value";
    if (!match_check_name(span_of(name), out, &r->why))
        return false;
    if (!is_plain(out))
        return table_refuse(r, "bad-value",
                            tr("a name has visible characters only, and letters of one alphabet"));
    if (is_like_bot(out))
        return table_refuse(r, "bad-value", tr("a person's name does not begin with 'bot:'"));
    for (int i = 0; t && i < t->match->settings.players; i++) {
        const struct table_former *former = t->seat[i].former; /* who may return */
        if (i + 1 != seat &&
            ((t->match->name[i][0] && table_is_name_alike(out, t->match->name[i])) ||
             (former && table_is_name_alike(out, former->name))))
            return table_refuse(
                r, "bad-value",
                tr("somebody at this table already has this name or a similar one"));
    }
    return true;
}
