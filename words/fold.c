#include "words/fold.h"

/* Characters that are not plain letters, from the first to the last: what they fold to, "" if they
 * are dropped. Those in no row are in no word. */
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
    out[(*length)++] = letter;
    return true;
}

/* The character at the start of the text, which is not a plain letter. Returns its length in bytes;
 * 0: there is none, no word has it, or there is no room. */
static size_t put_other(char out[WORDS_FORM_MAX], size_t *length, struct span text)
{
    uint32_t code;
    const size_t used = span_character(text, &code);
    const char *letters = used ? letters_of(code) : NULL;
    if (!letters)
        return 0;
    for (; *letters; letters++) {
        if (!put(out, length, *letters))
            return 0;
    }
    return used;
}

bool words_fold(struct span text, char out[WORDS_FORM_MAX])
{
    size_t length = 0;
    bool good = true;
    for (size_t at = 0; good && at < text.length;) {
        const char c = text.at[at];
        if ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') {
            good = put(out, &length, (char)(c & ~0x20));
            at++;
        } else if (c == ' ' || c == '-' || c == '\'') {
            at++;
        } else {
            const size_t used =
                put_other(out, &length, (struct span){text.at + at, text.length - at});
            good = used > 0;
            at += used;
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
