/* cornet words: the themes and answers of the lexicon, and its coverage of the dice. */
#include <stdio.h>
#include <string.h>

#include "base/lang.h"
#include "games/themots/command_words_lists.h"
#include "games/themots/rules.h"
#include "games/themots/words_coverage.h"
#include "program/options.h"

enum { NOTE = 50 };  /* columns of the note on an answer */
enum { ENOUGH = 3 }; /* answers that a theme should have for a letter */

/* ---- themes and answers ---- */

static void show_themes(struct screen *screen)
{
    screen_printf(screen, tr("%u themes, %u answers, %u spellings, %.1f MB\n"), words_themes,
                  words_entries, words_forms, words_bytes / 1e6);
    for (unsigned card = 0; card < WORDS_CARDS; card++) {
        screen_printf(screen, tr("\nCard %u\n"), card + 1);
        for (unsigned i = 0; i < WORDS_ON_CARD; i++) {
            const unsigned theme = words_card[card][i];
            screen_printf(screen, "  %u  ", i + 1);
            screen_put_padded(screen, words_theme[theme].id, 18);
            screen_put_padded(screen, words_title(theme), 36);
            screen_printf(screen, "%6u\n", words_theme[theme].entries);
        }
    }
}

static void show_answers(struct screen *screen, unsigned theme, const struct words_answer answer[],
                         size_t count, bool black)
{
    static const char *const level[] = {"", mark("known to everybody"), mark("easy"), "",
                                        mark("rare")};
    for (size_t i = 0; i < count; i++) {
        const struct words_entry *entry = &words_entry[words_form[answer[i].form].entry];
        const struct span text = words_written(answer[i].form);
        char word[GAME_SAID_MAX], line[512];
        snprintf(word, sizeof word, "%.*s", (int)text.length, text.at);
        snprintf(line, sizeof line, "%s%s%s%s", entry->names ? "(" : "",
                 entry->names ? words_text + entry->names : "", entry->names ? ") " : "",
                 *level[answer[i].level] ? tr(level[answer[i].level]) : "");
        if (black)
            screen_put(screen, "  ");
        else
            screen_printf(screen, "%u ", answer[i].points);
        screen_put_padded(screen, word, *line ? 26 : 0);
        if (*line)
            screen_put(screen, " ");
        if (screen_width(line) < NOTE)
            screen_put(screen, line);
        else
            screen_put_cut(screen, line, NOTE);
        screen_put(screen, "\n");
    }
    if (count == 0)
        screen_printf(screen, tr("No answer for \"%s\".\n"), words_title(theme));
}

/* All answers that begin with one of the dice, best first. */
static size_t any_initial(unsigned theme, const uint8_t dice[WORDS_DICE], struct words_answer out[])
{
    static struct words_answer part[WORDS_DICE][WORDS_ANSWERS_MAX];
    size_t count[WORDS_DICE] = {0}, next[WORDS_DICE] = {0}, total = 0;
    uint32_t done = 0;
    for (int die = 0; die < WORDS_DICE; die++) {
        if (!(done >> dice[die] & 1))
            count[die] = words_answers(theme, dice[die], dice, WORDS_RARE, part[die]);
        done |= 1u << dice[die];
    }
    for (unsigned points = WORDS_DICE; points > 0; points--) {
        for (int die = 0; die < WORDS_DICE; die++) {
            while (next[die] < count[die] && part[die][next[die]].points == points &&
                   total < WORDS_ANSWERS_MAX)
                out[total++] = part[die][next[die]++];
        }
    }
    return total;
}

static int answer(const struct command *command, char **argument, int count)
{
    static struct words_answer found[WORDS_ANSWERS_MAX];
    struct screen screen = screen_on(stdout);
    const unsigned theme = words_find_theme(span_of(argument[0]));
    char letters[WORDS_FORM_MAX];
    uint8_t dice[WORDS_DICE];
    unsigned colour = 0;
    size_t total;
    if (theme == words_themes)
        return command_usage(command, tr("no theme '%s'; run 'cornet words' to list them"),
                             argument[0]);
    if (!words_fold(span_of(argument[1]), letters) || strlen(letters) != WORDS_DICE)
        return command_usage(
            command,
            tr("LETTERS must be five letters in the order vert blanc jaune rouge bleu, not '%s'"),
            argument[1]);
    for (int die = 0; die < WORDS_DICE; die++)
        dice[die] = (uint8_t)(letters[die] - 'A');
    while (count == 3 && colour < THEMOTS_COLOURS &&
           strcmp(argument[2], themots_colour[colour]) != 0)
        colour++;
    if (colour == THEMOTS_COLOURS)
        return command_usage(command,
                             tr("COLOUR must be vert, blanc, jaune, rouge, bleu or noir, not '%s'"),
                             argument[2]);
    const bool black = count == 3 && colour == THEMOTS_BLACK;
    if (black)
        total = words_without(theme, dice, WORDS_RARE, found);
    else if (count == 3)
        total = words_answers(theme, dice[colour], dice, WORDS_RARE, found);
    else
        total = any_initial(theme, dice, found);
    show_answers(&screen, theme, found, total, black);
    return command_finish(command);
}

