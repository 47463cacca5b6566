/* tools/words_coverage: how well the lexicon answers all possible rolls. For each theme it prints
 * the number of answers by first letter, the mean best score over all rolls and colours, and the
 * share of rolls without an answer. games/themots/rules.md quotes the mean. */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "games/themots/rules.h"
#include "games/themots/words.h"

struct coverage {
    uint32_t entries[WORDS_LETTERS]; /* by initial */
    double best;                     /* mean of the best score, over all rolls and colours */
    double without;                  /* share of rolls and colours without an answer that scores */
};

/* The maximal letter sets of the answers that begin with a letter: none is a subset of another. */
static size_t best_sets(const struct words_theme *theme, unsigned letter, uint32_t dice,
                        uint32_t set[])
{
    size_t count = 0;
    for (uint32_t i = theme->first[letter]; i < theme->first[letter + 1]; i++) {
        const uint32_t letters = words_form[i].letters & dice;
        bool covered = words_form[i].kind >= WORDS_LOOSE;
        for (size_t j = 0; j < count && !covered; j++)
            covered = (letters & ~set[j]) == 0;
        if (covered)
            continue;
        size_t kept = 0;
        for (size_t j = 0; j < count; j++) {
            if (set[j] & ~letters)
                set[kept++] = set[j];
        }
        set[kept++] = letters;
        count = kept;
    }
    return count;
}

static unsigned best_points(const uint32_t set[], size_t count, const uint8_t roll[WORDS_DICE])
{
    unsigned best = 0;
    for (size_t i = 0; i < count && best < WORDS_DICE; i++) {
        const unsigned points = words_points(set[i], roll);
        best = points > best ? points : best;
    }
    return best;
}

static void find_coverage(unsigned theme, struct coverage *out)
{
    const struct words_theme *t = &words_theme[theme];
    const unsigned faces = (unsigned)strlen(themots_face[0]);
    uint32_t *set[WORDS_LETTERS], dice = 0;
    size_t count[WORDS_LETTERS];
    unsigned rolls = 1;
    uint64_t sum = 0, nothing = 0;
    memset(out, 0, sizeof *out);
    for (uint32_t i = t->entry; i < t->entry + t->entries; i++)
        out->entries[words_form[words_entry[i].form].initial]++;
    for (int die = 0; die < WORDS_DICE; die++) {
        dice |= words_letters(themots_face[die]);
        rolls *= faces;
    }
    for (unsigned letter = 0; letter < WORDS_LETTERS; letter++) {
        set[letter] = memory_new(t->first[letter + 1] - t->first[letter] + 1, sizeof *set[letter]);
        count[letter] = best_sets(t, letter, dice, set[letter]);
    }
    for (unsigned number = 0; number < rolls; number++) {
        uint8_t roll[WORDS_DICE];
        for (unsigned die = 0, rest = number; die < WORDS_DICE; die++, rest /= faces)
            roll[die] = (uint8_t)(themots_face[die][rest % faces] - 'A');
        for (int colour = 0; colour < WORDS_DICE; colour++) {
            const unsigned letter = roll[colour];
            const unsigned best = best_points(set[letter], count[letter], roll);
            sum += best;
            nothing += best == 0;
        }
    }
    out->best = (double)sum / rolls / WORDS_DICE;
    out->without = (double)nothing / rolls / WORDS_DICE;
    for (unsigned letter = 0; letter < WORDS_LETTERS; letter++)
        memory_free(set[letter]);
}

int main(void)
{
    double best = 0, without = 0;
    for (unsigned theme = 0; theme < words_themes; theme++) {
        const struct words_theme *t = &words_theme[theme];
        struct coverage cover;
        find_coverage(theme, &cover);
        printf("%s: %u answers%s, best %.2f, no answer %.1f %%\n ", t->id, t->entries,
               t->closed ? " (a closed set)" : "", cover.best, 100 * cover.without);
        for (unsigned letter = 0; letter < WORDS_LETTERS; letter++) {
            if (cover.entries[letter])
                printf(" %c %u", 'A' + letter, cover.entries[letter]);
        }
        puts("");
        best += cover.best;
        without += cover.without;
    }
    printf("%u themes, %u answers. The mean best score is %.2f; %.2f %% of rolls have no answer.\n",
           words_themes, words_entries, best / words_themes, 100 * without / words_themes);
    return 0;
}
