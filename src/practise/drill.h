/* drill.h: the trainers: endless positions of a theme, each made of a seed, with the value of every
 * choice; and a round of words against the clock. */
#ifndef CORNET_PRACTISE_DRILL_H
#define CORNET_PRACTISE_DRILL_H

#include "practise/exercise.h"

/* A position of the theme. The same seed gives the same position. False if none was found, or if
 * the judge is not ready. */
bool drill_make(const struct practice *practice, int theme, uint64_t seed, struct exercise *out);

/* Whether the theme is one of words against the clock; its answers are drill_words. */
bool drill_is_race(const struct practice *practice);

/* The words that a player wrote in such a round. */
struct drill_words {
    size_t valid;
    int best;            /* points of the best of them */
    int most;            /* points that were possible */
    struct lines said;   /* `POINTS WORD`, or `0 WORD` with a reason after a tab */
    struct lines missed; /* words that earn more than the best: `POINTS WORD` */
};
void drill_words_begin(const struct exercise *exercise, struct drill_words *words);
void drill_words_free(struct drill_words *words);

/* Adds a word. Returns its points, or -1 with the reason. */
int drill_words_add(const struct exercise *exercise, struct span word, struct drill_words *words,
                    struct text *why);

/* The end of the time: fills in `missed`. */
void drill_words_end(const struct exercise *exercise, struct drill_words *words);

#endif
