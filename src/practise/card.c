#include "practise/card.h"

#include <stdio.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"

#define NOTE "#! "

static const char *note_of(const char *line)
{
    return strncmp(line, NOTE, sizeof NOTE - 1) == 0 ? line + sizeof NOTE - 1 : NULL;
}

void card_id(const struct exercise *e, char id[CARD_ID_LENGTH + 1])
{
    struct lines lines = {0};
    match_settings(e->match, &lines);
    for (size_t i = 0; i < e->match->body.count; i++) {
        if (e->match->body.line[i][0] != '#')
            lines_add(&lines, span_of(e->match->body.line[i]));
    }
    lines_printf(&lines, "%d", e->seat);
    char *text = lines_join(&lines);
    snprintf(id, CARD_ID_LENGTH + 1, "%016llx", (unsigned long long)text_hash(text));
    memory_free(text);
}

static void write_choice(const struct exercise *e, const struct choice *choice, struct lines *out)
{
    char words[GAME_LINE_MAX];
    struct text text = text_on(words, sizeof words);
    exercise_words(e, choice->action, &text);
    lines_printf(out, NOTE "worth %.4f %.4f %.4f %s", choice->share, choice->error, choice->apart,
                 words);
}

char *card_write(const struct exercise *e, int made)
{
    char words[GAME_LINE_MAX], day[16];
    struct text played = text_on(words, sizeof words), date = text_on(day, sizeof day);
    struct lines lines = {0};
    match_record_header(e->match, &lines);
    lines_add(&lines, span_of("---"));
    for (size_t i = 0; i < e->match->body.count; i++) {
        if (e->match->body.line[i][0] != '#')
            lines_add(&lines, span_of(e->match->body.line[i]));
    }
    exercise_words(e, e->choice[e->played].action, &played);
    day_write(made, &date);
    lines_printf(&lines, NOTE "seat %d", e->seat);
    lines_printf(&lines, NOTE "theme %s", e->practice->themes[e->theme].id);
    lines_printf(&lines, NOTE "made %s", day);
    lines_printf(&lines, NOTE "played %s", words);
    lines_printf(&lines, NOTE "judged %d", e->depth);
    for (size_t i = 0; i < e->count; i++) {
        if (i < CARD_CHOICES || i == e->played)
            write_choice(e, &e->choice[i], &lines);
    }
    return lines_join(&lines);
}

bool card_is(const struct match *match)
{
    for (size_t i = match->body.count; i > 0; i--) {
        const char *note = note_of(match->body.line[i - 1]);
        if (note && strncmp(note, "worth ", 6) == 0)
            return true;
        if (match->body.line[i - 1][0] != '#')
            return false;
    }
    return false;
}

/* A number like 0.4612. */
static bool read_share(struct span text, double *out)
{
    double value = 0, unit = 1;
    bool point = false;
    if (text.length == 0 || text.length > 12)
        return false;
    for (size_t i = 0; i < text.length; i++) {
        const char c = text.at[i];
        if (c == '.' && !point) {
            point = true;
        } else if (c >= '0' && c <= '9') {
            value = 10 * value + c - '0';
            unit *= point ? 10 : 1;
        } else {
            return false;
        }
    }
    *out = value / unit;
    return *out <= 1;
}

/* The action with these words at the position. */
static bool read_action(const struct exercise *e, struct span words, game_action *action,
                        struct text *why)
{
    char buffer[GAME_LINE_MAX];
    struct text line = text_on(buffer, sizeof buffer);
    struct game_history history = {0};
    text_printf(&line, "%d ", e->seat);
    text_add_bytes(&line, words.at, words.length);
    game_history_set(&history, &e->match->history);
    const bool good =
        game_read_line(e->match->game, e->match->state, span_of(buffer), action, &history, why);
    game_history_free(&history);
    return good;
}

