/* Folding uses Unicode's own tables of compatible forms, accents and case (utf8proc), and then the
 * table `twins` of letters that look alike in common fonts, which was written for this project. */
#include "people/names.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "base/lang.h"
#include "base/memory.h"
#include "table/table.h"

#define SOMEBODY "someone" /* see PEOPLE_NOBODY: nobody else may have this name */

/* Letters that look like others, after case folding and without accents: what they stand for. */
struct twin {
    utf8proc_int32_t code;
    const char *as;
};

/* Sorted by code. The small l stands for i, 1 and | too, since a capital I looks like it. */
static const struct twin twins[] = {
    {'0', "o"},    {'1', "l"},    {'i', "l"},    {'|', "l"},    {0xd8, "o"},   {0xdf, "ss"},
    {0xe6, "ae"},  {0xf0, "d"},   {0xf8, "o"},   {0xfe, "p"},   {0x111, "d"},  {0x127, "h"},
    {0x131, "l"},  {0x138, "k"},  {0x140, "l"},  {0x142, "l"},  {0x14b, "n"},  {0x153, "oe"},
    {0x167, "t"},  {0x180, "b"},  {0x188, "c"},  {0x18d, "g"},  {0x192, "f"},  {0x197, "l"},
    {0x199, "k"},  {0x19a, "l"},  {0x19e, "n"},  {0x1a5, "p"},  {0x1ad, "t"},  {0x1b4, "y"},
    {0x1b6, "z"},  {0x1c0, "l"},  {0x1e5, "g"},  {0x223, "8"},  {0x237, "j"},  {0x23c, "c"},
    {0x23f, "s"},  {0x240, "z"},  {0x247, "e"},  {0x249, "j"},  {0x24d, "r"},  {0x24f, "y"},
    {0x251, "a"},  {0x253, "b"},  {0x255, "c"},  {0x256, "d"},  {0x257, "d"},  {0x25b, "e"},
    {0x260, "g"},  {0x261, "g"},  {0x262, "g"},  {0x263, "y"},  {0x266, "h"},  {0x268, "l"},
    {0x269, "l"},  {0x26a, "l"},  {0x26b, "l"},  {0x26f, "w"},  {0x271, "m"},  {0x272, "n"},
    {0x274, "n"},  {0x275, "o"},  {0x27e, "r"},  {0x280, "r"},  {0x282, "s"},  {0x288, "t"},
    {0x28b, "v"},  {0x28f, "y"},  {0x290, "z"},  {0x299, "b"},  {0x29c, "h"},  {0x29f, "l"},
    {0x3b1, "a"},  {0x3b2, "b"},  {0x3b3, "y"},  {0x3b5, "e"},  {0x3b7, "n"},  {0x3b9, "l"},
    {0x3ba, "k"},  {0x3bd, "v"},  {0x3bf, "o"},  {0x3c1, "p"},  {0x3c3, "o"},  {0x3c4, "t"},
    {0x3c5, "u"},  {0x3c7, "x"},  {0x3c9, "w"},  {0x3f2, "c"},  {0x3f3, "j"},  {0x430, "a"},
    {0x432, "b"},  {0x433, "r"},  {0x435, "e"},  {0x437, "3"},  {0x438, "u"},  {0x43a, "k"},
    {0x43c, "m"},  {0x43d, "h"},  {0x43e, "o"},  {0x43f, "n"},  {0x440, "p"},  {0x441, "c"},
    {0x442, "t"},  {0x443, "y"},  {0x445, "x"},  {0x448, "w"},  {0x44c, "b"},  {0x454, "e"},
    {0x455, "s"},  {0x456, "l"},  {0x458, "j"},  {0x461, "w"},  {0x475, "v"},  {0x4af, "y"},
    {0x4bb, "h"},  {0x4bd, "e"},  {0x4cf, "l"},  {0x4e9, "o"},  {0x501, "d"},  {0x51b, "q"},
    {0x51d, "w"},  {0x561, "w"},  {0x563, "q"},  {0x566, "q"},  {0x570, "h"},  {0x578, "n"},
    {0x57c, "n"},  {0x57d, "u"},  {0x581, "g"},  {0x584, "f"},  {0x585, "o"},  {0x13a0, "d"},
    {0x13a1, "r"}, {0x13a2, "t"}, {0x13a5, "l"}, {0x13a9, "y"}, {0x13aa, "a"}, {0x13ab, "j"},
    {0x13ac, "e"}, {0x13b3, "w"}, {0x13b7, "m"}, {0x13bb, "h"}, {0x13c0, "g"}, {0x13c2, "h"},
    {0x13c3, "z"}, {0x13cf, "b"}, {0x13d2, "r"}, {0x13d4, "w"}, {0x13d5, "s"}, {0x13d9, "v"},
    {0x13da, "s"}, {0x13de, "l"}, {0x13df, "c"}, {0x13e2, "p"}, {0x13e6, "k"}, {0x13e7, "d"},
    {0x13f4, "b"}, {0x1d04, "c"}, {0x1d0f, "o"}, {0x1d1b, "t"}, {0x1d1c, "u"}, {0x1d20, "v"},
    {0x1d21, "w"}, {0x1d22, "z"}, {0x1e9d, "f"}, {0x1eff, "y"}, {0x2c81, "a"}, {0x2c85, "r"},
    {0x2c89, "e"}, {0x2c8f, "h"}, {0x2c93, "l"}, {0x2c95, "k"}, {0x2c99, "m"}, {0x2c9b, "n"},
    {0x2c9f, "o"}, {0x2ca3, "p"}, {0x2ca5, "c"}, {0x2ca7, "t"}, {0x2ca9, "y"}, {0x2cad, "x"},
    {0xa4d0, "b"}, {0xa4d1, "p"}, {0xa4d2, "d"}, {0xa4d3, "d"}, {0xa4d4, "t"}, {0xa4d6, "g"},
    {0xa4d7, "k"}, {0xa4d9, "j"}, {0xa4da, "c"}, {0xa4dc, "z"}, {0xa4dd, "f"}, {0xa4df, "m"},
    {0xa4e0, "n"}, {0xa4e1, "l"}, {0xa4e2, "s"}, {0xa4e3, "r"}, {0xa4e6, "v"}, {0xa4e7, "h"},
    {0xa4ea, "w"}, {0xa4eb, "x"}, {0xa4ec, "y"}, {0xa4ee, "a"}, {0xa4f0, "e"}, {0xa4f2, "l"},
    {0xa4f3, "o"}, {0xa4f4, "u"}, {0xab75, "l"}, {0xab81, "r"}, {0xab83, "w"}, {0xab93, "z"},
    {0xabaa, "s"}, {0xabaf, "c"},
};

