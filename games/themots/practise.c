/* Practising Thémots: the words that were missed, and rounds against the clock. */
#include <stdio.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "games/themots/rules.h"
#include "practise/practice.h"

enum { SECONDS = 60 };

static const struct practice_theme themes[] = {
    {"words", mark("Words"), mark("Which word do you say?"), 2, 0},
    {.id = NULL},
};

static int theme(const void *view, int seat, game_action best, game_action other)
{
    (void)view;
    (void)seat;
    (void)best;
    (void)other;
    return 0;
}

static game_action silence(int seat)
{
    return themots_action(THEMOTS_PASS, (unsigned)seat - 1, 0, 0);
}

/* Says the word in a copy of the state. Returns its points; -1 with the reason if it is refused. */
static int try_word(const struct themots *at, game_action say, const struct game_history *history,
                    struct text *why)
{
    struct themots s = *at;
    struct game_history past = {0};
    game_action ruling;
    int points = -1;
    game_history_set(&past, history);
    themots_game.apply(&s, say, &past);
    if (themots_game.ruling(&s, &ruling) && themots_kind(ruling) == THEMOTS_YES)
        points = (int)themots_value(ruling);
    else
        themots_explain(&s, ruling, why);
    game_history_free(&past);
    return points;
}

static void add_fact(const struct match *match, const struct themots *s, game_action action,
                     struct text *out)
{
    char line[GAME_LINE_MAX], refused[TEXT_WHY];
    struct text words = text_on(line, sizeof line), why = text_on(refused, sizeof refused);
    if (out->length)
        text_char(out, ' ');
    if (themots_kind(action) != THEMOTS_SAY) {
        text_add(out, tr("Without a word there is no token."));
        return;
    }
    themots_game.write(s, action, &match->history, GAME_OPEN, &words);
    const char *word = strstr(line, "say ");
    word = word ? word + 4 : line;
    const int points = try_word(s, action, &match->history, &why);
    if (points < 0)
        text_printf(out, tr("“%s” is refused."), word);
    else
        text_printf(out,
                    trn("“%s” earns %d token.", "“%s” earns %d tokens.", (unsigned long)points),
                    word, points);
}

static void because(const struct match *match, const void *view, int seat, game_action best,
                    game_action other, struct text *out)
{
    (void)seat;
    add_fact(match, view, best, out);
    add_fact(match, view, other, out);
}

static bool pose(int wanted, struct rng *rng, struct game_settings *settings)
{
    char card[8];
    (void)wanted;
    snprintf(card, sizeof card, "%u", 1 + rng_below(rng, WORDS_CARDS));
    return game_set(&themots_game, settings, span_of("card"), span_of(card), TEXT_UNREAD) &&
           game_set(&themots_game, settings, span_of("opening"), span_of("plain"), TEXT_UNREAD);
}

static int points(const struct match *match, struct span word, struct text *why)
{
    char text[GAME_LINE_MAX];
    struct text line = text_on(text, sizeof text);
    struct game_history history = {0};
    game_action action;
    int found = -1;
    const bool said = word.length > 4 && memcmp(word.at, "say ", 4) == 0; /* as a line has it */
    text_add(&line, said ? "" : "say ");
    text_add_bytes(&line, word.at, word.length);
    game_history_set(&history, &match->history);
    if (themots_game.read(match->state, 1, span_of(text), &action, &history, why))
        found = try_word((const void *)match->state, action, &history, why);
    game_history_free(&history);
    return found;
}

static void words(const struct match *match, size_t max, struct lines *out)
{
    const struct themots *s = (const void *)match->state;
    struct words_answer *answer = memory_new(WORDS_ANSWERS_MAX, sizeof *answer);
    const size_t count = themots_answers(s, s->theme, answer);
    for (size_t i = 0; i < count && i < max; i++) {
        const struct span word = words_written(answer[i].form);
        lines_printf(out, "%u %.*s", themots_points(s, answer[i].form), (int)word.length, word.at);
    }
    memory_free(answer);
}

const struct practice themots_practice = {
    .game = &themots_game,
    .themes = themes,
    .rule = {.depth = 2, .least = 0.02, .times = 1},
    .theme = theme,
    .because = because,
    .silence = silence,
    .level = "normal",
    .depth = 1,
    .pose = pose,
    .points = points,
    .words = words,
    .seconds = SECONDS,
};