/* ---- coverage ---- */

static int coverage(const struct command *command)
{
    struct screen screen = screen_on(stdout);
    const char *face[WORDS_DICE];
    uint32_t on_dice = 0;
    double best = 0, without = 0;
    unsigned pairs = 0, enough = 0;
    for (int die = 0; die < WORDS_DICE; die++) {
        face[die] = themots_face[die];
        on_dice |= words_letters(face[die]);
    }
    screen_put(&screen,
               tr("Answers by first letter, and the mean best score over all rolls:\n\n  "));
    for (unsigned letter = 0; letter < WORDS_LETTERS; letter++) {
        if (on_dice >> letter & 1)
            screen_printf(&screen, "%4c", 'A' + letter);
    }
    screen_put(&screen, "\n");
    for (unsigned theme = 0; theme < words_themes; theme++) {
        const struct words_theme *t = &words_theme[theme];
        struct words_coverage cover;
        words_cover(theme, face, &cover);
        screen_printf(&screen,
                      trn("%s: %u answer%s, best %.2f, no answer %.1f %%\n  ",
                          "%s: %u answers%s, best %.2f, no answer %.1f %%\n  ", t->entries),
                      t->id, t->entries, t->closed ? tr(" (a closed set)") : "", cover.best,
                      100 * cover.without);
        for (unsigned letter = 0; letter < WORDS_LETTERS; letter++) {
            if (!(on_dice >> letter & 1))
                continue;
            screen_printf(&screen, "%4u", cover.entries[letter]);
            pairs += !t->closed;
            enough += !t->closed && cover.entries[letter] >= ENOUGH;
        }
        screen_put(&screen, "\n");
        best += cover.best;
        without += cover.without;
    }
    char summary[GAME_LINE_MAX];
    snprintf(
        summary, sizeof summary,
        tr("%u themes, %u answers. In open themes %.1f %% of the pairs of theme and letter have %d "
           "or more answers. The mean best score is %.2f; %.2f %% of rolls have no answer."),
        words_themes, words_entries, 100.0 * enough / pairs, ENOUGH, best / words_themes,
        100 * without / words_themes);
    screen_put(&screen, "\n");
    screen_put_wrapped(&screen, summary, 0);
    return command_finish(command);
}

/* ---- the command ---- */

static int run(const struct command *command, int argc, char **argv)
{
    bool cover = false, check = false, propose = false, suggest = false;
    const char *store = NULL;
    const struct command_option options[] = {
        {.argument = mark("THEME"), .help = mark("its id or title; omit it to list the themes")},
        {.argument = mark("LETTERS"),
         .help = mark("five letters, in the order vert blanc jaune rouge bleu: BORVA")},
        {.argument = mark("COLOUR"),
         .help = mark("the die with the first letter, or noir; omitted: any of them")},
        {"coverage", NULL, mark("print how many answers each theme has for each letter"),
         .group = 1, .flag = &cover},
        {"check", NULL,
         mark("print the words of a file (one per line) that the theme refuses, with the reason: "
              "THEME FILE"),
         .group = 1, .flag = &check},
        {"proposals", NULL,
         mark("print words that players accepted by vote, and in how many games; from the records "
              "named instead of a theme, or from the store"),
         .group = 1, .flag = &propose},
        {"suggestions", NULL, mark("the older name: the same from records only, without counts"),
         .group = 1, .flag = &suggest},
        {"store", mark("FILE"), mark("the store"),
         .default_text = mark("in the user's data folder"), .text = &store},
        {0},
    };
    struct screen screen = screen_on(stdout);
    int code;
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    if (suggest && argc == 0)
        return command_usage(command, tr("--suggestions needs records, or - for standard input"));
    if (store && (!propose || argc > 0))
        return command_usage(command, tr("--store works only with --proposals"));
    if (suggest || propose)
        return words_proposals(command, argv, argc, store, propose);
    if (check && argc != 2)
        return command_usage(command,
                             tr("--check needs a THEME and a FILE, or - for standard input"));
    if (check)
        return words_check(command, argv[0], argv[1]);
    if (cover && argc == 0)
        return coverage(command);
    if (!cover && argc == 0) {
        show_themes(&screen);
        return command_finish(command);
    }
    if (cover || argc < 2 || argc > 3)
        return command_usage(command, tr("give a THEME and five LETTERS, optionally a COLOUR; "
                                         "without arguments the themes are listed"));
    return answer(command, argv, argc);
}

const struct command command_words = {
    .name = "words",
    .topic = COMMAND_BOTS,
    .arguments = mark("[THEME LETTERS [COLOUR]]"),
    .about = mark("lists the themes of the lexicon, or the answers to a roll, best first"),
    .example = "cornet words personnalites BORVA vert",
    .run = run,
};
