/* fold: the form of a word that the game compares: letters A to Z, without accents, case, spaces,
 * hyphens or apostrophes. "Œil-de-bœuf" folds to OEILDEBOEUF. Signs and abbreviations are read as
 * they are spoken: "Canal+" is CANALPLUS, "Puissance 4" PUISSANCEQUATRE, "C & A" CETA, "6e"
 * SIXIEME, "St-Étienne" SAINTETIENNE. */
#ifndef CORNET_GAMES_THEMOTS_WORDS_FOLD_H
#define CORNET_GAMES_THEMOTS_WORDS_FOLD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

#define WORDS_FORM_MAX 64 /* bytes of a folded form, the final NUL included */

/* Folds the text. Returns false if it has no letter, is not UTF-8, is too long, or has a character
 * that no word has (a sign such as @, another alphabet, a number of seven digits); `out` then has
 * what came before it. */
bool words_fold(struct span text, char out[WORDS_FORM_MAX]);

/* The bitmask of the letters of a folded form, A lowest. */
uint32_t words_letters(const char *form);

/* The hash of a folded form, for words_slot. */
uint32_t words_hash(const char *form);

#endif
