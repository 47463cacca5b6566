/* sim/arena.c and agents/levels.c: seats and dice are assigned fairly, the estimates are
 * calibrated, and every level beats the one below it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/levels.h"
#include "base/stop.h"
#include "helpers.h"
#include "sim/arena.h"

static struct arena_job job_of(const char *game, int players, const char *first, const char *second)
{
    struct arena_job job = {.game = game_find(span_of(game)),
                            .agent = {span_of(first), span_of(second)},
                            .agents = 2,
                            .games = 400,
                            .seed = 3,
                            .threads = 2};
    game_defaults(job.game, &job.settings);
    job.settings.players = players;
    job.settings.bots = (1u << players) - 1;
    return job;
}

static void run_arena(const struct arena_job *job, struct arena_result *result)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    if (!arena_run(job, result, &reason))
        fail_msg("%s", why);
}

/* An agent against itself wins exactly half: it gets the same dice and the same random numbers in
 * every seat. */
static void equal_agents_with_equal_dice_are_exactly_even(void **unused)
{
    (void)unused;
    test_plays("easycome");
    for (int players = 2; players <= 4; players++) {
        for (int gauntlet = 0; gauntlet < 2; gauntlet++) {
            const char *agent = players == 3 ? "random" : "greedy";
            struct arena_job job = job_of("easycome", players, agent, agent);
            struct arena_result result;
            job.gauntlet = gauntlet;
            run_arena(&job, &result);
            assert_int_equal(result.pairs, 1);
            assert_true(result.pair[0].games >= 400);
            assert_near(arena_score(&job, &result.pair[0]).value, arena_even(&job), 1e-12);
            assert_near(arena_difference(&job, &result.pair[0]).value, 0, 1e-9);
            assert_near(arena_even(&job), gauntlet ? 1.0 / players : 0.5, 1e-12);
        }
    }
}

static void threads_change_nothing(void **unused)
{
    (void)unused;
    test_plays("wazabi");
    struct arena_result one, two;
    struct arena_job job = job_of("wazabi", 5, "random", "greedy");
    run_arena(&job, &two);
    job.threads = 1;
    run_arena(&job, &one);
    assert_memory_equal(one.pair, two.pair, sizeof one.pair);
    job.seed++;
    run_arena(&job, &two);
    assert_true(one.pair[0].sum != two.pair[0].sum);
}

/* The arena and sim measure the same win rate. */
static void a_gauntlet_gives_the_rate_that_sim_gives(void **unused)
{
    (void)unused;
    test_plays("wazabi");
    struct arena_job job = job_of("wazabi", 4, "greedy", "random");
    struct arena_result result;
    double rate = 0;
    job.gauntlet = true;
    job.games = (uint64_t)test_count(800, 8000);
    run_arena(&job, &result);
    for (int seat = 0; seat < 4; seat++) {
        char why[TEXT_WHY];
        struct text reason = text_on(why, sizeof why);
        struct sim_job sim = {.game = job.game,
                              .settings = job.settings,
                              .games = job.games / 4,
                              .seed = 9,
                              .threads = 2};
        struct sim_result played;
        for (int i = 0; i < 4; i++)
            sim.agent[i] = span_of(i == seat ? "greedy" : "random");
        assert_true(sim_run(&sim, &played, &reason));
        rate += sim_mean(&played.counts, seat) / 4;
    }
    const struct arena_estimate score = arena_score(&job, &result.pair[0]);
    assert_true(fabs(score.value - rate) < 2 * (score.high - score.low));
    assert_true(score.low > 0.25 && arena_difference(&job, &result.pair[0]).low > 0);
}

