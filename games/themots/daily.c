/* The challenge of the day: a theme, five letters and an initial, and a minute for words.
 * games/themots/tools/daily.c chose them. A line of the list is `THEME LETTERS DIE`, with the die
 * of the initial from 0. */
#include "match/daily.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "embedded/themots_daily.h"
#include "games/themots/rules.h"

enum { BEST = 12 }; /* answers that are shown afterwards */

static unsigned count(void)
{
    unsigned lines = 0;
    for (size_t i = 0; i < sizeof themots_daily; i++)
        lines += themots_daily[i] == '\n';
    return lines; /* in a browser the list has only zeros until it is loaded */
}

struct task {
    unsigned theme, initial; /* the die */
    uint8_t dice[WORDS_DICE];
};

static void read_task(unsigned number, struct task *out)
{
    struct span rest = {(const char *)themots_daily, sizeof themots_daily};
    struct span line = span_cut(&rest, '\n');
    uint64_t die;
    while (number-- > 0)
        line = span_cut(&rest, '\n');
    out->theme = words_find_theme(span_cut(&line, ' '));
    const struct span letters = span_cut(&line, ' ');
    if (out->theme == words_themes || letters.length != WORDS_DICE ||
        !span_number(line, 0, WORDS_DICE - 1, &die))
        abort(); /* a test reads them all */
    out->initial = (unsigned)die;
    for (int i = 0; i < WORDS_DICE; i++)
        out->dice[i] = (uint8_t)(letters.at[i] - 'A');
}

static void words(unsigned number, struct daily_words *out)
{
    struct task task;
    read_task(number, &task);
    for (int i = 0; i < 2; i++)
        snprintf(out->theme[i], DAILY_TITLE, "%s", words_theme[task.theme].title[i]);
    for (int i = 0; i < WORDS_DICE; i++) {
        out->letter[i] = (char)('A' + task.dice[i]);
        out->colour[i] = themots_colour[i];
    }
    out->initial = (int)task.initial;
}

/* Of the readings with the right initial, the one with the most points. */
static uint32_t best_reading(const struct task *task, const struct words_reading reading[],
                             size_t readings)
{
    uint32_t best = WORDS_NONE;
    unsigned most = 0;
    for (size_t i = 0; i < readings; i++) {
        const uint32_t form = reading[i].form;
        if (form == WORDS_NONE || words_form[form].initial != task->dice[task->initial])
            continue;
        const unsigned points = words_value(form, task->dice, false);
        if (points > most) {
            best = form;
            most = points;
        }
    }
    return best;
}

static void word(unsigned number, struct span said, struct daily_word *out)
{
    struct words_reading reading[WORDS_READINGS];
    struct text why = text_on(out->why, sizeof out->why);
    struct task task;
    read_task(number, &task);
    *out = (struct daily_word){0};
    const size_t readings = words_readings(task.theme, said, reading);
    const uint32_t form = best_reading(&task, reading, readings);
    if (form == WORDS_NONE) {
        if (readings && reading[0].form != WORDS_NONE)
            text_fail(&why, tr("a word begins with %c"), 'A' + task.dice[task.initial]);
        else
            text_fail(&why, tr("the lexicon does not have this word on this theme"));
        return;
    }
    const struct words_entry *entry = &words_entry[words_form[form].entry];
    const struct span written = words_written(form);
    out->good = true;
    out->points = (int)words_value(form, task.dice, false);
    out->family = entry->root ? entry->root : UINT32_MAX - entry->word;
    snprintf(out->written, sizeof out->written, "%.*s", (int)written.length, written.at);
}

static void best(unsigned number, struct lines *out)
{
    struct words_answer *answer = memory_new(WORDS_ANSWERS_MAX, sizeof *answer);
    uint32_t shown[BEST];
    size_t lines = 0;
    struct task task;
    read_task(number, &task);
    const size_t found =
        words_answers(task.theme, task.dice[task.initial], task.dice, false, WORDS_PLAIN, answer);
    for (size_t i = 0; i < found && lines < BEST; i++) {
        const uint32_t entry = words_form[answer[i].form].entry;
        const struct span written = words_written(answer[i].form);
        size_t at = 0;
        while (at < lines && words_entry[shown[at]].word != words_entry[entry].word)
            at++;
        if (at < lines || answer[i].points == 0)
            continue;
        shown[lines++] = entry;
        lines_printf(out, "%u %.*s", answer[i].points, (int)written.length, written.at);
    }
    memory_free(answer);
}

const struct daily themots_challenge = {.game = &themots_game,
                                        .kind = DAILY_WORDS,
                                        .count = count,
                                        .words = words,
                                        .word = word,
                                        .best = best};
