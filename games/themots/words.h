/* words: the themed lexicon: the answers to each theme, the ways to say them, and word families.
 *
 * games/themots/data/themes/ holds one text file for each theme and games/themots/data/cards.txt
 * the cards; docs/develop/words.md describes them. games/themots/tools/words_pack.c packs them into
 * constant arrays while the program is built: nothing is loaded or allocated at run time.
 *
 * An entry is an answer to one theme ("cheval"). A form is one way to say it ("cheval", "chevaux").
 * A form is scored by its own letters, except that a full name ("Victor Hugo") is scored by those
 * of its entry ("Hugo"). */
#ifndef CORNET_GAMES_THEMOTS_WORDS_H
#define CORNET_GAMES_THEMOTS_WORDS_H

#include "games/themots/words_fold.h"

#define WORDS_CARDS 8    /* in games/themots/data/cards.txt */
#define WORDS_ON_CARD 6  /* themes on a card */
#define WORDS_LETTERS 26 /* in the alphabet */
#define WORDS_DICE 5     /* letters in a roll */
#define WORDS_NONE UINT32_MAX
#define WORDS_ANYWHERE 255 /* instead of a theme: any theme */

/* How well known an entry is. WORDS_FIRST: among the first that people write down. */
enum words_level { WORDS_FIRST = 1, WORDS_EASY, WORDS_PLAIN, WORDS_RARE };

enum words_kind {
    WORDS_ANSWER, /* the entry as it is written */
    WORDS_OTHER,  /* another spelling or name */
    WORDS_PLURAL, /* of one word, made by the rules or listed */
    WORDS_LOOSE,  /* an unusual plural, "HM" for "H&M": accepted, but never suggested */
    WORDS_FULL,   /* a person's full name */
};

#define WORDS_ID_MAX 24    /* bytes of a theme's id with its NUL */
#define WORDS_TITLE_MAX 64 /* bytes of its title with its NUL */

struct words_theme {
    char id[WORDS_ID_MAX];
    char title[2][WORDS_TITLE_MAX];    /* in French, in English */
    bool closed;                       /* the set is listed completely */
    uint32_t first[WORDS_LETTERS + 2]; /* forms with initial i: first[i] to first[i+1] - 1; full
                                          names come after the last letter */
    uint32_t others[WORDS_LETTERS];    /* of these, the first that is not a WORDS_ANSWER */
    uint32_t entry, entries;           /* index of the first entry, number of entries */
};

struct words_entry {
    uint32_t form;      /* index of its WORDS_ANSWER */
    uint32_t names;     /* offset of its full names in words_text; 0 for none */
    uint32_t root : 24; /* id of its family, the same in all themes; 0 for a proper noun */
    uint32_t theme : 8;
    uint32_t word : 24; /* id of the word, the same in all themes */
    uint32_t level : 8;
};

#define WORDS_ENTRY 20 /* bits of an entry's number */

struct words_form {
    uint32_t letters; /* bitmask of the letters that score, A lowest */
    uint32_t written; /* offset in words_text, and the length in the WORDS_LENGTH low bits */
    uint32_t entry : WORDS_ENTRY;
    uint32_t initial : 5; /* the initial that counts, from 0 */
    uint32_t kind : 3;
    uint32_t has_parts : 1; /* it ends with another form of its entry, or begins with an answer */
    uint32_t has_twin : 1;  /* another form of the theme differs only by its accents */
};

#define WORDS_LENGTH 6 /* bits */
#define WORDS_NUMBER                                                                               \
    18 /* low bits of a slot: the form's index plus 1; the others are bits of its hash */

/* The lexicon's arrays: games/themots/words_table.c. */
extern const struct words_theme *const words_theme;
extern const struct words_entry *const words_entry;
extern const struct words_form *const words_form;
extern const char *const words_text;     /* a singular may be the beginning of its plural's text */
extern const uint32_t *const words_slot; /* hash table of forms, open addressing; 0 for none */
extern const uint8_t (*const words_card)[WORDS_ON_CARD];
extern const uint32_t words_themes, words_entries, words_forms, words_slots;
extern const uint32_t words_bytes; /* size of these arrays */