static void sprt_stops_when_it_knows(void **unused)
{
    (void)unused;
    test_plays("easycome");
    struct arena_job job = job_of("easycome", 2, "greedy", "random");
    struct arena_result result;
    job.games = 100000;
    job.sprt = true;
    job.elo[1] = 20;
    run_arena(&job, &result);
    assert_int_equal(result.decision, ARENA_BETTER);
    assert_true(result.games < 2000 && result.llr >= ARENA_LLR_LIMIT);
    job.agent[0] = span_of("random");
    job.agent[1] = span_of("greedy");
    run_arena(&job, &result);
    assert_int_equal(result.decision, ARENA_NO_BETTER);
    assert_true(result.games < 2000 && result.llr <= -ARENA_LLR_LIMIT);
    job.agent[1] = span_of("random"); /* equal agents: as far from -10 as from +10 */
    job.games = 200;
    job.elo[0] = -10;
    job.elo[1] = 10;
    run_arena(&job, &result);
    assert_int_equal(result.decision, ARENA_OPEN);
    assert_int_equal(result.games, 200);
}

static void ratings_follow_from_pairs(void **unused)
{
    (void)unused;
    test_plays("easycome");
    struct arena_job job = job_of("easycome", 2, "greedy", "random");
    struct arena_result result;
    struct arena_estimate rating[ARENA_AGENTS_MAX];
    run_arena(&job, &result);
    arena_ratings(&job, &result, rating);
    const struct arena_estimate apart = arena_difference(&job, &result.pair[0]);
    assert_near(rating[0].value - rating[1].value, apart.value, 0.01);
    assert_near((rating[0].high - rating[0].low) / (apart.high - apart.low), 0.5, 0.1);
    job.agent[2] = span_of("greedy:blur=300");
    job.agents = 3;
    run_arena(&job, &result);
    arena_ratings(&job, &result, rating);
    assert_int_equal(result.pairs, 3);
    assert_true(rating[0].low > rating[2].high && rating[2].low > rating[1].high);
    assert_near(rating[0].value + rating[1].value + rating[2].value, 0, 0.01);
    job.gauntlet = true;
    run_arena(&job, &result);
    assert_int_equal(result.pairs, 2);
    arena_ratings(&job, &result, rating);
    assert_true(rating[0].value > rating[2].value && rating[2].value > rating[1].value);
}

/* ---- the estimates, against players whose strength is known ---- */

