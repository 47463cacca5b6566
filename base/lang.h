/* lang: texts for people, in their language. The source texts are English; po/ holds the others.
 *
 * tr() translates a text; mark() only marks one in a table, for a later tr(). The library never
 * chooses the language: a program does, with setlocale and bindtextdomain as usual. */
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
