#include "words/fold.h"

#include <utf8proc.h>

/* Letters that Unicode does not decompose: the two ligatures of French, and strokes in names. */
static const char *by_hand(utf8proc_int32_t code)
{
    switch (code) {
    case 0x152: /* Œ */
    case 0x153:
        return "OE";
    case 0xc6: /* Æ */
    case 0xe6:
        return "AE";
    case 0xd8: /* Ø */
    case 0xf8:
        return "O";
    case 0x141: /* Ł */
    case 0x142:
        return "L";
    case 0x110: /* Đ */
    case 0x111:
        return "D";
    case 0x131: /* ı */
        return "I";
    default:
        return NULL;
    }
}

/* Spaces, hyphens, apostrophes and the like, which folding drops. */
static bool is_silent(utf8proc_int32_t code)
{
    switch (utf8proc_category(code)) {
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO:
    case UTF8PROC_CATEGORY_SK:
        return code != '&' && code != '%' && code != '#' && code != '@';
    default:
        return code == 0x2bc; /* the letter apostrophe */
    }
}

static bool put(char out[WORDS_FORM_MAX], size_t *length, utf8proc_int32_t letter)
{
    if (letter >= 'a' && letter <= 'z')
        letter -= 'a' - 'A';
    if (letter < 'A' || letter > 'Z' || *length + 1 >= WORDS_FORM_MAX)
        return false;
    out[(*length)++] = (char)letter;
    return true;
}

/* One character that is not a plain letter. */
static bool put_other(char out[WORDS_FORM_MAX], size_t *length, utf8proc_int32_t code)
{
    enum { PARTS = 8 };
    utf8proc_int32_t part[PARTS];
    int boundary = 0;
    const char *letters = by_hand(code);
    if (letters) {
        for (; *letters; letters++) {
            if (!put(out, length, *letters))
                return false;
        }
        return true;
    }
    if (is_silent(code))
        return true;
    const utf8proc_ssize_t count = utf8proc_decompose_char(
        code, part, PARTS, UTF8PROC_DECOMPOSE | UTF8PROC_STRIPMARK | UTF8PROC_CASEFOLD, &boundary);
    if (count < 0 || count > PARTS)
        return false;
    for (utf8proc_ssize_t i = 0; i < count; i++) {
        if (!put(out, length, part[i]))
            return false;
    }
    return true;
}

bool words_fold(struct span text, char out[WORDS_FORM_MAX])
{
    size_t length = 0;
    bool good = true;
    for (size_t at = 0; good && at < text.length;) {
        const unsigned char c = (unsigned char)text.at[at];
        if ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') {
            good = put(out, &length, c);
            at++;
        } else if (c == ' ' || c == '-' || c == '\'') {
            at++;
        } else {
            utf8proc_int32_t code;
            const utf8proc_ssize_t used =
                utf8proc_iterate((const utf8proc_uint8_t *)text.at + at,
                                 (utf8proc_ssize_t)(text.length - at), &code);
            good = used > 0 && put_other(out, &length, code);
            at += used > 0 ? (size_t)used : 0;
        }
    }
    out[length] = '\0';
    return good && length > 0;
}

uint32_t words_letters(const char *form)
{
    uint32_t letters = 0;
    for (; *form; form++)
        letters |= 1u << (*form - 'A');
    return letters;
}

uint32_t words_hash(const char *form)
{
    uint32_t hash = 2166136261u;
    for (; *form; form++)
        hash = (hash ^ (unsigned char)*form) * 16777619u;
    return hash ^ hash >> 15;
}
