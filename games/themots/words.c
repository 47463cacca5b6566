#include "games/themots/words.h"

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

void words_fill_slots(uint32_t slot[])
{
    char folded[WORDS_FORM_MAX];
    memset(slot, 0, words_slots * sizeof *slot);
    for (uint32_t form = 0; form < words_forms; form++) {
        words_fold(words_written(form), folded);
        words_add_slot(slot, words_slots, form, folded);
    }
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

/* The bytes of the space, hyphen or apostrophe at `at`; 0 if there is none. */
static size_t gap_at(struct span said, size_t at)
{
    static const char curved[] = "’";
    switch (said.at[at]) {
    case ' ':
    case '-':
    case '\'':
        return 1;
    case '\xe2': /* the first byte of the curved apostrophe */
        return said.length - at >= sizeof curved - 1 &&
                       memcmp(said.at + at, curved, sizeof curved - 1) == 0
                   ? sizeof curved - 1
                   : 0;
    default:
        return 0;
    }
}

/* The text after a leading article: "chat" of "le chat". Empty if there is no article. */
static struct span without_article(struct span said)
{
    static const char *const articles[] = {"le ",    "la ",   "les ",  "l'",   "l’",
                                           "l ",     "un ",   "une ",  "des ", "du ",
                                           "de la ", "de l'", "de l’", "the "};
    struct span rest = {said.at, 0};
    size_t gap = 0;
    while (gap < said.length && gap < 4 && !gap_at(said, gap))
        gap++;
    if (gap == 4) /* longer than the first word of any article */
        return rest;
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

/* The text after the first word: "Gaga" of "Lady Gaga". Empty if there is only one word. */
static struct span next_words(struct span said)
{
    size_t at = 0;
    while (at < said.length && !gap_at(said, at))
        at++;
    while (at < said.length && gap_at(said, at))
        at += gap_at(said, at);
    return (struct span){said.at + at, said.length - at};
}

/* Whether two texts have the same letters with the same accents, in either case. */
static bool is_spelt(struct span a, struct span b)
{
    size_t i = 0;
    while (i < a.length && i < b.length && ((a.at[i] ^ b.at[i]) & ~0x20) == 0)
        i++;
    return i == a.length && i == b.length;
}

uint32_t words_find_twin(unsigned theme, uint32_t form, struct span text)
{
    const uint32_t *first = words_theme[theme].first + words_form[form].initial;
    for (uint32_t i = first[0]; i < first[1]; i++) {
        if (words_form[i].has_twin && is_spelt(words_written(i), text))
            return i;
    }
    return WORDS_NONE;
}

/* After a form that has twins: takes the one that is spelt as was said, or adds them all. */
static size_t add_twins(unsigned theme, struct span text, struct words_reading out[], size_t count)
{
    struct words_reading *reading = &out[count];
    const uint32_t *first = words_theme[theme].first + words_form[reading->form].initial;
    const uint32_t found = reading->form, spelt = words_find_twin(theme, found, text);
    if (spelt != WORDS_NONE) {
        reading->form = spelt;
        return count + 1;
    }
    for (uint32_t i = first[0]; i < first[1] && count + 1 < WORDS_READINGS; i++) {
        if (i != found && words_form[i].has_twin && is_folded(i, reading->folded)) {
            out[++count] = *reading;
            out[count].form = i;
        }
    }
    return count + 1;
}

/* Adds a reading, if there is room and the theme has it (or `any`). */
static size_t add_reading(unsigned theme, struct span text, bool any, struct words_reading out[],
                          size_t count)
{
    struct words_reading *reading = &out[count];
    if (count == WORDS_READINGS || text.length == 0 || !words_fold(text, reading->folded))
        return count;
    reading->form = words_find(theme, reading->folded);
    if (reading->form != WORDS_NONE && words_form[reading->form].has_twin)
        return add_twins(theme, text, out, count);
    return count + (any || reading->form != WORDS_NONE);
}

/* Adds the longest beginning of the text that the theme has, unless the whole text is a common noun
 * of another family, or a person whom only other themes have. */
static size_t add_beginning(unsigned theme, struct span text, struct words_reading out[],
                            size_t count)
{
    char folded[WORDS_FORM_MAX];
    const size_t before = count;
    struct span part = text;
    while (part.length && count == before) {
        do
            part.length--;
        while (part.length && part.at[part.length] != ' ');
        count = add_reading(theme, part, false, out, before);
    }
    if (count == before || !words_fold(text, folded))
        return before;
    const uint32_t whole = words_find(WORDS_ANYWHERE, folded);
    const struct words_entry *begun = &words_entry[words_form[out[before].form].entry];
    if (whole != WORDS_NONE && (words_form[whole].kind == WORDS_FULL || begun->names) &&
        words_find(theme, folded) == WORDS_NONE)
        return before;
    const uint32_t root = whole == WORDS_NONE ? 0 : words_entry[words_form[whole].entry].root;
    return root && root != begun->root ? before : count;
}

size_t words_readings(unsigned theme, struct span said, struct words_reading out[WORDS_READINGS])
{
    const struct span bare = without_article(said);
    size_t count = add_reading(theme, said, false, out, 0);
    count = add_reading(theme, bare, false, out, count);
    const size_t whole = count;
    if (whole == 0 || words_form[out[0].form].kind == WORDS_FULL) {
        count = add_beginning(theme, said, out, count);
        count = add_beginning(theme, bare, out, count);
    }
    if (count == 0) {
        count = add_reading(theme, said, true, out, 0);
        return count ? add_reading(theme, bare, true, out, count) : 0;
    }
    if (whole == 0)
        return count;
    const uint32_t entry = words_form[out[0].form].entry;
    for (struct span rest = next_words(said); rest.length; rest = next_words(rest)) {
        const size_t more = add_reading(theme, rest, false, out, count);
        const bool own = more > count && words_form[out[count].form].entry == entry;
        bool again = false;
        for (size_t i = 0; own && i < count; i++)
            again = again || out[i].form == out[count].form;
        count += own && !again;
    }
    return count;
}

bool words_is_plain(unsigned theme, uint32_t form)
{
    const struct words_form *said = &words_form[form];
    return words_entry[said->entry].theme == theme && !said->has_parts && !said->has_twin &&
           without_article(words_written(form)).length == 0;
}

uint32_t words_look_up(unsigned theme, struct span said, char folded[WORDS_FORM_MAX])
{
    struct words_reading reading[WORDS_READINGS];
    if (!words_readings(theme, said, reading)) {
        words_fold(said, folded);
        return WORDS_NONE;
    }
    memcpy(folded, reading[0].folded, WORDS_FORM_MAX);
    return reading[0].form;
}

/* ---- misspellings ---- */

enum { NEAR_MIN = 6 }; /* letters of a word in which one may be wrong */

/* Whether one letter too many, too few or other, or two swapped, turns `a` into `b`. */
static bool is_near(const char *a, const char *b)
{
    const size_t m = strlen(a), n = strlen(b);
    size_t start = 0, end = 0;
    if (m > n + 1 || n > m + 1)
        return false;
    while (a[start] && a[start] == b[start])
        start++;
    while (end < m - start && end < n - start && a[m - 1 - end] == b[n - 1 - end])
        end++;
    const size_t left = m - start - end, right = n - start - end;
    return (left <= 1 && right <= 1) ||
           (left == 2 && right == 2 && a[start] == b[start + 1] && a[start + 1] == b[start]);
}

uint32_t words_near(unsigned theme, const char *folded)
{
    const uint32_t letters = words_letters(folded);
    const uint32_t *first = words_theme[theme].first + (folded[0] - 'A');
    if (strlen(folded) < NEAR_MIN)
        return WORDS_NONE;
    for (uint32_t i = first[0]; i < first[1]; i++) {
        char other[WORDS_FORM_MAX];
        if (__builtin_popcount(words_form[i].letters ^ letters) <= 2 &&
            words_fold(words_written(i), other) && strlen(other) >= NEAR_MIN &&
            is_near(folded, other))
            return i;
    }
    return WORDS_NONE;
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

unsigned words_points_once(uint32_t letters, const char *folded, const uint8_t dice[WORDS_DICE])
{
    unsigned points = 0;
    for (int i = 0; i < WORDS_DICE; i++) {
        unsigned before = 0, has = 0;
        for (int j = 0; j < i; j++)
            before += dice[j] == dice[i];
        for (const char *c = folded; before && *c; c++)
            has += *c == 'A' + dice[i];
        points += (letters >> dice[i] & 1) && (before == 0 || before < has);
    }
    return points;
}

unsigned words_value(uint32_t form, const uint8_t dice[WORDS_DICE], bool once)
{
    const struct words_form *f = &words_form[form];
    char folded[WORDS_FORM_MAX];
    const unsigned points = words_points(f->letters, dice);
    if (!once || points < 2)
        return points;
    /* A full name is scored by its entry's letters. */
    words_fold(words_written(f->kind == WORDS_FULL ? words_entry[f->entry].form : form), folded);
    return words_points_once(f->letters, folded, dice);
}

/* Whether to suggest the form: not if the entry as it is written scores as much. */
static bool is_worth(const struct words_form *form, unsigned points, const uint8_t dice[WORDS_DICE],
                     bool once)
{
    if (form->kind == WORDS_ANSWER)
        return true;
    const uint32_t plain = words_entry[form->entry].form;
    return form->kind < WORDS_LOOSE &&
           (words_form[plain].initial != form->initial || words_value(plain, dice, once) < points);
}

size_t words_answers(unsigned theme, unsigned initial, const uint8_t dice[WORDS_DICE], bool once,
                     unsigned level, struct words_answer out[WORDS_ANSWERS_MAX])
{
    struct words_answer found[WORDS_ANSWERS_MAX];
    const uint32_t *first = words_theme[theme].first + initial;
    size_t count = 0;
    for (uint32_t i = first[0]; i < first[1]; i++) {
        const struct words_form *form = &words_form[i];
        const uint8_t known = words_entry[form->entry].level;
        const unsigned points = words_value(i, dice, once);
        if (known <= level && is_worth(form, points, dice, once))
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
