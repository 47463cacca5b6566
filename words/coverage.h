/* coverage: how well the lexicon answers all the rolls there are. */
#ifndef CORNET_WORDS_COVERAGE_H
#define CORNET_WORDS_COVERAGE_H

#include "words/words.h"

struct words_coverage {
    uint32_t entries[WORDS_LETTERS]; /* that begin with the letter */
    double best;                     /* the mean of the best score over all rolls and colours */
    double without;                  /* the share of rolls and colours that nothing answers */
};

/* `face`: the letters of the five dice, as strings of equal length. */
void words_cover(unsigned theme, const char *const face[WORDS_DICE], struct words_coverage *out);

#endif