static int by_code(const void *key, const void *element)
{
    const utf8proc_int32_t code = *(const utf8proc_int32_t *)key;
    const struct twin *twin = element;
    return (code > twin->code) - (code < twin->code);
}

/* Letters, and digits and symbols, but no punctuation, which is hard to see. */
static bool counts(utf8proc_int32_t code)
{
    const utf8proc_category_t category = utf8proc_category(code);
    return category != UTF8PROC_CATEGORY_ZS &&
           !(category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO) &&
           category != UTF8PROC_CATEGORY_SK;
}

static void put_code(utf8proc_int32_t code, struct text *out)
{
    utf8proc_uint8_t bytes[4];
    const struct twin *twin =
        bsearch(&code, twins, sizeof twins / sizeof *twins, sizeof *twins, by_code);
    if (twin)
        text_add(out, twin->as);
    else if (counts(code))
        text_add_bytes(out, (const char *)bytes, (size_t)utf8proc_encode_char(code, bytes));
}

/* Pairs of letters that look like one. */
static void join_pairs(char *fold)
{
    char *out = fold;
    for (const char *at = fold; *at;) {
        const bool pair = (at[0] == 'r' && at[1] == 'n') || (at[0] == 'v' && at[1] == 'v');
        *out++ = !pair ? *at : *at == 'r' ? 'm' : 'w';
        at += pair ? 2 : 1;
    }
    *out = '\0';
}

