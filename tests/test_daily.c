/* The challenges of the day:
 * - Dates are read and written, and the list of every challenge goes round.
 * - In every position of a list the solution wins, and another first turn does not.
 * - The same actions get the same dice and the same bots' moves.
 * - `cornet verify` knows the dice of a day, and refuses others.
 * - Every list of letters is answered, and a word of a family counts once. */
#include <stdlib.h>
#include <string.h>

#include "match/daily.h"
#include "match/driver.h"
#include "match/verdict.h"
#include "tests/helpers.h"

/* Every fifth day; CORNET_DEEP=1: all of them. Weeks have seven, so every kind is met. */
static unsigned step(void)
{
    return getenv("CORNET_DEEP") ? 1 : 5;
}

static void dates_are_read_and_written(void **unused)
{
    long day;
    char date[DAILY_DATE];
    (void)unused;
    for (long at = 0; at < 40000; at++) {
        long again;
        daily_date(at, date);
        assert_true(daily_read(span_of(date), &again));
        assert_int_equal(again, at);
    }
    daily_date(daily_first, date);
    assert_string_equal(date, "2026-11-01");
    static const char *const wrong[] = {"2026-11-31", "2026-2-01", "2026-13-01", "today",
                                        "",           "2026-11-1", "20261101"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(daily_read(span_of(wrong[i]), &day));
}

static void play(const struct daily *daily, unsigned number, const struct lines *said,
                 struct daily_turns *out)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (!daily->turns(number, said, out, &why))
        fail_msg("%u: %s", number, why.start);
}

/* Plays the solution's turn, and then any winning turn, found by trying all. False: none wins. */
static bool win(const struct daily *daily, unsigned number, struct lines *said, int depth)
{
    struct daily_turns now = {0};
    game_action action[GAME_ACTIONS_MAX];
    bool won = false;
    play(daily, number, said, &now);
    if (now.status != DAILY_OPEN || depth == 0) {
        won = now.status == DAILY_WON;
    } else {
        const size_t count = daily->game->actions(&now.state, 1, action);
        for (size_t i = 0; i < count && !won; i++) {
            struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
            daily->game->write(&now.state, action[i], NULL, GAME_OPEN, &line);
            if (strcmp(line.start + 2, "end") == 0)
                continue;
            lines_add(said, span_of(line.start + 2));
            won = win(daily, number, said, depth - 1);
            if (!won)
                lines_cut(said, said->count - 1);
        }
    }
    lines_free(&now.log);
    lines_free(&now.solution);
    return won;
}

static void check_position(const struct daily *daily, unsigned number)
{
    struct daily_turns start = {0}, after = {0}, pass = {0};
    struct lines said = {0}, end = {0};
    play(daily, number, &said, &start);
    assert_int_equal(start.status, DAILY_OPEN);
    assert_in_range(start.grade, 1, 4);
    lines_add(&end, span_of("end")); /* without a move: never the solution */
    play(daily, number, &end, &pass);
    assert_int_equal(pass.status, DAILY_LOST);
    for (size_t i = 0; i < start.solution.count; i++)
        lines_add(&said, span_of(start.solution.line[i]));
    play(daily, number, &said, &after);
    if (start.turns == 1) {
        assert_int_equal(after.status, DAILY_WON);
    } else { /* the other side has answered, and still loses */
        assert_int_equal(after.status, DAILY_OPEN);
        assert_int_equal(after.used, 1);
        assert_true(after.log.count > said.count);
        if (number % 35 == 0) /* of which every seventh is a Sunday's; tools/puzzles proves all */
            assert_true(win(daily, number, &said, 5));
    }
    struct daily_turns *const all[] = {&start, &after, &pass};
    for (int i = 0; i < 3; i++) {
        lines_free(&all[i]->log);
        lines_free(&all[i]->solution);
    }
    lines_free(&said);
    lines_free(&end);
}

static void every_solution_wins(void **unused)
{
    (void)unused;
    for (int i = 0; daily_list[i]; i++) {
        const struct daily *daily = daily_list[i];
        if (daily->kind != DAILY_TURNS)
            continue;
        assert_true(daily->count() >= 395);
        for (unsigned number = 0; number < daily->count(); number += step())
            check_position(daily, number);
        assert_int_equal(daily_number(daily, daily_first), 0);
        assert_int_equal(daily_number(daily, daily_first + (long)daily->count()), 0);
        assert_int_equal(daily_number(daily, daily_first - 1), daily->count() - 1);
        struct daily_turns out = {0};
        struct lines wrong = {0};
        lines_add(&wrong, span_of("z9-z9"));
        assert_false(daily->turns(0, &wrong, &out, TEXT_UNREAD));
        lines_free(&wrong);
    }
}