static double draw(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

enum kind { APART, EQUAL_DICE, DRAWISH, KINDS }; /* of the two games of a set */

/* Adds two games in which the first player's expected share is `mean`. */
static void add_set(struct arena_pair *pair, enum kind kind, double mean, struct rng *rng)
{
    uint64_t sum = 0;
    if (kind == EQUAL_DICE) { /* the dice often decide, so each wins once */
        const double luck = 1.2 * fmin(mean, 1 - mean);
        if (draw(rng) < luck)
            sum = GAME_WHOLE;
        else if (draw(rng) < (mean - luck / 2) / (1 - luck))
            sum = 2 * GAME_WHOLE;
    } else {
        const double drawn = kind == DRAWISH ? 0.8 * fmin(mean, 1 - mean) : 0;
        for (int game = 0; game < 2; game++) {
            if (draw(rng) < drawn)
                sum += GAME_WHOLE / 2;
            else if (draw(rng) < (mean - drawn / 2) / (1 - drawn))
                sum += GAME_WHOLE;
        }
    }
    pair->sets++;
    pair->games += 2;
    pair->sum += sum;
    pair->squares += sum * sum;
}

static double elo_of(double mean)
{
    return 400 * log10(mean / (1 - mean));
}

static void intervals_hold_95_times_in_100(void **unused)
{
    (void)unused;
    test_plays("easycome");
    static const int sets[] = {1, 3, 10, 40, 200};
    static const double mean[] = {0.5, 0.6, 0.75, 0.9, 0.97};
    enum { TIMES = 400, MEANS = sizeof mean / sizeof *mean };
    const struct arena_job job = job_of("easycome", 2, "greedy", "greedy");
    struct rng rng;
    rng_seed(&rng, 5);
    for (size_t n = 0; n < sizeof sets / sizeof *sets; n++) {
        int held = 0, elo_held = 0;
        for (int time = 0; time < TIMES * MEANS * KINDS; time++) {
            const double is = mean[time % MEANS];
            struct arena_pair pair = {.b = 1};
            for (int i = 0; i < sets[n]; i++)
                add_set(&pair, (enum kind)(time / MEANS % KINDS), is, &rng);
            const struct arena_estimate score = arena_score(&job, &pair);
            const struct arena_estimate elo = arena_difference(&job, &pair);
            held += score.low <= is && is <= score.high;
            elo_held += elo.low <= elo_of(is) && elo_of(is) <= elo.high;
            assert_true(score.low <= score.value && score.value <= score.high);
            assert_true(elo.low <= elo.value && elo.value <= elo.high);
        }
        const double rate = (double)held / (TIMES * MEANS * KINDS);
        if (rate < 0.935 || rate > 0.98)
            fail_msg("after %d sets the interval holds %.1f %%", sets[n], 100 * rate);
        assert_int_equal(held, elo_held);
    }
}

/* A round robin of five agents. */
static void ratings_hold_95_times_in_100(void **unused)
{
    (void)unused;
    test_plays("easycome");
    enum { AGENTS = 5, TIMES = 300, SETS = 60 };
    static const double elo[AGENTS] = {-250, -100, 0, 50, 300};
    struct arena_job job = job_of("easycome", 2, "greedy", "greedy");
    struct rng rng;
    int held = 0;
    job.agents = AGENTS;
    rng_seed(&rng, 6);
    for (int time = 0; time < TIMES; time++) {
        struct arena_result result = {0};
        struct arena_estimate rating[ARENA_AGENTS_MAX];
        for (int a = 0; a < AGENTS; a++) {
            for (int b = a + 1; b < AGENTS; b++) {
                struct arena_pair *pair = &result.pair[result.pairs++];
                *pair = (struct arena_pair){.a = a, .b = b};
                for (int i = 0; i < SETS; i++)
                    add_set(pair, (enum kind)(time % KINDS),
                            1 / (1 + pow(10, (elo[b] - elo[a]) / 400)), &rng);
            }
        }
        arena_ratings(&job, &result, rating);
        for (int i = 0; i < AGENTS; i++)
            held += rating[i].low <= elo[i] && elo[i] <= rating[i].high;
    }
    const double rate = (double)held / (TIMES * AGENTS);
    if (rate < 0.93 || rate > 0.98)
        fail_msg("the ratings' intervals hold %.1f %%", 100 * rate);
}

/* At the hypotheses themselves the error rate is at most 5 %, and not much lower. */
static void sprt_is_wrong_as_rarely_as_it_says(void **unused)
{
    (void)unused;
    test_plays("easycome");
    enum { TIMES = 600 };
    struct arena_job job = job_of("easycome", 2, "greedy", "random");
    struct rng rng;
    int wrong = 0;
    rng_seed(&rng, 7);
    job.elo[1] = 40;
    for (int time = 0; time < TIMES; time++) {
        const int mark = time % 2;
        struct arena_pair pair = {.b = 1};
        enum arena_decision decision = ARENA_OPEN;
        double llr;
        while (decision == ARENA_OPEN) {
            const uint64_t sets = arena_batch(pair.sets);
            for (uint64_t i = 0; i < sets; i++)
                add_set(&pair, (enum kind)(time / 2 % KINDS),
                        1 / (1 + pow(10, -job.elo[mark] / 400)), &rng);
            decision = arena_sprt(&job, &pair, &llr);
        }
        wrong += decision == (mark ? ARENA_NO_BETTER : ARENA_BETTER);
    }
    if (wrong > 0.065 * TIMES || wrong < 0.015 * TIMES)
        fail_msg("wrong %d times of %d", wrong, TIMES);
}

/* Estimates from no games and from two games keep wide intervals. */
static void few_games_say_little(void **unused)
{
    (void)unused;
    test_plays("easycome");
    struct arena_job job = job_of("easycome", 2, "greedy", "random");
    struct arena_pair pair = {.b = 1};
    struct arena_estimate score = arena_score(&job, &pair);
    assert_true(score.low == 0 && score.high == 1 && score.value == 0.5);
    assert_true(arena_difference(&job, &pair).value == 0);
    pair = (struct arena_pair){.b = 1, .sets = 1, .games = 2, .sum = 120, .squares = 14400};
    score = arena_score(&job, &pair);
    assert_true(score.value == 1 && score.high == 1 && score.low > 0.1 && score.low < 0.5);
    assert_true(isinf(arena_difference(&job, &pair).high));
    job.gauntlet = true; /* one against three others: a quarter is even */
    job.settings.players = 4;
    assert_near(arena_difference(&job, &(struct arena_pair){.b = 1}).value, 0, 1e-9);
}

/* With the same dice for both agents luck cancels out, so fewer games are needed. */
static void equal_dice_make_games_worth_more(void **unused)
{
    (void)unused;
    test_plays("easycome", "themots");
    struct arena_job job = job_of("easycome", 2, "greedy:blur=20", "greedy:blur=10");
    struct arena_result result;
    job.games = (uint64_t)test_count(1000, 4000);
    run_arena(&job, &result);
    if (arena_worth(&job, &result.pair[0]) < 1.15) /* 1.31 in 20,000 games */
        fail_msg("a game is worth %.2f", arena_worth(&job, &result.pair[0]));
    job = job_of("themots", 2, "amateur", "hard");
    job.games = (uint64_t)test_count(1000, 4000);
    run_arena(&job, &result);
    if (arena_worth(&job, &result.pair[0]) < 1.25) /* 1.62 in 8,000 games */
        fail_msg("a game is worth %.2f", arena_worth(&job, &result.pair[0]));
}

static bool stop_after_40(const struct sim_game *game, void *context)
{
    uint64_t *last = context;
    assert_int_equal(game->number, ++*last);
    return game->number < 40;
}

static stop_flag stop;

static void stop_now(const struct arena_result *so_far, void *context)
{
    (void)so_far;
    (void)context;
    atomic_store(&stop, 1);
}

/* A stopped arena returns the games played so far, which are a prefix of the whole run. */
static void it_stops_on_request(void **unused)
{
    (void)unused;
    test_plays("easycome");
    struct arena_job job = job_of("easycome", 2, "greedy", "random");
    struct arena_result result, whole;
    uint64_t last = 0;
    job.take = stop_after_40;
    job.context = &last;
    job.games = 100000;
    run_arena(&job, &result);
    /* the set with the 40th game does not count */
    assert_true(result.stopped && result.games == 38);
    assert_int_equal(result.pair[0].games, result.games);
    assert_true(result.thinking[0].measured > 0 && result.thinking[1].answers > 0);
    job.take = NULL;
    job.games = 38;
    run_arena(&job, &whole);
    assert_false(whole.stopped);
    assert_memory_equal(whole.pair, result.pair, sizeof whole.pair);
    job.games = 1000000000; /* would take an hour */
    job.stop = &stop;
    job.progress = stop_now;
    run_arena(&job, &result);
    atomic_store(&stop, 0);
    assert_true(result.stopped && !result.abandoned && result.games < 1000000000);
}

/* An interrupted run continues to the same sums. */
static void an_interrupted_run_is_the_same(void **unused)
{
    (void)unused;
    test_plays("wazabi");
    struct arena_job job = job_of("wazabi", 4, "random", "greedy");
    static struct arena_result whole, half;
    uint64_t last = 0;
    job.agent[2] = span_of("random");
    job.agents = 3;
    job.games = 230;
    run_arena(&job, &whole);
    assert_false(whole.stopped);
    assert_int_equal(whole.games_max, whole.games);
    job.take = stop_after_40;
    job.context = &last;
    run_arena(&job, &half);
    job.take = NULL;
    assert_true(half.stopped);
    job.earlier = &half;
    run_arena(&job, &half);
    assert_memory_equal(whole.pair, half.pair, sizeof whole.pair);
    assert_int_equal(whole.games, half.games);
}

/* The test is evaluated at the same numbers of sets, no matter how many threads run ahead. */
static void sprt_does_not_depend_on_threads(void **unused)
{
    (void)unused;
    test_plays("easycome");
    struct arena_job job = job_of("easycome", 2, "greedy:blur=20", "greedy");
    struct arena_result one, many, resumed;
    job.games = 4000;
    job.sprt = true;
    job.elo[1] = 30;
    job.threads = 1;
    run_arena(&job, &one);
    job.threads = 5;
    run_arena(&job, &many);
    assert_memory_equal(one.pair, many.pair, sizeof one.pair);
    assert_int_equal(one.decision, many.decision);
    assert_true(one.llr == many.llr);
    job.earlier = &many; /* a decision is final, and no more games are played */
    run_arena(&job, &resumed);
    assert_memory_equal(one.pair, resumed.pair, sizeof one.pair);
    assert_int_equal(one.decision, resumed.decision);
}

static void wrong_agents_are_refused(void **unused)
{
    (void)unused;
    test_plays("easycome");
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct arena_job job = job_of("easycome", 2, "greedy", "nobody");
    struct arena_result result;
    assert_false(arena_run(&job, &result, &reason));
    assert_non_null(strstr(why, "no agent 'nobody'"));
    assert_non_null(strstr(why, "novice, easy, normal, hard, max"));
    job.agent[1] = span_of("hard:blur=3"); /* a level accepts no settings */
    assert_false(arena_run(&job, &result, &reason));
}

/* Without dice all games would be the same, so they start from different positions. */
static void vary_start(struct arena_job *job)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    union game_state start;
    assert_true(job->game->start(&start, &job->settings, &reason));
    if (job->game->mover(&start) != GAME_CHANCE)
        assert_true(
            game_set(job->game, &job->settings, span_of("setup"), span_of("random"), &reason));
}