static bool read_worth(struct exercise *e, struct span rest, struct text *why)
{
    struct choice choice;
    if (!read_share(span_cut(&rest, ' '), &choice.share) ||
        !read_share(span_cut(&rest, ' '), &choice.error) ||
        !read_share(span_cut(&rest, ' '), &choice.apart) || !rest.at)
        return text_fail(why, tr("a card's 'worth' has three numbers from 0 to 1 and a choice"));
    if (!read_action(e, rest, &choice.action, why))
        return false;
    if (e->count && choice.share > e->choice[0].share)
        return text_fail(why, tr("a card's first choice is the best one"));
    if (e->count == GAME_ACTIONS_MAX)
        return text_fail(why, tr("a card has too many choices"));
    e->choice = memory_resize(e->choice, e->count + 1, sizeof *e->choice);
    e->choice[e->count++] = choice;
    return true;
}

/* The members of a card that come before its choices. */
struct notes {
    struct span played;
    uint64_t depth, seat;
    int theme, made;
};

static bool read_note(struct exercise *e, struct notes *notes, const char *note, struct text *why)
{
    struct span rest = span_of(note);
    const struct span key = span_cut(&rest, ' ');
    if (span_is(key, "seat")) {
        if (!span_number(rest, 1, (uint64_t)e->match->settings.players, &notes->seat))
            return text_fail(why, tr("a card's seat is a number from 1 to %d"),
                             e->match->settings.players);
        e->seat = (int)notes->seat;
    } else if (span_is(key, "theme")) {
        notes->theme = rest.at ? practice_theme(e->practice, rest) : -1;
        if (notes->theme < 0)
            return text_fail(why, tr("%s has no such theme"), e->match->game->title);
    } else if (span_is(key, "made")) {
        if (!rest.at || !day_read(rest, &notes->made))
            return text_fail(why, tr("a card's date is a day such as 2026-11-20"));
    } else if (span_is(key, "played")) {
        notes->played = rest;
    } else if (span_is(key, "judged")) {
        if (!span_number(rest, 1, JUDGE_DEPTHS_MAX, &notes->depth))
            return text_fail(why, tr("a card's depth is a number from 1 to %d"), JUDGE_DEPTHS_MAX);
    } else if (span_is(key, "worth")) {
        if (!e->seat)
            return text_fail(why, tr("a card names its seat before its choices"));
        return read_worth(e, rest, why);
    }
    return true; /* unknown notes are of later versions */
}

static bool read_notes(struct exercise *e, int *made, struct text *why)
{
    struct notes notes = {.theme = -1, .made = -1};
    game_action played;
    for (size_t i = 0; i < e->match->body.count; i++) {
        const char *note = note_of(e->match->body.line[i]);
        if (note && !read_note(e, &notes, note, why))
            return false;
    }
    if (e->count < 2 || notes.theme < 0 || notes.made < 0 || !notes.depth || !notes.played.at)
        return text_fail(why, tr("a card has a seat, a theme, a day, a depth, the choice that was "
                                 "made, and two choices or more"));
    const int mover = match_mover(e->match);
    if (mover != e->seat && mover != GAME_ANYONE)
        return text_fail(why, tr("a card ends before a decision of its seat"));
    if (!read_action(e, notes.played, &played, why))
        return false;
    e->theme = notes.theme;
    e->depth = (int)notes.depth;
    *made = notes.made;
    for (e->played = 0; e->played < e->count; e->played++) {
        if (e->choice[e->played].action == played)
            return true;
    }
    return text_fail(why, tr("a card lists the choice that was made"));
}

bool card_read(struct span text, struct exercise *out, int *made, struct text *why)
{
    size_t line;
    struct match *match = match_read(text, &line, why);
    if (!match)
        return false;
    struct exercise e = exercise_on(practice_of(match->game), match, 0);
    if (!e.practice)
        text_fail(why, tr("%s has nothing to practise"), match->game->title);
    else if (read_notes(&e, made, why)) {
        *out = e;
        return true;
    }
    exercise_free(&e);
    return false;
}
