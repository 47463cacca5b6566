#include "games/themots/command_words_lists.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/lines.h"
#include "games/themots/rules.h"
#include "match/match.h"
#include "server/admin.h"
#include "tui/report.h"
#include "tui/saving.h"

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
    screen_printf(&screen, tr("%s: %zu of %zu words accepted, %.1f %%\n"), words_theme[theme].id,
                  good, words, words ? 100.0 * (double)good / (double)words : 0.0);
    return command_finish(command);
}

int words_check(const struct command *command, const char *theme, const char *path)
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
    struct text_unread unread;
    size_t line;
    struct match *match = match_read(table->record, &line, text_unread(&unread));
    if (match && match->game == &themots_game)
        collect(match, context);
    match_free(match);
    return true;
}

static int collect_store(const struct command *command, const char *store, struct lines *words)
{
    char path[4096], reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    if (!store && !saving_store(path, sizeof path))
        return command_usage(command, tr("there is no data folder: name a file with --store"));
    if (!admin_tables(store ? store : path, NULL, see_table, words, &why))
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

int words_proposals(const struct command *command, char **path, int count, const char *store,
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
