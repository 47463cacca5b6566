/* Texts in the language of the host, which chooses it by setlocale and bindtextdomain.
 *
 * These two functions replace those in base/lang.c, which has its own state: the linker takes an
 * object before it looks into the archive of the layers. tests/library.sh checks that the library
 * has no such state. */
#include <libintl.h>

#include "base/lang.h"

#define DOMAIN "cornet"

const char *lang_text(const char *text)
{
    return dgettext(DOMAIN, text);
}

const char *lang_plural(const char *one, const char *many, unsigned long count)
{
    return dngettext(DOMAIN, one, many, count);
}
