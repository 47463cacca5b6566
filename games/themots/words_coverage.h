/* coverage: how well the lexicon answers all possible rolls. */
#ifndef CORNET_GAMES_THEMOTS_WORDS_COVERAGE_H
#define CORNET_GAMES_THEMOTS_WORDS_COVERAGE_H

#include "games/themots/words.h"

struct words_coverage {
    uint32_t entries[WORDS_LETTERS]; /* by initial */
    double best;                     /* mean of the best score, over all rolls and colours */
    double without;                  /* share of rolls and colours without an answer that scores */
};

/* `face`: the letters of the five dice, as strings of equal length. */
void words_cover(unsigned theme, const char *const face[WORDS_DICE], struct words_coverage *out);

#endif