/* Adds a form to such a hash table. */
static inline void words_add_slot(uint32_t slot[], uint32_t slots, uint32_t form,
                                  const char *folded)
{
    const uint32_t hash = words_hash(folded);
    uint32_t at = hash & (slots - 1);
    while (slot[at])
        at = (at + 1) & (slots - 1);
    slot[at] = (hash >> WORDS_NUMBER << WORDS_NUMBER) | (form + 1);
}

/* Computes words_slot from the other arrays, for programs that do not load it. */
void words_fill_slots(uint32_t slot[]);

/* The theme with this id, or with this title in either language; words_themes if there is none. */
unsigned words_find_theme(struct span name);

/* A theme's title in the language of the program. */
const char *words_title(unsigned theme);

/* The form of the theme, or of any theme with WORDS_ANYWHERE, that has this folded text; WORDS_NONE
 * if there is none. */
uint32_t words_find(unsigned theme, const char *folded);

/* Of a form that has twins: the one of them with the accents of the text; WORDS_NONE if none has.
 */
uint32_t words_find_twin(unsigned theme, uint32_t form, struct span text);

/* One reading of a spoken text: "Le Caire" may mean LECAIRE or CAIRE, "pate" pâte or pâté. */
struct words_reading {
    uint32_t form; /* of the theme; WORDS_NONE: not in the lexicon */
    char folded[WORDS_FORM_MAX];
};

enum { WORDS_READINGS = 6 }; /* of one text */

/* The readings of a spoken text: the whole text, the text without a leading article, its last words
 * if these are another form of the same entry ("Lady Gaga", "Gaga"), and its first words if the
 * theme has them ("Hermione" of "Hermione Granger", but not "pied" of "pied de biche", which is
 * another word). If the theme has none of them, `form` is WORDS_NONE in each. Returns their number:
 * 0 if the text does not fold. */
size_t words_readings(unsigned theme, struct span said, struct words_reading out[WORDS_READINGS]);

/* Whether the form's written text, said for this theme, certainly has only one reading: the form
 * itself. Then no search is needed. */
bool words_is_plain(unsigned theme, uint32_t form);

/* The first of these readings that the theme has; WORDS_NONE if there is none. `folded` gets its
 * folded form, or that of the whole text. */
uint32_t words_look_up(unsigned theme, struct span said, char folded[WORDS_FORM_MAX]);

/* The form of the theme that differs from a long word in one letter, a likely misspelling;
 * WORDS_NONE if there is none. */
uint32_t words_near(unsigned theme, const char *folded);

/* The form as it is written; not terminated by NUL. */
static inline struct span words_written(uint32_t form)
{
    const uint32_t at = words_form[form].written;
    return (struct span){words_text + (at >> WORDS_LENGTH), at & ((1u << WORDS_LENGTH) - 1)};
}

/* The number of dice that show a letter of the bitmask. */
static inline unsigned words_points(uint32_t letters, const uint8_t dice[WORDS_DICE])
{
    unsigned points = 0;
    for (int i = 0; i < WORDS_DICE; i++)
        points += letters >> dice[i] & 1;
    return points;
}

/* The same with letters=word: a letter counts at most as often as the folded text has it. */
unsigned words_points_once(uint32_t letters, const char *folded, const uint8_t dice[WORDS_DICE]);

/* The tokens for a form; `once`: with letters=word. */
unsigned words_value(uint32_t form, const uint8_t dice[WORDS_DICE], bool once);

struct words_answer {
    uint32_t form;
    uint8_t points;
    uint8_t level;
};

#define WORDS_ANSWERS_MAX 8192 /* of one question; words_pack checks it */

/* The theme's answers that begin with a letter (0 to 25), sorted by points, then by level; a plural
 * only if it scores more than the singular. None rarer than `level`. Returns how many. */
size_t words_answers(unsigned theme, unsigned initial, const uint8_t dice[WORDS_DICE], bool once,
                     unsigned level, struct words_answer out[WORDS_ANSWERS_MAX]);

/* The theme's answers that have none of the letters, sorted by level. Their points are 0. */
size_t words_without(unsigned theme, const uint8_t dice[WORDS_DICE], unsigned level,
                     struct words_answer out[WORDS_ANSWERS_MAX]);

#endif
