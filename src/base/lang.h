/* lang: translation of texts for users. The texts in the sources are English; po/ has the others.
 *
 * tr() translates a text, trn() one with a singular and a plural. mark() marks a text in a table
 * for translation; tr() translates it later.
 *
 * Each thread has its own language: one thread of a server uses its clients' languages while
 * another reports errors in the operator's. English is the default. libcornet uses its host's
 * language instead (api/lang.c). */
#ifndef CORNET_BASE_LANG_H
#define CORNET_BASE_LANG_H

#include <stdbool.h>
#include <stddef.h>

/* Sets the French texts: the bytes of a .mo file, which the caller owns and must neither free nor
 * move. Call it before other threads run. Without a catalogue, or with a damaged one, texts stay
 * English. */
void lang_set_french(const void *catalogue, size_t size);

/* Sets the process's language, for every thread without one of its own. Call it before other
 * threads run. */
void lang_start(bool french);

/* Sets this thread's language; lang_use_default returns to the process's language. */
void lang_use(bool french);
void lang_use_default(void);

/* Whether this thread's language is French. */
bool lang_is_french(void);

__attribute__((format_arg(1))) const char *lang_text(const char *text);
__attribute__((format_arg(1), format_arg(2))) const char *
lang_plural(const char *one, const char *many, unsigned long count);

__attribute__((format_arg(1))) static inline const char *tr(const char *text)
{
    return lang_text(text);
}

__attribute__((format_arg(1), format_arg(2))) static inline const char *
trn(const char *one, const char *many, unsigned long count)
{
    return lang_plural(one, many, count);
}

/* A macro, since a table's initialiser must be a constant. */
#define mark(text) text

#endif
