/* Hints and analysis: that luck and cost add up, that nothing is said where nothing is known, and
 * that nobody gets hints against other people. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "helpers.h"
#include "match/analyse.h"
#include "match/hints.h"

static struct match *new_table(const char *id, const char *const names[], int players)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct game_settings settings;
    const struct game *game = game_find(span_of(id));
    game_presets(game, &settings);
    settings.players = players;
    struct match *match = match_new(game, &settings, &reason);
    assert_non_null(match);
    for (int seat = 1; seat <= players; seat++)
        assert_true(match_set_name(match, seat, span_of(names[seat - 1]), &reason));
    assert_true(match_open_bots(match, &reason));
    return match;
}

/* Plays until the game is over, or somebody who is no bot is to move. */
static void play_bots(struct match *match, struct rng *rng)
{
    for (;;) {
        const int mover = match_mover(match);
        if (mover == GAME_CHANCE)
            match_draw(match, rng);
        else if (mover < 1 || !match_is_bot(match, mover))
            return;
        else
            match_bot_move(match, mover, rng);
    }
}

/* Start, luck, cost, others and what is unexplained give the result, for every seat. */
static void assert_adds_up(const struct match *match, const struct analysis *a, double within)
{
    uint8_t share[GAME_SEATS_MAX];
    double luck = 0;
    match->game->result(&match->state, share);
    for (int i = 0; i < a->players; i++) {
        const struct analysis_seat *seat = &a->seat[i];
        assert_near(a->start[i] + seat->luck - seat->cost + seat->others + seat->unexplained,
                    share[i] / (double)GAME_WHOLE, within);
        luck += seat->luck;
    }
    assert_near(luck, 0, within);
}

static void two_players_luck_and_cost_are_the_result(void **unused)
{
    (void)unused;
    static const char *const tables[][2] = {{"bot:random", "bot:greedy"},
                                            {"bot:perfect", "bot:random"},
                                            {"bot:perfect", "bot:perfect"}};
    struct rng rng;
    rng_seed(&rng, 21);
    for (int game = 0; game < (test_is_instrumented() ? 3 : 30); game++) {
        char why[TEXT_WHY];
        struct text reason = text_on(why, sizeof why);
        struct match *match = new_table("easycome", tables[game % 3], 2);
        struct analysis a;
        play_bots(match, &rng);
        analyse(match, &a, &reason, NULL, NULL);
        assert_string_equal(why, "");
        assert_true(a.over);
        assert_int_equal(a.count, match->body.count);
        assert_adds_up(match, &a, 1e-9);
        for (int i = 0; i < 2; i++) {
            assert_near(a.seat[i].unexplained, 0, 1e-9);
            assert_near(a.seat[i].others, a.seat[1 - i].cost, 1e-9);
            assert_near(a.start[i], 0.5, 1e-9);
        }
        if (game % 3 > 0) {
            assert_near(a.seat[0].cost, 0, 1e-9);
            assert_string_equal(analysis_verdict(&a, &a.seat[0]), "flawless");
        }
        if (game % 3 == 1) {
            assert_true(a.seat[1].cost > 0.05);
            assert_true(a.seat[1].mistakes > 0 && a.seat[1].mistakes <= a.seat[1].decisions);
        }
        for (size_t i = 0; i < a.count; i++) {
            int seat;
            assert_true(a.step[i].cost >= 0);
            if (a.costliest < a.count)
                assert_true(a.step[i].cost <= a.step[a.costliest].cost);
            if (a.step[i].mover == GAME_CHANCE)
                assert_true(analysis_luck(&a, i, &seat) <= analysis_luck(&a, a.luckiest, &seat));
        }
        analysis_free(&a);
        match_free(match);
    }
}

