/* cornet words: the themes and answers of the lexicon, and words of people compared with it: lists,
 * and what tables accepted by vote. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/lines.h"
#include "cli/admin.h"
#include "games/themots/rules.h"
#include "games/themots/words.h"
#include "match/match.h"
#include "program/options.h"
#include "server/admin.h"
#include "tui/report.h"

enum { NOTE = 50 }; /* columns of the note on an answer */

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
            count[die] = words_answers(theme, dice[die], dice, false, WORDS_RARE, part[die]);
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
        total = words_answers(theme, dice[colour], dice, false, WORDS_RARE, found);
    else
        total = any_initial(theme, dice, found);
    show_answers(&screen, theme, found, total, black);
    return command_finish(command);
}

/* ---- lists of words ---- */

static void show_refused(struct screen *screen, unsigned theme, const char *word,
                         const struct words_reading reading[], size_t count)
{
    bool known = false;
    screen_put_padded(screen, word, 28);
    for (unsigned other = 0; other < words_themes; other++) {
        for (size_t i = 0; i < count; i++) {
            if (words_find(other, reading[i].folded) == WORDS_NONE)
                continue;
            screen_printf(screen, "%s%s", known ? ", " : tr(" only in: "), words_theme[other].id);
            known = true;
            break;
        }
    }
    if (!known)
        screen_put(screen, tr(" unknown"));
    for (size_t i = 0; i < count; i++) {
        const uint32_t meant = words_near(theme, reading[i].folded);
        if (meant == WORDS_NONE)
            continue;
        screen_printf(screen, tr("; did you mean %.*s?"), (int)words_written(meant).length,
                      words_written(meant).at);
        break;
    }
    screen_put(screen, "\n");
}

static int check_words(const struct command *command, unsigned theme, FILE *in)
{
    struct screen screen = screen_on(stdout);
    char *line = NULL;
    size_t capacity = 0, words = 0, good = 0;
    for (ssize_t length; (length = getline(&line, &capacity, in)) > 0;) {
        struct words_reading reading[WORDS_READINGS];
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] == '\0' || line[0] == '#')
            continue;
        const size_t count = words_readings(theme, span_of(line), reading);
        words++;
        if (count > 0 && reading[0].form != WORDS_NONE)
            good++;
        else
            show_refused(&screen, theme, line, reading, count);
    }
    free(line);
    screen_printf(&screen,
                  trn("%s: %zu of %zu word accepted, %.1f %%\n",
                      "%s: %zu of %zu words accepted, %.1f %%\n", words),
                  words_theme[theme].id, good, words,
                  words ? 100.0 * (double)good / (double)words : 0.0);
    return command_finish(command);
}

/* Prints the words of the file (`-`: standard input; one per line) that the theme refuses, and why;
 * then the number that it accepts. */
static int check_list(const struct command *command, const char *theme, const char *path)
{
    const unsigned number = words_find_theme(span_of(theme));
    const bool standard = strcmp(path, "-") == 0;
    if (number == words_themes)
        return command_usage(command, tr("no theme '%s'; run 'cornet words' to list them"), theme);
    FILE *in = standard ? stdin : fopen(path, "r");
    if (!in)
        return command_failed(command, tr("cannot open %s: %s"), path, strerror(errno));
    const int code = check_words(command, number, in);
    if (!standard)
        fclose(in);
    return code;
}

/* ---- proposals ---- */

/* Adds the words of a record that were accepted without being in the theme's list, once each. */
static void collect(const struct match *match, struct lines *out)
{
    struct match *again = report_until(match, 0);
    const size_t first = out->count;
    for (size_t i = 0; i < match->body.count; i++) {
        const struct themots *s = (const struct themots *)&again->state;
        if (strncmp(match->body.line[i], "* yes ", 6) == 0 && s->word == THEMOTS_NO_WORD) {
            char word[GAME_LINE_MAX];
            size_t at = first;
            snprintf(word, sizeof word, "%s: %s", words_theme[themots_theme(s, s->theme)].id,
                     s->text);
            while (at < out->count && strcmp(out->line[at], word) != 0)
                at++;
            if (at == out->count)
                lines_add(out, span_of(word));
        }
        report_play(again, match->body.line[i]);
    }
    match_free(again);
}

