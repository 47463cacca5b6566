#include "games/themots/words_fold.h"

#include <string.h>

/* Ranges of characters that are not plain letters, and their folded text ("": dropped). Characters
 * in no range are not allowed in words. */
static const struct run {
    uint32_t first, last;
    char letters[4];
} runs[] = {
#include "embedded/fold_table.h"
};

/* The letters of a character; NULL if no word has it. */
static const char *letters_of(uint32_t code)
{
    size_t low = 0, high = sizeof runs / sizeof *runs;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (code > runs[middle].last)
            low = middle + 1;
        else if (code < runs[middle].first)
            high = middle;
        else
            return runs[middle].letters;
    }
    return NULL;
}

static bool put(char out[WORDS_FORM_MAX], size_t *length, char letter)
{
    if (*length + 1 >= WORDS_FORM_MAX)
        return false;
    out[(*length)++] = (char)(letter & ~0x20);
    return true;
}

static bool put_all(char out[WORDS_FORM_MAX], size_t *length, const char *letters)
{
    bool good = true;
    for (; good && *letters; letters++)
        good = put(out, length, *letters);
    return good;
}

/* ---- numbers ---- */

enum { DIGITS_MAX = 6 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Whether the byte belongs to a letter; accents are longer than a byte. */
static bool is_letter(char c)
{
    return ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || (unsigned char)c >= 0xc3;
}

/* A number below a hundred in words; `last`: nothing follows it. */
static void add_tens(struct text *out, unsigned n, bool last)
{
    static const char *const small[] = {"",       "UN",    "DEUX",    "TROIS",   "QUATRE",
                                        "CINQ",   "SIX",   "SEPT",    "HUIT",    "NEUF",
                                        "DIX",    "ONZE",  "DOUZE",   "TREIZE",  "QUATORZE",
                                        "QUINZE", "SEIZE", "DIXSEPT", "DIXHUIT", "DIXNEUF"};
    static const char *const tens[] = {"VINGT", "TRENTE", "QUARANTE", "CINQUANTE", "SOIXANTE"};
    if (n < 20) {
        text_add(out, small[n]);
    } else if (n < 80) {
        const unsigned ten = n < 60 ? n / 10 : 6, rest = n - 10 * ten;
        text_add(out, tens[ten - 2]);
        text_add(out, rest == 1 || rest == 11 ? "ET" : "");
        text_add(out, small[rest]);
    } else {
        text_add(out, n == 80 && last ? "QUATREVINGTS" : "QUATREVINGT");
        text_add(out, small[n - 80]);
    }
}

static void add_hundreds(struct text *out, unsigned n, bool last)
{
    if (n >= 200)
        add_tens(out, n / 100, false);
    if (n >= 100)
        text_add(out, n >= 200 && n % 100 == 0 && last ? "CENTS" : "CENT");
    add_tens(out, n % 100, last);
}

/* An integer below a million: 1984 is MILLENEUFCENTQUATREVINGTQUATRE. */
static void add_number(struct text *out, unsigned n)
{
    if (n >= 2000)
        add_hundreds(out, n / 1000, false);
    if (n >= 1000)
        text_add(out, "MILLE");
    add_hundreds(out, n % 1000, true);
}

/* The length of an ordinal's ending at the beginning of the text: 1er, 1re, 1ère, 6e, 6ème. */
static size_t ordinal(struct span text, bool one)
{
    static const char *const endings[] = {"er", "re", "ère", "ere", "ème", "eme", "e"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t length = strlen(endings[i]);
        if (text.length >= length && memcmp(text.at, endings[i], length) == 0 &&
            (text.length == length || !is_letter(text.at[length])) && (i < 4) <= one)
            return length;
    }
    return 0;
}

/* SIX becomes SIXIEME, QUATRE QUATRIEME, CINQ CINQUIEME, NEUF NEUVIEME. */
static void make_ordinal(struct text *number)
{
    const char *end = number->start + number->length;
    const char last = end[-1];
    if (last == 'E' || last == 'F' || (last == 'S' && end[-2] == 'T')) /* VINGTS, not TROIS */
        number->length--;
    text_add(number, last == 'F' ? "VIEME" : last == 'Q' ? "UIEME" : "IEME");
}

/* Writes the number at the beginning of the text in words; `used` receives its length in bytes. */
static bool put_number(char out[WORDS_FORM_MAX], size_t *length, struct span text, size_t *used)
{
    struct text said = text_on((char[2 *WORDS_FORM_MAX]){0}, 2 * WORDS_FORM_MAX);
    size_t digits = 0;
    unsigned n = 0;
    for (; digits < text.length && digits <= DIGITS_MAX && is_digit(text.at[digits]); digits++) {
        n = 10 * n + (unsigned)(text.at[digits] - '0');
        if (n == 0)
            text_add(&said, "ZERO");
    }
    const size_t ending =
        n ? ordinal((struct span){text.at + digits, text.length - digits}, n == 1) : 0;
    *used = digits + ending;
    if (digits > DIGITS_MAX)
        return false;
    if (ending && n == 1) {
        text_add(&said, text.at[digits] == 'e' && ending == 2 ? "PREMIER" : "PREMIERE");
    } else {
        add_number(&said, n);
        if (ending)
            make_ordinal(&said);
    }
    return put_all(out, length, said.start);
}

/* ---- abbreviations ---- */

/* Abbreviations before another word. */
static const struct {
    const char *written, *spoken;
} abbreviations[] = {
    {"st", "SAINT"},   {"ste", "SAINTE"},        {"sts", "SAINTS"}, {"stes", "SAINTES"},
    {"mt", "MONT"},    {"mts", "MONTS"},         {"dr", "DOCTEUR"}, {"mr", "MONSIEUR"},
    {"mme", "MADAME"}, {"mlle", "MADEMOISELLE"},
};

/* The full form of the abbreviation at `at`, and its bytes in `used`; NULL if there is none. */
static const char *spoken(struct span text, size_t at, size_t *used)
{
    size_t end = at, next = at;
    if (at > 0 && (is_letter(text.at[at - 1]) || (unsigned char)text.at[at - 1] >= 0x80))
        return NULL;
    while (end < text.length && is_letter(text.at[end]))
        end++;
    next = end;
    while (next < text.length &&
           (text.at[next] == '.' || text.at[next] == ' ' || text.at[next] == '-'))
        next++;
    if (next == end || next == text.length || end - at > 4)
        return NULL;
    for (size_t i = 0; i < sizeof abbreviations / sizeof *abbreviations; i++) {
        const char *written = abbreviations[i].written;
        size_t same = 0;
        while (at + same < end && (text.at[at + same] | 0x20) == written[same])
            same++;
        if (at + same == end && written[same] == '\0') {
            *used = end - at;
            return abbreviations[i].spoken;
        }
    }
    return NULL;
}

/* The x of 4x4, which is not said. */
static bool is_times(struct span text, size_t at)
{
    return (text.at[at] | 0x20) == 'x' && at > 0 && is_digit(text.at[at - 1]) &&
           at + 1 < text.length && is_digit(text.at[at + 1]);
}

/* Puts what begins at `at`: a letter, an abbreviation, a number, a sign. */
static bool put_next(char out[WORDS_FORM_MAX], size_t *length, struct span text, size_t at,
                     size_t *used)
{
    const char c = text.at[at];
    const struct span rest = {text.at + at, text.length - at};
    *used = 1;
    if (is_times(text, at))
        return true;
    if (is_letter(c) && (unsigned char)c < 0x80) {
        const char *all = (c | 0x20) == 's' || (c | 0x20) == 'm' || (c | 0x20) == 'd'
                              ? spoken(text, at, used)
                              : NULL;
        return all ? put_all(out, length, all) : put(out, length, c);
    }
    if (c == ' ' || c == '-' || c == '\'')
        return true;
    if (c == '&' || c == '+')
        return put_all(out, length, c == '&' ? "ET" : "PLUS");
    if (is_digit(c))
        return put_number(out, length, rest, used);
    uint32_t code;
    const size_t bytes = span_character(rest, &code);
    const char *letters = bytes ? letters_of(code) : NULL;
    *used = bytes ? bytes : 1;
    return letters && put_all(out, length, letters);
}

bool words_fold(struct span text, char out[WORDS_FORM_MAX])
{
    size_t length = 0, used = 0;
    bool good = true;
    for (size_t at = 0; good && at < text.length; at += used)
        good = put_next(out, &length, text, at, &used);
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
