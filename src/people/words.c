/* The embedded list has a line `folded` or `folded=spelling` for each word, sorted by the folded
 * form. A word's number is that of its line. */
#include "people/words.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "base/lang.h"
#include "base/memory.h"
#include "embedded/people_words_text.h"

#define LIST 8192
#define WORD_BITS 13
#define SECRET_BITS 70
#define CHECK_BITS 8
#define NEAR 2 /* letters by which a suggestion may differ */

_Static_assert(PEOPLE_WORDS *WORD_BITS == SECRET_BITS + CHECK_BITS, "six words have 78 bits");

static struct span list_of(void)
{
    return (struct span){(const char *)people_words_text, strlen((const char *)people_words_text)};
}

/* A line of the list. */
struct entry {
    struct span folded, spelling;
};

static struct entry read_entry(struct span *rest)
{
    struct span line = span_cut(rest, '\n');
    struct entry entry;
    entry.folded = span_cut(&line, '=');
    entry.spelling = line.at ? line : entry.folded;
    return entry;
}

static void copy_word(struct span from, char out[PEOPLE_WORD_MAX])
{
    memcpy(out, from.at, from.length);
    out[from.length] = '\0';
}

static void find_spelling(int number, char out[PEOPLE_WORD_MAX])
{
    struct span rest = list_of();
    struct entry entry = read_entry(&rest);
    for (int i = 0; i < number; i++)
        entry = read_entry(&rest);
    copy_word(entry.spelling, out);
}

static bool is_same(struct span a, const char *b)
{
    return a.length == strlen(b) && memcmp(a.at, b, a.length) == 0;
}

/* The number of the folded word; -1 if it is not in the list. */
static int find_number(const char *folded)
{
    struct span rest = list_of();
    for (int i = 0; i < LIST; i++) {
        if (is_same(read_entry(&rest).folded, folded))
            return i;
    }
    return -1;
}

/* ---- bits ---- */

static unsigned check_of(const unsigned char secret[PEOPLE_SECRET_BYTES])
{
    unsigned char hash[crypto_generichash_BYTES_MIN];
    crypto_generichash(hash, sizeof hash, secret, PEOPLE_SECRET_BYTES,
                       (const unsigned char *)"cornet words 1", 14);
    return hash[0];
}

static bool bit_at(const unsigned char *bytes, int i)
{
    return bytes[i / 8] >> (7 - i % 8) & 1;
}

/* Bit `i` of the 78: first the secret's, then those of the check. */
static unsigned bit_of(const unsigned char secret[PEOPLE_SECRET_BYTES], unsigned check, int i)
{
    return i < SECRET_BITS ? bit_at(secret, i) : check >> (CHECK_BITS - 1 - (i - SECRET_BITS)) & 1;
}

void people_words_make(const unsigned char random[PEOPLE_SECRET_BYTES], struct people_words *out)
{
    memcpy(out->secret, random, PEOPLE_SECRET_BYTES);
    out->secret[PEOPLE_SECRET_BYTES - 1] &= (unsigned char)~3u;
    const unsigned check = check_of(out->secret);
    for (int word = 0; word < PEOPLE_WORDS; word++) {
        unsigned number = 0;
        for (int bit = 0; bit < WORD_BITS; bit++)
            number = number << 1 | bit_of(out->secret, check, word * WORD_BITS + bit);
        find_spelling((int)number, out->word[word]);
    }
}

/* Sets the secret from the words' numbers; false if the check is wrong. */
static bool join_numbers(const int number[PEOPLE_WORDS], unsigned char secret[PEOPLE_SECRET_BYTES])
{
    unsigned check = 0;
    memset(secret, 0, PEOPLE_SECRET_BYTES);
    for (int i = 0; i < PEOPLE_WORDS * WORD_BITS; i++) {
        const unsigned bit = (unsigned)number[i / WORD_BITS] >> (WORD_BITS - 1 - i % WORD_BITS) & 1;
        if (i >= SECRET_BITS)
            check = check << 1 | bit;
        else if (bit)
            secret[i / 8] |= (unsigned char)(1u << (7 - i % 8));
    }
    return check == check_of(secret);
}

/* ---- typed words ---- */

/* Small letters without accents, and a space for everything else. NULL: not UTF-8. The caller frees
 * it. */
