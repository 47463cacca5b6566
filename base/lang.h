/* lang: translation of texts for users. The texts in the sources are English; po/ has the others.
 *
 * tr() translates a text; mark() marks a text in a table, which tr() translates later. The library
 * does not choose the language: the program does, with setlocale and bindtextdomain. */
#ifndef CORNET_BASE_LANG_H
#define CORNET_BASE_LANG_H

#include <libintl.h>

#define LANG_DOMAIN "cornet"

__attribute__((format_arg(1))) static inline const char *tr(const char *text)
{
    return dgettext(LANG_DOMAIN, text);
}

/* A macro, since a table's initialiser must be a constant. */
#define mark(text) text

#endif