static void every_throw_has_words(void **unused)
{
    (void)unused;
    for (int i = 0; daily_list[i]; i++) {
        const struct daily *daily = daily_list[i];
        if (daily->kind != DAILY_WORDS)
            continue;
        assert_true(daily->count() >= 395);
        for (unsigned number = 0; number < daily->count(); number += step()) {
            struct lines best = {0};
            daily->best(number, &best);
            assert_true(best.count >= 3);
            for (size_t at = 0; at < best.count; at++) { /* what is shown would be accepted */
                struct daily_word word;
                const char *space = strchr(best.line[at], ' ');
                daily->word(number, span_of(space + 1), &word);
                if (!word.good || word.points < atoi(best.line[at]))
                    fail_msg("%u: %s: %s", number, best.line[at], word.why);
            }
            struct daily_word none;
            daily->word(number, span_of("xyzzy"), &none);
            assert_false(none.good);
            assert_true(strlen(none.why) > 0);
            lines_free(&best);
        }
    }
}

/* A whole game of that day, in which everybody plays the first action, the bots their own. */
static struct match *play_day(const struct daily *daily, long day)
{
    struct game_settings settings;
    char name[GAME_SEATS_MAX][MATCH_NAME_MAX];
    struct fair fair;
    struct driver driver;
    struct fair_cache *cache = fair_cache_new();
    daily_settings(daily, &settings, name);
    snprintf(name[0], MATCH_NAME_MAX, "Anne");
    struct match *match = match_new(daily->game, &settings, TEXT_UNREAD);
    match_set_names(match, name);
    daily_dice(daily, day, &fair);
    fair_write(&fair, true, &match->extra);
    driver_init(&driver, daily->game, settings.players);
    assert_true(driver_open(&driver, match, TEXT_UNREAD));
    while (match_mover(match) != GAME_OVER) {
        const struct driver_due due = driver_due(&driver, match->state, match_bots(match));
        struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        game_action action[GAME_ACTIONS_MAX];
        struct rng rng;
        if (due.kind == DUE_CHANCE) {
            fair_draw(&fair, cache, match, &line);
            fair.drawn++;
            assert_true(match_do(match, span_of(line.start), TEXT_UNREAD));
        } else if (due.kind == DUE_ASK) {
            rng_seed(&rng, daily_bot_seed(fair.seed, match));
            driver_ask(&driver, match->state, &match->history, due.seat, 0, &rng);
            continue;
        } else {
            assert_true(due.kind == DUE_BOT ||
                        daily->game->actions(match->state, match_mover(match), action) > 0);
            match_do_action(match, due.kind == DUE_BOT ? due.action : action[0]);
        }
        driver_replan(&driver);
    }
    driver_close(&driver);
    fair_cache_free(cache);
    return match;
}

static char *record_of(const struct match *match, size_t *length)
{
    char *bytes = NULL;
    FILE *out = open_memstream(&bytes, length);
    match_write(match, out);
    fclose(out);
    return bytes;
}

static void the_same_actions_get_the_same_dice(void **unused)
{
    (void)unused;
    for (int i = 0; daily_list[i]; i++) {
        const struct daily *daily = daily_list[i];
        size_t length[3];
        if (daily->kind != DAILY_GAME)
            continue;
        struct match *match[] = {play_day(daily, daily_first), play_day(daily, daily_first),
                                 play_day(daily, daily_first + 1)};
        char *record[3];
        for (int j = 0; j < 3; j++)
            record[j] = record_of(match[j], &length[j]);
        assert_string_equal(record[0], record[1]);
        assert_string_not_equal(record[0], record[2]);
        struct verdict verdict;
        verdict_of((struct span){record[0], length[0]}, (struct span){0}, NULL, NULL, &verdict);
        assert_int_equal(verdict.status, 0);
        verdict_free(&verdict);
        /* The dice of one day under the name of another. */
        char *name = strstr(record[0], "2026-11-01-");
        assert_non_null(name);
        name[9] = '2';
        verdict_of((struct span){record[0], length[0]}, (struct span){0}, NULL, NULL, &verdict);
        assert_int_not_equal(verdict.status, 0);
        verdict_free(&verdict);
        for (int j = 0; j < 3; j++) {
            free(record[j]);
            match_free(match[j]);
        }
    }
}

static void names_belong_to_one_challenge(void **unused)
{
    const struct daily *found;
    long day;
    (void)unused;
    for (int i = 0; daily_list[i]; i++) {
        char name[FAIR_TABLE_MAX];
        daily_name(daily_list[i], daily_first, name);
        assert_int_equal(daily_of_name(span_of(name), &found, &day),
                         daily_list[i]->kind == DAILY_GAME);
        assert_true(daily_list[i]->kind != DAILY_GAME ||
                    (found == daily_list[i] && day == daily_first));
    }
    assert_false(daily_of_name(span_of("daily-2026-11-31-x"), &found, &day));
    assert_false(daily_of_name(span_of("abcdefghij234567"), &found, &day));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dates_are_read_and_written),
        cmocka_unit_test(every_solution_wins),
        cmocka_unit_test(every_throw_has_words),
        cmocka_unit_test(the_same_actions_get_the_same_dice),
        cmocka_unit_test(names_belong_to_one_challenge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