void people_fold_name(const char *name, char fold[PEOPLE_FOLD_MAX])
{
    struct text out = text_on(fold, PEOPLE_FOLD_MAX);
    utf8proc_uint8_t *mapped = NULL;
    const utf8proc_option_t options = UTF8PROC_NULLTERM | UTF8PROC_STABLE | UTF8PROC_COMPAT |
                                      UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE |
                                      UTF8PROC_STRIPMARK;
    if (utf8proc_map((const utf8proc_uint8_t *)name, 0, &mapped, options) < 0)
        return;
    for (const utf8proc_uint8_t *at = mapped; *at;) {
        utf8proc_int32_t code;
        at += utf8proc_iterate(at, -1, &code);
        put_code(code, &out);
    }
    free(mapped);
    join_pairs(fold);
}

/* ---- which names are accepted ---- */

static bool is_letter(utf8proc_int32_t code)
{
    const utf8proc_category_t category = utf8proc_category(code);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

/* Whether it is a letter of an alphabet that shares letters with others to the eye. */
static bool is_european(utf8proc_int32_t code)
{
    return code < 0x590 || (code >= 0x1c80 && code <= 0x1c8f) ||
           (code >= 0x1d00 && code <= 0x1fff) || (code >= 0x2c60 && code <= 0x2cff) ||
           (code >= 0xa640 && code <= 0xa69f) || (code >= 0xa720 && code <= 0xa7ff);
}

/* Counts the characters; whether no letter of these alphabets stands beside one of another. The
 * table's own check tells those alphabets from each other. */
static bool has_one_alphabet(const char *name, int *characters)
{
    bool european = false, other = false;
    *characters = 0;
    for (const utf8proc_uint8_t *at = (const utf8proc_uint8_t *)name; *at;) {
        utf8proc_int32_t code;
        at += utf8proc_iterate(at, -1, &code);
        european |= is_letter(code) && is_european(code);
        other |= is_letter(code) && !is_european(code);
        ++*characters;
    }
    return !european || !other;
}

bool people_check_name(const char *name, char out[MATCH_NAME_MAX], struct text *why)
{
    char fold[PEOPLE_FOLD_MAX], somebody[PEOPLE_FOLD_MAX];
    struct table_refusal refusal = {.why = text_on((char[TEXT_WHY]){0}, TEXT_WHY)};
    int characters;
    if (!table_check_name(NULL, 0, name, out, &refusal))
        return text_fail(why, "%s", refusal.why.start);
    if (!has_one_alphabet(out, &characters))
        return text_fail(why,
                         tr("a name has visible characters only, and letters of one alphabet"));
    if (characters < PEOPLE_NAME_MIN || characters > PEOPLE_NAME_CHARACTERS)
        return text_fail(why, tr("a name has 2 to 24 characters"));
    people_fold_name(out, fold);
    people_fold_name(SOMEBODY, somebody);
    if (!fold[0] || !fold[1])
        return text_fail(why, tr("a name has at least two letters or digits"));
    if (strcmp(fold, somebody) == 0 || strchr(out, '/'))
        return text_fail(why, tr("this name cannot be used"));
    return true;
}

void people_clean_device(const char *device, char out[PEOPLE_DEVICE_MAX])
{
    struct text text = text_on(out, PEOPLE_DEVICE_MAX);
    int count = 0;
    for (const utf8proc_uint8_t *at = (const utf8proc_uint8_t *)device; *at && count < 40;) {
        utf8proc_int32_t code;
        const utf8proc_ssize_t used = utf8proc_iterate(at, -1, &code);
        if (used <= 0)
            break;
        const utf8proc_category_t category = utf8proc_category(code);
        if (category < UTF8PROC_CATEGORY_ZL && category != UTF8PROC_CATEGORY_CN) {
            text_add_bytes(&text, (const char *)at, (size_t)used);
            count++;
        }
        at += used;
    }
}