/* Slow levels play few games; docs/measurements/bots.md has the figures of all levels. In `make
 * test` the highest of these levels plays a few games against the lowest, to notice levels that are
 * mixed up. */
static void each_level_beats_the_one_below(void **unused)
{
    (void)unused;
    static const struct {
        const char *game;
        int players, levels;
        int games, few;
    } of[] = {{"easycome", 2, 3, 3000, 400}, {"easycome", 4, 3, 3000, 400},
              {"wazabi", 2, 3, 3000, 400},   {"wazabi", 4, 3, 3000, 400},
              {"debacle", 2, 4, 40, 6},      {"themots", 3, 5, 60, 12}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        if (!test_game(of[i].game))
            continue;
        for (int level = test_count(of[i].levels - 1, 1); level < of[i].levels; level++) {
            const char *lower = agent_level_names[test_count(0, level - 1)];
            struct arena_job job =
                job_of(of[i].game, of[i].players, agent_level_names[level], lower);
            struct arena_result result;
            job.games = (uint64_t)test_count(of[i].few, of[i].games);
            vary_start(&job);
            run_arena(&job, &result);
            const struct arena_estimate score = arena_score(&job, &result.pair[0]);
            if (score.low <= 0.5)
                fail_msg("%s: %s wins %.3f against %s", of[i].game, agent_level_names[level],
                         score.value, lower);
        }
    }
}

