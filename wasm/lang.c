/* Translation: a catalogue of gettext's (the .mo format), sorted by its English texts, in the data
 * file `catalogue_fr`. */
#include "wasm/lang.h"

#include <libintl.h>
#include <stdint.h>
#include <string.h>

#include "embedded/catalogue_fr.h"

static bool french;

void locale_use(bool use_french)
{
    french = use_french;
}

static uint32_t word_at(uint32_t offset)
{
    uint32_t word;
    memcpy(&word, catalogue_fr + offset, sizeof word);
    return word;
}

/* The translation, which has the plural behind the singular's NUL; NULL: there is none. The header
 * has a magic, a version, the number of texts, and where the lists of both languages begin. */
static char *find(const char *text)
{
    uint32_t low = 0, high = french ? word_at(8) : 0;
    const uint32_t english = word_at(12), translated = word_at(16);
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        const int order =
            strcmp(text, (const char *)catalogue_fr + word_at(english + 8 * middle + 4));
        if (order == 0)
            return (char *)catalogue_fr + word_at(translated + 8 * middle + 4);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

char *dgettext(const char *domain, const char *text)
{
    (void)domain;
    char *found = find(text);
    return found ? found : (char *)text;
}

char *dngettext(const char *domain, const char *one, const char *many, unsigned long n)
{
    (void)domain;
    char *found = find(one);
    if (!found)
        return (char *)(n == 1 ? one : many);
    return n > 1 ? found + strlen(found) + 1 : found;
}
