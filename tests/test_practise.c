/* Practising: the schedule, cards as text, decks that are joined, trainers, and which decisions of
 * a game become cards. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "helpers.h"
#include "match/analyse.h"
#include "match/driver.h"
#include "practise/deck.h"
#include "practise/drill.h"

enum { DAY = 20777 }; /* 2026-11-20 */

static int day_of(const char *text)
{
    int day;
    assert_true(day_read(span_of(text), &day));
    return day;
}

static void days_are_dates(void **state)
{
    static const char *const wrong[] = {"2026-02-29", "2026-2-3",   "2026-13-01", "1969-12-31",
                                        "2026-00-10", "2026-11-31", "2026/11/20", "2026-11-200"};
    int day;
    (void)state;
    assert_int_equal(day_of("1970-01-01"), 0);
    assert_int_equal(day_of("2026-11-20"), DAY);
    assert_int_equal(day_of("2028-03-01") - day_of("2028-02-28"), 2); /* a leap year */
    for (day = 0; day < 100000; day++) {
        struct text text = text_on((char[16]){0}, 16);
        int again;
        day_write(day, &text);
        assert_true(day_read(span_of(text.start), &again));
        assert_int_equal(again, day);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(day_read(span_of(wrong[i]), &day));
}

static void right_answers_come_back_later(void **state)
{
    static const int pauses[] = {3, 10, 30, 90, 270, 270};
    struct schedule s = schedule_of(DAY);
    int day = DAY;
    (void)state;
    for (size_t i = 0; i < sizeof pauses / sizeof *pauses; i++) {
        assert_true(schedule_answer(&s, day, true));
        assert_int_equal(s.due, day + pauses[i]);
        assert_false(schedule_answer(&s, s.due - 1, false)); /* too early: changes nothing */
        assert_int_equal(s.row, (int)i + 1);
        day = s.due;
    }
    assert_true(schedule_answer(&s, day, false));
    assert_int_equal(s.due, day + 1);
    assert_int_equal(s.row, 0);
    assert_true(schedule_answer(&s, day + 1, true));
    assert_int_equal(s.due, day + 1 + pauses[0]);
}

/* A position of a theme that is not one of words; the last choice was played. */
static bool make_exercise(const struct practice *practice, int theme, uint64_t seed,
                          struct exercise *e)
{
    if (drill_is_race(practice) || !drill_make(practice, theme, seed, e))
        return false;
    e->played = e->count - 1;
    return true;
}

static void trainers_repeat_and_know_the_best(void **state)
{
    (void)state;
    for (const struct practice *const *practice = practice_list; *practice; practice++) {
        struct exercise e, again;
        struct answer answer;
        char text[TEXT_WHY];
        struct text why = text_on(text, sizeof text);
        assert_true(drill_make(*practice, 0, 7, &e));
        assert_true(drill_make(*practice, 0, 7, &again));
        assert_memory_equal(e.match->state, again.match->state, (*practice)->game->state_size);
        assert_int_equal(e.count, again.count);
        if (!drill_is_race(*practice)) {
            struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
            for (size_t i = 1; i < e.count; i++)
                assert_true(e.choice[i - 1].share >= e.choice[i].share);
            exercise_words(&e, e.choice[0].action, &line);
            assert_true(exercise_answer(&e, span_of(line.start), &answer, &why));
            assert_true(answer.right);
            text_clear(&line);
            exercise_words(&e, e.choice[1].action, &line);
            assert_true(exercise_answer(&e, span_of(line.start), &answer, &why));
            assert_false(answer.right);
            assert_true(answer.loss >= ANALYSIS_MISTAKE);
            struct text reason = text_on((char[1000]){0}, 1000);
            exercise_explain(&e, &answer, &reason);
            assert_true(reason.length > 20 && !reason.cut);
            assert_false(exercise_answer(&e, span_of("nonsense"), &answer, &why));
            assert_true(why.length > 0);
        }
        exercise_free(&e);
        exercise_free(&again);
    }
}

static void words_are_scored(void **state)
{
    (void)state;
    for (const struct practice *const *practice = practice_list; *practice; practice++) {
        struct exercise e;
        struct drill_words words;
        struct lines best = {0};
        struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        if (!drill_is_race(*practice))
            continue;
        assert_true(drill_make(*practice, 0, 3, &e));
        drill_words_begin(&e, &words);
        assert_int_equal(drill_words_add(&e, span_of("qqq"), &words, &why), -1);
        assert_true(why.length > 0);
        (*practice)->words(e.match, 5, &best);
        assert_true(best.count > 0);
        const char *word = strchr(best.line[0], ' ') + 1;
        assert_int_equal(drill_words_add(&e, span_of(word), &words, &why), words.most);
        assert_int_equal(words.best, words.most);
        drill_words_end(&e, &words);
        assert_int_equal(words.missed.count, 0);
        lines_free(&best);
        drill_words_free(&words);
        exercise_free(&e);
    }
}

/* The texts of three cards. */
static size_t make_cards(char *text[], size_t most)
{
    size_t count = 0;
    for (const struct practice *const *practice = practice_list; *practice; practice++) {
        struct exercise e;
        if (count < most && make_exercise(*practice, 0, 11, &e)) {
            text[count] = card_write(&e, DAY + (int)count);
            count++;
            exercise_free(&e);
        }
    }
    return count;
}

static void cards_are_records(void **state)
{
    (void)state;
    for (const struct practice *const *practice = practice_list; *practice; practice++) {
        struct exercise e, read;
        char id[2][CARD_ID_LENGTH + 1];
        int made;
        size_t line;
        struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        if (!make_exercise(*practice, 0, 5, &e))
            continue;
        char *text = card_write(&e, DAY);
        struct match *match = match_read(span_of(text), &line, &why);
        assert_non_null(match);
        assert_true(card_is(match));
        match_free(match);
        if (!card_read(span_of(text), &read, &made, &why))
            fail_msg("%s", why.start);
        card_id(&e, id[0]);
        card_id(&read, id[1]);
        assert_string_equal(id[0], id[1]);
        assert_int_equal(made, DAY);
        assert_int_equal(read.seat, e.seat);
        assert_int_equal(read.theme, e.theme);
        assert_true(read.choice[read.played].action == e.choice[e.played].action);
        assert_true(fabs(read.choice[0].share - e.choice[0].share) < 0.0001);
        char *again = card_write(&read, made);
        assert_string_equal(text, again);
        free(text);
        free(again);
        exercise_free(&e);
        exercise_free(&read);
    }
}

/* A card without one of its lines, or with a line that is changed, is refused with a sentence, or
 * is still a card. */
static void damaged_cards_are_refused(void **state)
{
    char *text[1];
    struct rng rng;
    (void)state;
    rng_seed(&rng, 1);
    if (make_cards(text, 1) == 0)
        return; /* this build has no game whose choices are judged */
    const size_t length = strlen(text[0]);
    size_t refused = 0;
    for (int i = 0; i < 3000; i++) {
        struct exercise e;
        int made;
        struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        char *copy = malloc(length + 1);
        memcpy(copy, text[0], length + 1);
        const size_t at = rng_below(&rng, (uint32_t)length);
        if (i % 2)
            copy[at] = (char)(32 + rng_below(&rng, 95));
        else
            memmove(copy + at, copy + at + 1, length - at);
        if (card_read(span_of(copy), &e, &made, &why)) {
            exercise_free(&e);
        } else {
            assert_true(why.length > 0);
            refused++;
        }
        free(copy);
    }
    assert_true(refused > 1000);
    free(text[0]);
}

static char *join(const char *const parts[], size_t count)
{
    struct deck deck = {0};
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    for (size_t i = 0; i < count; i++) {
        if (!deck_read(&deck, span_of(parts[i]), NULL, &why))
            fail_msg("%s", why.start);
    }
    char *text = deck_write(&deck);
    deck_free(&deck);
    return text;
}

static void decks_are_joined_in_any_order(void **state)
{
    char *card[3], id[CARD_ID_LENGTH + 1], lines[3][400];
    struct exercise e;
    int made;
    (void)state;
    const size_t cards = make_cards(card, 3);
    if (cards < 2)
        return;
    assert_true(card_read(span_of(card[0]), &e, &made, TEXT_UNREAD));
    card_id(&e, id);
    const char *game = e.practice->game->id, *theme = e.practice->themes[0].id;
    snprintf(
        lines[0], sizeof lines[0],
        "#! review %s 2026-11-22 right\n#! drill %s %s 2026-11-22 18446744073709551615 0.0192\n",
        id, game, theme);
    snprintf(lines[1], sizeof lines[1],
             "#! drill %s %s 2026-11-21 5 0.0000\n#! review %s 2026-11-22 wrong\n", game, theme,
             id);
    snprintf(lines[2], sizeof lines[2], "#! review %s 2026-11-23 right\n#! later thing\n", id);
    exercise_free(&e);
    const char *const orders[][5] = {{card[0], lines[0], lines[1], lines[2], card[1]},
                                     {lines[2], card[1], lines[1], card[0], lines[0]},
                                     {lines[0], card[0], card[0], card[1], lines[1]}};
    char *first = join(orders[0], 5), *second = join(orders[1], 5);
    assert_string_equal(first, second);
    const char *const twice[] = {first, second, lines[1]};
    char *third = join(twice, 3);
    assert_string_equal(first, third);
    assert_non_null(strstr(first, "#! later thing"));
    struct deck deck = {0};
    assert_true(deck_read(&deck, span_of(first), NULL, TEXT_UNREAD));
    assert_int_equal(deck.cards, 2);
    assert_int_equal(deck.reviews, 3);
    assert_int_equal(deck.drills, 2);
    /* The wrong answer of a day counts; the right one on the next day does. */
    const struct deck_card *found = deck_find(&deck, id);
    assert_int_equal(found->schedule.row, 1);
    assert_int_equal(found->schedule.due, day_of("2026-11-23") + 3);
    deck_free(&deck);
    for (size_t i = 0; i < cards; i++)
        free(card[i]);
    free(first);
    free(second);
    free(third);
}

static void a_day_has_few_cards(void **state)
{
    struct deck deck = {0};
    const struct deck_filter all = {NULL, -1};
    struct text line = text_on((char[128]){0}, 128);
    size_t made = 0;
    (void)state;
    for (uint64_t seed = 1; made < SCHEDULE_DAILY + 2 && seed < 30; seed++) {
        struct exercise e;
        if (!make_exercise(practice_list[0], 0, seed, &e))
            continue;
        char *text = card_write(&e, DAY);
        assert_true(deck_read(&deck, span_of(text), NULL, TEXT_UNREAD));
        made++;
        free(text);
        exercise_free(&e);
    }
    if (!made)
        return;
    struct deck_counts counts = deck_count(&deck, all, DAY);
    assert_int_equal(counts.due, SCHEDULE_DAILY + 2);
    assert_int_equal(counts.left, SCHEDULE_DAILY);
    assert_int_equal(deck_count(&deck, all, DAY - 1).due, 0);
    const struct deck_card *next = deck_next(&deck, all, DAY);
    for (size_t i = 0; i < deck.cards; i++)
        assert_true(next->cost >= deck.card[i].cost);
    deck_review_line(next->id, DAY, true, &line);
    assert_true(deck_read(&deck, span_of(line.start), NULL, TEXT_UNREAD));
    counts = deck_count(&deck, all, DAY);
    assert_int_equal(counts.done, 1);
    assert_int_equal(counts.left, SCHEDULE_DAILY - 1);
    assert_int_equal(counts.next, DAY + 3);
    text_clear(&line);
    deck_forget_line(deck_next(&deck, all, DAY)->id, DAY, &line);
    assert_true(deck_read(&deck, span_of(line.start), NULL, TEXT_UNREAD));
    assert_int_equal(deck_count(&deck, all, DAY).cards, SCHEDULE_DAILY + 1);
    deck_free(&deck);
}

struct found {
    size_t mistakes, fine;
    double last;
};

static void take(void *context, struct exercise *e, bool fine)
{
    struct found *found = context;
    const struct practice_rule *rule = &e->practice->rule;
    const struct choice *other = &e->choice[fine ? 1 : e->played];
    const double loss = e->choice[0].share - other->share;
    assert_int_equal(e->played == 0, fine);
    assert_true(loss >= rule->least);
    assert_true(loss - rule->times * other->apart >= ANALYSIS_MISTAKE);
    found->mistakes += !fine;
    found->fine += fine;
    exercise_free(e);
}

/* The promise of a card, in a game between bots. */
static void costly_decisions_become_cards(void **state)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct game_settings settings;
    struct driver driver;
    struct analysis analysis;
    struct rng rng;
    (void)state;
    if (!practice_list[0])
        return;
    const struct game *game = practice_list[0]->game;
    game_defaults(game, &settings);
    settings.players = 2;
    struct match *match = match_new(game, &settings, &why);
    match_set_name(match, 1, span_of("bot:novice"), &why);
    match_set_name(match, 2, span_of("bot:max"), &why);
    driver_init(&driver, game, 2);
    assert_true(driver_open(&driver, match, &why));
    rng_seed(&rng, 1);
    while (match->body.count < 400 && driver_play(&driver, match, &rng, &rng))
        ;
    driver_close(&driver);
    analyse(match, 0, &analysis, &why, NULL, NULL);
    struct found found[2] = {{0}};
    for (int seat = 1; seat <= 2; seat++)
        cards_collect(match, &analysis, seat, take, &found[seat - 1]);
    assert_true(found[0].mistakes > 0 && found[0].mistakes <= CARDS_OF_GAME);
    assert_int_equal(found[1].mistakes, 0); /* the best bot makes none */
    assert_true(found[0].fine <= 1 && found[1].fine <= 1);
    analysis_free(&analysis);
    match_free(match);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(days_are_dates),
        cmocka_unit_test(right_answers_come_back_later),
        cmocka_unit_test(trainers_repeat_and_know_the_best),
        cmocka_unit_test(words_are_scored),
        cmocka_unit_test(cards_are_records),
        cmocka_unit_test(damaged_cards_are_refused),
        cmocka_unit_test(decks_are_joined_in_any_order),
        cmocka_unit_test(a_day_has_few_cards),
        cmocka_unit_test(costly_decisions_become_cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
