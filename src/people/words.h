/* words.h: six words that are a person's secret: 70 random bits and 8 bits that check them. */
#ifndef CORNET_PEOPLE_WORDS_H
#define CORNET_PEOPLE_WORDS_H

#include "people/people.h"

#define PEOPLE_WORDS 6
#define PEOPLE_WORD_MAX 16    /* bytes of a word, the final NUL included */
#define PEOPLE_SECRET_BYTES 9 /* of the 70 bits, the last 2 bits of which are 0 */

/* The secret of 9 random bytes, and its words. */
struct people_words {
    unsigned char secret[PEOPLE_SECRET_BYTES];
    char word[PEOPLE_WORDS][PEOPLE_WORD_MAX];
};
void people_words_make(const unsigned char random[PEOPLE_SECRET_BYTES], struct people_words *out);

/* What is wrong with typed words. */
struct people_typo {
    int word;                         /* from 1; 0: their number, or the check */
    char nearest[3][PEOPLE_WORD_MAX]; /* of that word; empty: no more */
};

/* Reads six words, in any case, with or without accents, separated by anything but letters. Returns
 * false with a reason if they are not six words that belong together. */
bool people_words_read(struct span typed, struct people_words *out, struct people_typo *typo,
                       struct text *why);

/* The list, as it is written: one word per line. The caller frees it. */
char *people_words_list(size_t *length);

#endif
