/* lang: translation of texts for users. The texts in the sources are English; po/ has the others.
 *
 * tr() translates a text, trn() one that counts something; mark() marks a text in a table, which
 * tr() translates later.
 *
 * Each thread has its own language, so that a server can use its clients' languages on one thread
 * while another reports errors in the operator's. English is the default. libcornet uses its host's
 * language instead (api/lang.c). */
#ifndef CORNET_BASE_LANG_H
#define CORNET_BASE_LANG_H

#include <stdbool.h>
#include <stddef.h>

/* The French texts: the bytes of a .mo file, which stay the caller's and must stay where they are.
 * To be called before other threads run. Without a catalogue, or with a damaged one, texts stay
 * English. */
void lang_set_french(const void *catalogue, size_t size);

/* The language of the process: that of every thread that has none of its own. To be called before
 * other threads run. */
void lang_start(bool french);

/* The language of this thread from now on; and that of the process again. */
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
