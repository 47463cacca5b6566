/* practising.h: exercises at the terminal, in lines or on the full screen: a position, the answer,
 * the value of each choice and why; and words against the clock. */
#ifndef CORNET_TUI_PRACTISING_H
#define CORNET_TUI_PRACTISING_H

#include "practise/deck.h"
#include "practise/drill.h"
#include "tui/choosing.h"

/* Asks for an answer. `title`: of the screen; `status`: where the user is in the row; `story`:
 * where the position comes from, may be empty. False: the user leaves. */
struct practising {
    struct choosing *c;
    const char *title, *status, *story;
};
bool practising_ask(const struct practising *p, const struct exercise *exercise,
                    struct answer *answer);

/* Shows the values and the reason. `after`: a sentence at the end, such as when a card returns. */
void practising_tell(const struct practising *p, const struct exercise *exercise,
                     const struct answer *answer, const char *after);

/* A round of words. False: the user leaves. */
bool practising_race(const struct practising *p, const struct exercise *exercise,
                     struct drill_words *words);
void practising_tell_words(const struct practising *p, const struct drill_words *words);

/* Waits for Enter. False: the user leaves. */
bool practising_next(const struct practising *p);

/* The deck and the trainers as a text, with a chart of what each theme's decisions lose; the caller
 * frees it. */
char *practising_summary(const struct screen *model, const struct deck *deck,
                         struct deck_filter filter, int day);

#endif
