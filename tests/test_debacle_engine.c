/* Débâcle's engine: it takes a round that can be won in this turn, in positions found by trying
 * every sequence of actions; the transposition table changes nothing but the time; the same
 * question has the same answer; it beats the simpler agents. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/debacle_search.h"
#include "helpers.h"
#include "match/sim.h"

/* Whether the side to move can end the round this turn, by trying everything; the fewest actions.
 */
static int wins_in(const struct debacle *s, int most)
{
    game_action list[GAME_ACTIONS_MAX];
    const size_t count = most > 0 ? debacle_list(s, list) : 0;
    int best = 99;
    for (size_t i = 0; i < count; i++) {
        struct debacle next = *s;
        if (debacle_kind_of(list[i]) == DEBACLE_END)
            continue;
        if (debacle_make(&next, list[i]))
            return 1;
        const int rest = wins_in(&next, (best < most ? best : most) - 1);
        best = rest + 1 < best ? rest + 1 : best;
    }
    return best;
}

static void start(struct debacle *s, struct rng *rng)
{
    struct game_settings settings;
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    game_presets(&debacle_game, &settings);
    assert_true(game_set(&debacle_game, &settings, span_of("setup"), span_of("random"), &reason));
    assert_true(debacle_game.start(s, &settings, &reason));
    debacle_game.apply(s, debacle_game.sample(s, rng), NULL);
}

/* A random action, captures preferred. */
static game_action any_action(const struct debacle *s, struct rng *rng)
{
    game_action list[GAME_ACTIONS_MAX];
    const size_t count = debacle_list(s, list);
    game_action action = list[rng_below(rng, (uint32_t)count)];
    for (size_t i = 0; i < count && rng_below(rng, 3) > 0; i++) {
        if (debacle_kind_of(list[i]) == DEBACLE_CAPTURE)
            action = list[i];
    }
    return action;
}

static void won_rounds_are_taken(void **unused)
{
    (void)unused;
    struct debacle_searcher *searcher = debacle_searcher_new(15, 1);
    const struct debacle_limits limits = {.depth = 12, .nodes = 20000};
    struct rng rng;
    int found = 0, longer = 0;
    rng_seed(&rng, 8);
    while (found < 40 || longer < 20) {
        struct debacle s;
        start(&s, &rng);
        for (int step = 0; step < 300; step++) {
            const int needed = s.captures[s.side] >= 3 && s.moves <= 2 ? wins_in(&s, 4) : 99;
            if (needed <= 4 && !s.done) {
                s.score[s.side] = 29; /* whoever ends the round now wins the game */
                struct debacle_answer answer;
                struct debacle at = s;
                bool over = false;
                debacle_search(searcher, &s, NULL, &limits, &answer);
                for (int i = 0; i < answer.length && !over && at.side == s.side; i++)
                    over = debacle_make(&at, answer.line[i]);
                if (!over) {
                    char text[GAME_LINE_MAX];
                    struct text out = text_on(text, sizeof text);
                    debacle_position(&s, &out);
                    fail_msg("not won in %d: %s", needed, text);
                }
                found++;
                longer += needed > 1;
                break;
            }
            if (debacle_make(&s, any_action(&s, &rng)))
                break;
        }
    }
    print_message("%d won rounds taken, %d of them by more than one action\n", found, longer);
    debacle_searcher_free(searcher);
}

static void the_table_changes_nothing_but_the_time(void **unused)
{
    (void)unused;
    struct debacle_searcher *searcher = debacle_searcher_new(16, 1);
    struct rng rng;
    rng_seed(&rng, 9);
    for (int game = 0; game < 12; game++) {
        struct debacle s;
        start(&s, &rng);
        for (int step = 0; step < 60; step++) {
            if (step % 6 == 5) {
                struct debacle_limits limits = {.depth = 3};
                struct debacle_answer with, without, again;
                debacle_search(searcher, &s, NULL, &limits, &with);
                debacle_search(searcher, &s, NULL, &limits, &again);
                limits.no_table = true;
                debacle_search(searcher, &s, NULL, &limits, &without);
                assert_int_equal(with.value, without.value);
                assert_int_equal(with.line[0], again.line[0]);
                assert_int_equal(with.nodes, again.nodes);
            }
            if (debacle_make(&s, any_action(&s, &rng)))
                break;
        }
    }
    debacle_searcher_free(searcher);
}

static double rate(const char *first, const char *second, uint64_t games)
{
    struct sim_job job = {.game = &debacle_game, .games = games, .seed = 4, .threads = 2};
    struct sim_result result;
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    game_presets(&debacle_game, &job.settings);
    assert_true(
        game_set(&debacle_game, &job.settings, span_of("setup"), span_of("random"), &reason));
    job.agent[0] = span_of(first);
    job.agent[1] = span_of(second);
    if (!sim_run(&job, &result, &reason))
        fail_msg("%s", why);
    return sim_mean(&result.counts, 0);
}

static void each_agent_beats_the_one_below(void **unused)
{
    (void)unused;
    const uint64_t games = test_is_instrumented() ? 4 : 30;
    const double greedy = rate("greedy", "random", games);
    const double cautious = rate("cautious", "greedy", games);
    const double engine = rate("engine:nodes=2000", "greedy", games);
    print_message("greedy %.2f, cautious %.2f, engine %.2f\n", greedy, cautious, engine);
    assert_true(greedy > 0.9 && cautious > 0.7 && engine > 0.8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(won_rounds_are_taken),
        cmocka_unit_test(the_table_changes_nothing_but_the_time),
        cmocka_unit_test(each_agent_beats_the_one_below),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
