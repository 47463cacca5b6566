#include "words/words.h"

#include <string.h>

#include "base/lang.h"

unsigned words_find_theme(struct span name)
{
    char wanted[WORDS_FORM_MAX], title[WORDS_FORM_MAX];
    unsigned theme = 0;
    while (theme < words_themes && !span_is(name, words_theme[theme].id))
        theme++;
    if (theme < words_themes || !words_fold(name, wanted))
        return theme;
    for (theme = 0; theme < words_themes; theme++) {
        for (int language = 0; language < 2; language++) {
            if (words_fold(span_of(words_theme[theme].title[language]), title) &&
                strcmp(title, wanted) == 0)
                return theme;
        }
    }
    return theme;
}

const char *words_title(unsigned theme)
{
    /* TRANSLATORS: the language's own code: themes have their titles in French and English */
    const bool french = strcmp(tr("en"), "fr") == 0;
    return words_theme[theme].title[french ? 0 : 1];
}

/* Whether the form folds to this; folded texts are not stored, since few are ever compared. */
static bool is_folded(uint32_t form, const char *folded)
{
    char own[WORDS_FORM_MAX];
    return words_fold(words_written(form), own) && strcmp(own, folded) == 0;
}

uint32_t words_find(unsigned theme, const char *folded)
{
    const uint32_t mask = words_slots - 1, hash = words_hash(folded);
    for (uint32_t at = hash & mask; words_slot[at]; at = (at + 1) & mask) {
        const uint32_t form = (words_slot[at] & ((1u << WORDS_NUMBER) - 1)) - 1;
        if ((words_slot[at] ^ hash) >> WORDS_NUMBER == 0 &&
            (theme == WORDS_ANYWHERE || words_entry[words_form[form].entry].theme == theme) &&
            is_folded(form, folded))
            return form;
    }
    return WORDS_NONE;
}

/* What follows a leading article: "chat" of "le chat". Empty if there is no article. */
static struct span without_article(struct span said)
{
    static const char *const articles[] = {"le ",  "la ",  "les ", "l'",     "l’",    "un ",
                                           "une ", "des ", "du ",  "de la ", "de l'", "de l’"};
    struct span rest = {said.at, 0};
    for (size_t i = 0; i < sizeof articles / sizeof *articles; i++) {
        const size_t length = strlen(articles[i]);
        size_t same = 0;
        while (same < length && same < said.length &&
               (said.at[same] == articles[i][same] ||
                (articles[i][same] >= 'a' && (said.at[same] | 0x20) == articles[i][same])))
            same++;
        if (same == length)
            rest = (struct span){said.at + length, said.length - length};
    }
    return rest;
}

uint32_t words_look_up(unsigned theme, struct span said, char folded[WORDS_FORM_MAX])
{
    char bare[WORDS_FORM_MAX];
    if (!words_fold(said, folded))
        return WORDS_NONE;
    uint32_t form = words_find(theme, folded);
    if (form == WORDS_NONE && words_fold(without_article(said), bare)) {
        form = words_find(theme, bare);
        if (form != WORDS_NONE)
            memcpy(folded, bare, sizeof bare);
    }
    return form;
}

/* ---- answers ---- */

enum { LEVELS = WORDS_RARE, BUCKETS = (WORDS_DICE + 1) * LEVELS };

/* Counting sort by points, descending, and level, ascending. */
static void sort_answers(struct words_answer out[], const struct words_answer found[], size_t count)
{
    uint16_t start[BUCKETS + 1] = {0};
    for (size_t i = 0; i < count; i++)
        start[(WORDS_DICE - found[i].points) * LEVELS + found[i].level]++;
    for (int i = 1; i <= BUCKETS; i++)
        start[i] = (uint16_t)(start[i] + start[i - 1]);
    for (size_t i = 0; i < count; i++)
        out[start[(WORDS_DICE - found[i].points) * LEVELS + found[i].level - 1]++] = found[i];
}

/* Whether to suggest the form: not if the entry as it is written scores as much. */
static bool is_worth(const struct words_form *form, unsigned points, const uint8_t dice[WORDS_DICE])
{
    if (form->kind == WORDS_ANSWER)
        return true;
    const struct words_form *plain = &words_form[words_entry[form->entry].form];
    return form->kind < WORDS_LOOSE &&
           (plain->initial != form->initial || words_points(plain->letters, dice) < points);
}

size_t words_answers(unsigned theme, unsigned initial, const uint8_t dice[WORDS_DICE],
                     unsigned level, struct words_answer out[WORDS_ANSWERS_MAX])
{
    struct words_answer found[WORDS_ANSWERS_MAX];
    const uint32_t *first = words_theme[theme].first + initial;
    size_t count = 0;
    for (uint32_t i = first[0]; i < first[1]; i++) {
        const struct words_form *form = &words_form[i];
        const uint8_t known = words_entry[form->entry].level;
        const unsigned points = words_points(form->letters, dice);
        if (known <= level && is_worth(form, points, dice))
            found[count++] = (struct words_answer){i, (uint8_t)points, known};
    }
    sort_answers(out, found, count);
    return count;
}

size_t words_without(unsigned theme, const uint8_t dice[WORDS_DICE], unsigned level,
                     struct words_answer out[WORDS_ANSWERS_MAX])
{
    struct words_answer found[WORDS_ANSWERS_MAX];
    const uint32_t *first = words_theme[theme].first;
    uint32_t letters = 0;
    size_t count = 0;
    for (int i = 0; i < WORDS_DICE; i++)
        letters |= 1u << dice[i];
    for (uint32_t i = first[0]; i < first[WORDS_LETTERS]; i++) {
        const struct words_form *form = &words_form[i];
        const uint8_t known = words_entry[form->entry].level;
        if (form->letters & letters || known > level || form->kind >= WORDS_PLURAL)
            continue;
        if (form->kind == WORDS_ANSWER ||
            words_form[words_entry[form->entry].form].letters & letters)
            found[count++] = (struct words_answer){i, 0, known};
    }
    sort_answers(out, found, count);
    return count;
}
