/* words: the themed lexicon. Which answers fit a theme, how they are said, what families they
 * belong to.
 *
 * data/words/themes/ holds one text file for each theme and data/words/cards.txt the cards;
 * docs/words.md describes them. tools/words_pack.c packs them into constant arrays while the
 * program is built: nothing is loaded or allocated at run time.
 *
 * An entry is an answer of one theme ("cheval"). A form is one way to say it ("cheval", "chevaux"),
 * judged and scored by its own letters; but a full name ("Victor Hugo") by those of its entry. */
#ifndef CORNET_WORDS_WORDS_H
#define CORNET_WORDS_WORDS_H

#include "words/fold.h"

#define WORDS_CARDS 8    /* in data/words/cards.txt */
#define WORDS_ON_CARD 6  /* themes of a card */
#define WORDS_LETTERS 26 /* of the alphabet */
#define WORDS_DICE 5     /* letters of a roll */
#define WORDS_NONE UINT32_MAX
#define WORDS_ANYWHERE 255 /* instead of a theme: any of them */

/* How well known an entry is. */
enum words_level { WORDS_EASY = 1, WORDS_PLAIN, WORDS_RARE };

enum words_kind {
    WORDS_ANSWER, /* the entry as it is written */
    WORDS_OTHER,  /* another spelling or name */
    WORDS_PLURAL, /* of one word, made by the rules or listed */
    WORDS_LOOSE,  /* a plural of several words: accepted, but nobody is advised to say it */
    WORDS_FULL,   /* a person's full name */
};

#define WORDS_ID_MAX 24    /* bytes of a theme's id with its NUL */
#define WORDS_TITLE_MAX 64 /* and of a title */

struct words_theme {
    char id[WORDS_ID_MAX];
    char title[2][WORDS_TITLE_MAX];    /* in French, in English */
    bool closed;                       /* listed completely */
    uint32_t first[WORDS_LETTERS + 2]; /* forms that begin with letter i: first[i] to first[i+1];
                                          behind the last letter, the full names */
    uint32_t others[WORDS_LETTERS];    /* among them: behind the entries as they are written */
    uint32_t entry, entries;           /* the first entry, and how many */
};

struct words_entry {
    uint32_t form;  /* as it is written */
    uint32_t names; /* full names, where their text begins; 0 for none */
    uint16_t root;  /* of its family, the same in all themes; 0 for a proper noun */
    uint16_t word;  /* the same for the same word in all themes */
    uint8_t theme;
    uint8_t level;
};

struct words_form {
    uint32_t letters; /* the set that is scored, A lowest */
    uint32_t written; /* where the text begins, and its length in the WORDS_LENGTH low bits */
    uint16_t entry;
    uint8_t kind;
    uint8_t initial; /* that counts, from 0 */
};

#define WORDS_LENGTH 6  /* bits */
#define WORDS_NUMBER 18 /* bits of a slot that number a form; the others are of its hash */

/* The lexicon's arrays: words/table.c. */
extern const struct words_theme *const words_theme;
extern const struct words_entry *const words_entry;
extern const struct words_form *const words_form;
extern const char *const words_text;     /* a plural holds its singular: "abeilles" */
extern const uint32_t *const words_slot; /* by hash: a form's number plus 1, 0 for none */
extern const uint8_t (*const words_card)[WORDS_ON_CARD];
extern const uint32_t words_themes, words_entries, words_forms, words_slots;
extern const uint32_t words_bytes; /* of all this together */

/* The theme with this id, or with this title in either language; words_themes where there is none.
 */
unsigned words_find_theme(struct span name);

/* A theme's title in the language of the program. */
const char *words_title(unsigned theme);

/* The theme's (or WORDS_ANYWHERE: any theme's) form with this folded text; WORDS_NONE where there
 * is none. */
uint32_t words_find(unsigned theme, const char *folded);

/* What somebody said, looked up: as it is, then without an article before it. `folded` receives
 * what it was folded to. */
uint32_t words_look_up(unsigned theme, struct span said, char folded[WORDS_FORM_MAX]);

/* The form as it is written. It does not end in NUL. */
static inline struct span words_written(uint32_t form)
{
    const uint32_t at = words_form[form].written;
    return (struct span){words_text + (at >> WORDS_LENGTH), at & ((1u << WORDS_LENGTH) - 1)};
}

/* How many of the dice show a letter of the set. */
static inline unsigned words_points(uint32_t letters, const uint8_t dice[WORDS_DICE])
{
    unsigned points = 0;
    for (int i = 0; i < WORDS_DICE; i++)
        points += letters >> dice[i] & 1;
    return points;
}

struct words_answer {
    uint32_t form;
    uint8_t points;
    uint8_t level;
};

#define WORDS_ANSWERS_MAX 8192 /* of one question; the packer sees to it that no theme has more */

/* The theme's answers that begin with a letter (0 to 25), best first, then best known first; of
 * singular and plural the one that scores more. Nothing rarer than `level`. Returns how many. */
size_t words_answers(unsigned theme, unsigned initial, const uint8_t dice[WORDS_DICE],
                     unsigned level, struct words_answer out[WORDS_ANSWERS_MAX]);

/* The theme's answers with none of the letters, best known first. Their points are 0. */
size_t words_without(unsigned theme, const uint8_t dice[WORDS_DICE], unsigned level,
                     struct words_answer out[WORDS_ANSWERS_MAX]);

#endif
