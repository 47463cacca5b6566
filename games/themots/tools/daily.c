/* tools/words_daily: chooses the challenges of the day of Thémots.
 *
 *     words_daily find DAYS SEED >games/themots/data/themots-daily.txt
 *     words_daily prove <games/themots/data/themots-daily.txt
 *
 * A line is `THEME LETTERS DIE`: the faces of the five dice, and the die of the initial. `find`
 * takes every theme once before it takes one again, and a throw with enough answers: ANSWERS that
 * people know, GOOD of them with three points or more. `prove` counts them again, word by word. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "games/themots/rules.h"

enum { ANSWERS = 12, GOOD = 3, POINTS = 3, THEMES_MAX = 64 };

/* The answers of the theme that are not rare, one for each entry, by the forms themselves. */
static void tally(unsigned theme, const uint8_t dice[WORDS_DICE], unsigned die, int *answers,
                  int *good)
{
    const struct words_theme *t = &words_theme[theme];
    *answers = *good = 0;
    for (uint32_t e = t->entry; e < t->entry + t->entries; e++) {
        const struct words_entry *entry = &words_entry[e];
        if (entry->level > WORDS_PLAIN || words_form[entry->form].initial != dice[die])
            continue;
        unsigned points = 0;
        for (int i = 0; i < WORDS_DICE; i++)
            points += words_form[entry->form].letters >> dice[i] & 1;
        ++*answers;
        *good += points >= POINTS;
    }
}

static bool is_good(unsigned theme, const uint8_t dice[WORDS_DICE], unsigned die)
{
    int answers, good;
    tally(theme, dice, die, &answers, &good);
    return answers >= ANSWERS && good >= GOOD;
}

static bool throw_dice(unsigned theme, struct rng *rng, uint8_t dice[WORDS_DICE], unsigned *die)
{
    for (int i = 0; i < WORDS_DICE; i++)
        dice[i] = (uint8_t)(themots_face[i][rng_below(rng, THEMOTS_FACES)] - 'A');
    *die = rng_below(rng, WORDS_DICE);
    return is_good(theme, dice, *die);
}

static void find(int days, uint64_t seed)
{
    unsigned left[THEMES_MAX], lefts = 0;
    struct rng rng;
    rng_seed(&rng, seed);
    for (int day = 0; day < days;) {
        uint8_t dice[WORDS_DICE];
        unsigned die;
        for (unsigned theme = 0; lefts == 0 && theme < words_themes; theme++)
            left[theme] = theme;
        lefts = lefts ? lefts : words_themes;
        const unsigned at = rng_below(&rng, lefts), theme = left[at];
        left[at] = left[--lefts];
        bool found = false;
        for (int tried = 0; tried < 2000 && !found; tried++)
            found = throw_dice(theme, &rng, dice, &die);
        if (!found)
            continue; /* a small theme: the next one */
        printf("%s ", words_theme[theme].id);
        for (int i = 0; i < WORDS_DICE; i++)
            putchar('A' + dice[i]);
        printf(" %u\n", die);
        day++;
    }
}

static int prove(void)
{
    char line[128], theme[64], letters[16];
    int number = 0;
    while (fgets(line, sizeof line, stdin)) {
        uint8_t dice[WORDS_DICE];
        unsigned die, t = 0;
        number++;
        bool good = sscanf(line, "%63s %15s %u", theme, letters, &die) == 3 &&
                    strlen(letters) == WORDS_DICE && die < WORDS_DICE;
        while (good && t < words_themes && strcmp(words_theme[t].id, theme) != 0)
            t++;
        for (int i = 0; i < WORDS_DICE && good; i++) {
            good = strchr(themots_face[i], letters[i]) != NULL; /* the die has this face */
            dice[i] = (uint8_t)(letters[i] - 'A');
        }
        if (!good || t == words_themes || !is_good(t, dice, die)) {
            fprintf(stderr, "line %d: fewer than %d answers, or %d of %d points: %s", number,
                    ANSWERS, GOOD, POINTS, line);
            return 1;
        }
    }
    printf("%d throws: at least %d answers, %d of them with %d points\n", number, ANSWERS, GOOD,
           POINTS);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "find") == 0) {
        find(atoi(argv[2]), strtoull(argv[3], NULL, 10));
        return 0;
    }
    if (argc == 2 && strcmp(argv[1], "prove") == 0)
        return prove();
    fprintf(stderr, "words_daily find DAYS SEED, or words_daily prove\n");
    return 2;
}
