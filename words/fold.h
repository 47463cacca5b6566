/* fold: a word as the game compares it: A to Z, without accents, case, spaces, hyphens or
 * apostrophes. "Œil-de-bœuf" is OEILDEBOEUF. */
#ifndef CORNET_WORDS_FOLD_H
#define CORNET_WORDS_FOLD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

#define WORDS_FORM_MAX 64 /* bytes of a folded form, the final NUL included */

/* Folds the text. False where it has no letter, is not UTF-8, is too long, or has a sign that no
 * word has (a digit, another alphabet); `out` then holds what could be folded before it. */
bool words_fold(struct span text, char out[WORDS_FORM_MAX]);

/* The set of letters of a folded form, A lowest. */
uint32_t words_letters(const char *form);

/* What a look-up starts from. */
uint32_t words_hash(const char *form);

#endif
