/* The reader of catalogues: gettext's .mo format, in this machine's byte order. A header of words
 * (magic, version, number of texts, offsets of the two lists) and two lists of (length, offset),
 * one entry for each text: the English texts, sorted, and their translations. A NUL follows each
 * text, and the plural follows that.
 *
 * Every offset is checked when it is used, since the file may be damaged. */
#include "base/lang.h"

#include <stdint.h>
#include <string.h>

#define MAGIC UINT32_C(0x950412de)

enum language { DEFAULT, ENGLISH, FRENCH };

/* Of the process; written before other threads run. */
static const unsigned char *catalogue;
static size_t catalogue_size;
static bool process_is_french;

static _Thread_local enum language thread_language; /* DEFAULT: that of the process */

void lang_set_french(const void *bytes, size_t size)
{
    catalogue = bytes;
    catalogue_size = size;
}

void lang_start(bool french)
{
    process_is_french = french;
}

void lang_use(bool french)
{
    thread_language = french ? FRENCH : ENGLISH;
}

void lang_use_default(void)
{
    thread_language = DEFAULT;
}

bool lang_is_french(void)
{
    return thread_language == DEFAULT ? process_is_french : thread_language == FRENCH;
}

/* The word at this offset; 0 if it is outside the file. */
static uint32_t word_at(uint64_t offset)
{
    uint32_t word = 0;
    if (offset + sizeof word <= catalogue_size)
        memcpy(&word, catalogue + offset, sizeof word);
    return word;
}

/* An entry of a list, with its length; NULL if it is outside the file or no NUL ends it. */
static const char *entry(uint64_t list, uint64_t number, uint32_t *length)
{
    const uint64_t offset = word_at(list + 8 * number + 4);
    *length = word_at(list + 8 * number);
    if (offset + *length >= catalogue_size || catalogue[offset + *length] != '\0')
        return NULL;
    return (const char *)catalogue + offset;
}

/* The French text, with its length; NULL if there is none. */
static const char *find(const char *text, uint32_t *length)
{
    uint64_t low = 0, high = word_at(8);
    if (word_at(0) != MAGIC)
        return NULL;
    while (low < high) {
        const uint64_t middle = (low + high) / 2;
        const char *english = entry(word_at(12), middle, length);
        if (!english)
            return NULL;
        const int order = strcmp(text, english);
        if (order == 0)
            return entry(word_at(16), middle, length);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const char *lang_text(const char *text)
{
    uint32_t length;
    const char *found = lang_is_french() ? find(text, &length) : NULL;
    return found ? found : text;
}

/* Unlike English, French has the singular for 0 too, as po/fr.po says. */
const char *lang_plural(const char *one, const char *many, unsigned long count)
{
    uint32_t length;
    const char *found = lang_is_french() ? find(one, &length) : NULL;
    if (!found)
        return count == 1 ? one : many;
    const size_t singular = strlen(found);
    return count > 1 && singular < length ? found + singular + 1 : found;
}
