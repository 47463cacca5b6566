#include "games/themots/words_coverage.h"

#include <string.h>

#include "base/memory.h"

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

void words_cover(unsigned theme, const char *const face[WORDS_DICE], struct words_coverage *out)
{
    const struct words_theme *t = &words_theme[theme];
    const unsigned faces = (unsigned)strlen(face[0]);
    uint32_t *set[WORDS_LETTERS], dice = 0;
    size_t count[WORDS_LETTERS];
    unsigned rolls = 1;
    uint64_t sum = 0, nothing = 0;
    memset(out, 0, sizeof *out);
    for (uint32_t i = t->entry; i < t->entry + t->entries; i++)
        out->entries[words_form[words_entry[i].form].initial]++;
    for (int die = 0; die < WORDS_DICE; die++) {
        dice |= words_letters(face[die]);
        rolls *= faces;
    }
    for (unsigned letter = 0; letter < WORDS_LETTERS; letter++) {
        set[letter] = memory_new(t->first[letter + 1] - t->first[letter] + 1, sizeof *set[letter]);
        count[letter] = best_sets(t, letter, dice, set[letter]);
    }
    for (unsigned number = 0; number < rolls; number++) {
        uint8_t roll[WORDS_DICE];
        for (unsigned die = 0, rest = number; die < WORDS_DICE; die++, rest /= faces)
            roll[die] = (uint8_t)(face[die][rest % faces] - 'A');
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