static void estimates_add_up_and_say_their_error(void **unused)
{
    (void)unused;
    static const char *const names[] = {"bot:greedy", "bot:random", "bot:greedy"};
    struct rng rng;
    rng_seed(&rng, 22);
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct match *match = new_table("wazabi", names, 3);
    struct analysis a;
    while (match_mover(match) != GAME_OVER && match->body.count < 60) {
        if (match_mover(match) == GAME_CHANCE)
            match_draw(match, &rng);
        else
            match_bot_move(match, match_mover(match), &rng);
    }
    analyse(match, &a, &reason, NULL, NULL);
    assert_string_equal(why, "");
    for (int i = 0; i < 3; i++) {
        const struct analysis_seat *seat = &a.seat[i];
        assert_near(a.start[i] + seat->luck - seat->cost + seat->others + seat->unexplained,
                    a.step[a.count - 1].after[i], 1e-9);
        assert_near(a.start[i], 1.0 / 3, 0.25);
    }
    for (size_t i = 0; i < a.count; i++)
        assert_true(a.step[i].error > 0.0001 && a.step[i].error < 0.05);
    analysis_free(&a);
    match_free(match);
}

static void the_engine_judges(void **unused)
{
    (void)unused;
    static const char *const names[] = {"bot:random", "bot:greedy"};
    struct rng rng;
    rng_seed(&rng, 23);
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct match *match = new_table("debacle", names, 2);
    struct analysis a;
    while (match->body.count < 12)
        match_bot_move(match, match_mover(match), &rng);
    analyse(match, &a, &reason, NULL, NULL);
    assert_string_equal(why, "");
    assert_false(a.over);
    for (size_t i = 0; i < a.count; i++)
        assert_near(a.step[i].after[0] + a.step[i].after[1], 1, 1e-9);
    assert_true(a.seat[0].decisions > 0);
    analysis_free(&a);
    match_free(match);
}

static void unknown_is_said_in_a_sentence(void **unused)
{
    (void)unused;
    static const char *const names[] = {"bot:random", "bot:random"};
    struct rng rng;
    rng_seed(&rng, 24);
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct match *match = new_table("template", names, 2);
    struct analysis a;
    play_bots(match, &rng);
    analyse(match, &a, &reason, NULL, NULL);
    assert_non_null(strstr(why, "nobody can judge"));
    assert_null(a.judge);
    assert_int_equal(a.count, match->body.count);
    analysis_free(&a);
    match_free(match);
}

static void hints_are_best_first_and_for_one_person_alone(void **unused)
{
    (void)unused;
    static const char *const alone[] = {"Anne", "bot:greedy"}, *const both[] = {"Anne", "Bruno"};
    static struct hints hints;
    struct rng rng;
    rng_seed(&rng, 25);
    char why[TEXT_WHY], json[GAME_JSON_MAX];
    struct text reason = text_on(why, sizeof why), out = text_on(json, sizeof json);
    struct match *match = new_table("easycome", alone, 2);
    assert_false(hints_find(match, 1, &hints, &reason)); /* dice are to be rolled */
    play_bots(match, &rng);
    assert_int_equal(match_mover(match), 1);
    assert_true(hints_find(match, 1, &hints, &reason));
    game_action actions[GAME_ACTIONS_MAX];
    assert_int_equal(hints.count, match->game->actions(&match->state, 1, actions));
    for (size_t i = 1; i < hints.count; i++)
        assert_true(hints.hint[i].share <= hints.hint[i - 1].share);
    const struct judge *judge = judge_of(match->game);
    struct judge_word word;
    void *memory = judge->open(&match->settings);
    judge->state(memory, &match->state, &match->side, &rng, &word);
    judge->close(memory);
    assert_near(hints.hint[0].share, word.share[0], 1e-12);
    hints_json(match, &hints, &out);
    assert_non_null(strstr(json, "\"hints\":[{\"move\":\""));
    assert_false(out.cut);
    match_free(match);

    match = new_table("easycome", both, 2);
    play_bots(match, &rng);
    assert_false(hints_find(match, match_mover(match), &hints, &reason));
    assert_non_null(strstr(why, "other people"));
    match_free(match);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_players_luck_and_cost_are_the_result),
        cmocka_unit_test(estimates_add_up_and_say_their_error),
        cmocka_unit_test(the_engine_judges),
        cmocka_unit_test(unknown_is_said_in_a_sentence),
        cmocka_unit_test(hints_are_best_first_and_for_one_person_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