static char *fold(struct span typed)
{
    utf8proc_uint8_t *mapped = NULL;
    const utf8proc_option_t options = UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE |
                                      UTF8PROC_CASEFOLD | UTF8PROC_IGNORE | UTF8PROC_STRIPMARK;
    const utf8proc_ssize_t length = utf8proc_map((const utf8proc_uint8_t *)typed.at,
                                                 (utf8proc_ssize_t)typed.length, &mapped, options);
    if (length < 0)
        return NULL;
    char *out = memory_new(2 * (size_t)length + 1, 1); /* œ becomes two letters */
    size_t count = 0;
    for (utf8proc_ssize_t i = 0; i < length;) {
        utf8proc_int32_t code;
        i += utf8proc_iterate(mapped + i, length - i, &code);
        if (code == 0x153 || code == 0xe6) {
            out[count++] = code == 0x153 ? 'o' : 'a';
            code = 'e';
        }
        out[count++] = code >= 'a' && code <= 'z' ? (char)code : ' ';
    }
    free(mapped);
    return out;
}

/* The number of letters to change, add or leave out; above NEAR it may be more. */
static int distance(struct span a, const char *b)
{
    const size_t length = strlen(b);
    int row[PEOPLE_WORD_MAX + NEAR + 2];
    if (length > a.length + NEAR || a.length > length + NEAR)
        return NEAR + 1;
    for (size_t k = 0; k <= length; k++)
        row[k] = (int)k;
    for (size_t i = 1; i <= a.length; i++) {
        int corner = row[0];
        row[0] = (int)i;
        for (size_t k = 1; k <= length; k++) {
            const int above = row[k], change = corner + (a.at[i - 1] != b[k - 1]);
            const int least = above < row[k - 1] ? above + 1 : row[k - 1] + 1;
            row[k] = change < least ? change : least;
            corner = above;
        }
    }
    return row[length];
}

/* The nearest words of the list. */
static void find_nearest(const char *folded, struct people_typo *typo)
{
    int found = 0;
    for (int wanted = 1; wanted <= NEAR; wanted++) {
        struct span rest = list_of();
        for (int i = 0; i < LIST && found < 3; i++) {
            const struct entry entry = read_entry(&rest);
            if (distance(entry.folded, folded) == wanted)
                copy_word(entry.spelling, typo->nearest[found++]);
        }
        if (found)
            return;
    }
}

static bool refuse_word(int number, const char *word, struct people_typo *typo, struct text *why)
{
    typo->word = number;
    find_nearest(word, typo);
    if (typo->nearest[0][0])
        return text_fail(why, tr("word %d is not in the list: did you mean \"%s\"?"), number,
                         typo->nearest[0]);
    return text_fail(why, tr("word %d is not in the list"), number);
}

static bool read_folded(char *folded, struct people_words *out, struct people_typo *typo,
                        struct text *why)
{
    int number[PEOPLE_WORDS], count = 0;
    char *place = NULL;
    for (char *word = strtok_r(folded, " ", &place); word; word = strtok_r(NULL, " ", &place)) {
        if (count < PEOPLE_WORDS) {
            number[count] = find_number(word);
            if (number[count] < 0)
                return refuse_word(count + 1, word, typo, why);
            find_spelling(number[count], out->word[count]);
        }
        count++;
    }
    if (count != PEOPLE_WORDS)
        return text_fail(why, tr("six words are needed, not %d"), count);
    return join_numbers(number, out->secret) ||
           text_fail(why, tr("these six words do not belong together: check them and their order"));
}

bool people_words_read(struct span typed, struct people_words *out, struct people_typo *typo,
                       struct text *why)
{
    memset(typo, 0, sizeof *typo);
    char *folded = typed.length <= 400 ? fold(typed) : NULL;
    if (!folded)
        return text_fail(why, tr("six words are needed"));
    const bool good = read_folded(folded, out, typo, why);
    sodium_memzero(folded, strlen(folded));
    free(folded);
    return good;
}

char *people_words_list(size_t *length)
{
    struct span rest = list_of();
    char *out = memory_new(rest.length + 1, 1);
    *length = 0;
    for (int i = 0; i < LIST; i++) {
        const struct entry entry = read_entry(&rest);
        memcpy(out + *length, entry.spelling.at, entry.spelling.length);
        *length += entry.spelling.length;
        out[(*length)++] = '\n';
    }
    return out;
}