static bool see_table(void *context, const struct admin_table *table)
{
    size_t line;
    struct match *match = match_read(table->record, &line, TEXT_UNREAD);
    if (match && match->game == &themots_game)
        collect(match, context);
    match_free(match);
    return true;
}

static int collect_store(const struct command *command, const char *store, struct lines *words)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    int code;
    if (!admin_find_store(command, &store, true, &code))
        return code;
    if (!admin_tables(store, NULL, see_table, words, &why))
        return command_failed(command, "%s", reason);
    return COMMAND_DONE;
}

static int collect_files(char **path, int count, struct lines *words)
{
    for (int i = 0; i < count; i++) {
        struct match *match = command_record(path[i]);
        if (!match)
            return COMMAND_WRONG_INPUT;
        if (match->game == &themots_game)
            collect(match, words);
        match_free(match);
    }
    return COMMAND_DONE;
}

/* Prints the words accepted by vote in these records or, with `count` 0, at the tables of the store
 * (NULL: the user's own); `counted`: with the number of games. */
static int proposals(const struct command *command, char **path, int count, const char *store,
                     bool counted)
{
    struct lines words = {0};
    struct screen screen = screen_on(stdout);
    const int code =
        count ? collect_files(path, count, &words) : collect_store(command, store, &words);
    lines_sort(&words);
    for (size_t i = 0, next; code == COMMAND_DONE && i < words.count; i = next) {
        for (next = i + 1; next < words.count; next++) {
            if (strcmp(words.line[next], words.line[i]) != 0)
                break;
        }
        screen_put(&screen, words.line[i]);
        if (counted)
            screen_printf(&screen, "\t%zu", next - i);
        screen_put(&screen, "\n");
    }
    lines_free(&words);
    return code == COMMAND_DONE ? command_finish(command) : code;
}

/* ---- the command ---- */

static int run(const struct command *command, int argc, char **argv)
{
    bool check = false, propose = false, suggest = false;
    const char *store = NULL;
    const struct command_option options[] = {
        {.argument = mark("THEME"),
         .help =
             mark("Names a theme by its id or title. Without it, the command lists the themes.")},
        {.argument = mark("LETTERS"),
         .help = mark("Gives the five letters in the order vert blanc jaune rouge bleu: BORVA.")},
        {.argument = mark("COLOUR"),
         .help =
             mark("Names the die with the first letter, or noir. Without it, every die counts.")},
        {"check", NULL,
         mark("Reads words from a file, one per line, and prints those that the theme refuses, "
              "with the reason: THEME FILE."),
         .group = 1, .flag = &check},
        {"voted", NULL,
         mark("Prints words that players accepted by vote, and in how many games. They come from "
              "the records named instead of a theme, or from the store."),
         .group = 1, .flag = &propose},
        {"proposals", NULL, mark("Does the same as --voted, under an older name."), .group = 1,
         .flag = &propose},
        {"suggestions", NULL,
         mark("Does the same as --voted, but reads records only and prints no counts."), .group = 1,
         .flag = &suggest},
        admin_store_option(&store),
        {0},
    };
    struct screen screen = screen_on(stdout);
    int code;
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    if (suggest && argc == 0)
        return command_usage(command, tr("--suggestions needs records, or - for standard input"));
    if (store && (!propose || argc > 0))
        return command_usage(command, tr("--store works only with --voted"));
    if (suggest || propose)
        return proposals(command, argv, argc, store, propose);
    if (check && argc != 2)
        return command_usage(command,
                             tr("--check needs a THEME and a FILE, or - for standard input"));
    if (check)
        return check_list(command, argv[0], argv[1]);
    if (argc == 0) {
        show_themes(&screen);
        return command_finish(command);
    }
    if (argc < 2 || argc > 3)
        return command_usage(command, tr("give a THEME and five LETTERS, optionally a COLOUR; "
                                         "without arguments the themes are listed"));
    return answer(command, argv, argc);
}

const struct command command_words = {
    .name = "words",
    .topic = COMMAND_BOTS,
    .arguments = mark("[THEME LETTERS [COLOUR]]"),
    .about = mark("Lists the themes of the lexicon, or the answers to a roll, best first."),
    .example = "cornet words personnalites BORVA vert",
    .run = run,
};