static void every_level_of_every_game_opens(void **unused)
{
    (void)unused;
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    for (const struct game *const *game = game_list; *game; game++) {
        for (int level = 0; level < AGENT_LEVELS; level++) {
            struct bot bot;
            assert_true(bot_open(&bot, *game, span_of(agent_level_names[level]), &reason));
            bot_close(&bot);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_agents_with_equal_dice_are_exactly_even),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(a_gauntlet_gives_the_rate_that_sim_gives),
        cmocka_unit_test(sprt_stops_when_it_knows),
        cmocka_unit_test(ratings_follow_from_pairs),
        cmocka_unit_test(intervals_hold_95_times_in_100),
        cmocka_unit_test(ratings_hold_95_times_in_100),
        cmocka_unit_test(sprt_is_wrong_as_rarely_as_it_says),
        cmocka_unit_test(few_games_say_little),
        cmocka_unit_test(equal_dice_make_games_worth_more),
        cmocka_unit_test(it_stops_on_request),
        cmocka_unit_test(an_interrupted_run_is_the_same),
        cmocka_unit_test(sprt_does_not_depend_on_threads),
        cmocka_unit_test(wrong_agents_are_refused),
        cmocka_unit_test(every_level_of_every_game_opens),
        cmocka_unit_test(each_level_beats_the_one_below),
    };
    cmocka_set_test_filter(getenv("CORNET_TEST"));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
