/* match/sim: the results do not depend on the number of threads, and equal known values. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "helpers.h"
#include "sim/sim.h"

static struct sim_job job_of(const struct game *game, int players, const char *agent)
{
    struct sim_job job = {.game = game, .games = 3000, .seed = 11, .threads = 1};
    game_defaults(game, &job.settings);
    job.settings.players = players;
    for (int i = 0; i < players; i++)
        job.agent[i] = span_of(agent);
    return job;
}

static struct sim_result run(const struct sim_job *job)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct sim_result result;
    if (!sim_run(job, &result, &reason))
        fail_msg("%s", why);
    return result;
}

static void threads_change_nothing(void **unused)
{
    (void)unused;
    for (const struct game *const *game = test_games(); *game; game++) {
        struct sim_job job = job_of(*game, (*game)->seats_max, "random");
        job.games = (uint64_t)test_count(100, 3000);
        const struct sim_result one = run(&job);
        for (job.threads = 2; job.threads <= 5; job.threads += 3) {
            const struct sim_result many = run(&job);
            assert_memory_equal(&one.counts, &many.counts, sizeof one.counts);
        }
        assert_true(one.reproducible);
        assert_int_equal(one.counts.games, job.games);
        uint64_t shares = 0;
        for (int i = 0; i < GAME_SEATS_MAX; i++)
            shares += one.counts.share[i];
        assert_int_equal(shares, job.games * GAME_WHOLE);
        job.seed++;
        const struct sim_result other = run(&job);
        assert_memory_not_equal(&one.counts, &other.counts, sizeof one.counts);
    }
}

/* One random move, from its parts. */
static void play_one(const struct game *game, void *state, struct game_history *history,
                     struct rng *rng, struct game_tally *tally)
{
    game_action list[GAME_ACTIONS_MAX], action;
    const int mover = game->mover(state);
    if (mover == GAME_CHANCE) {
        action = game->sample(state, rng);
    } else {
        const size_t count = game->actions(state, mover, list);
        action = list[count > 1 ? rng_below(rng, (uint32_t)count) : 0];
        tally->decisions += count > 1;
        tally->forced += count == 1;
    }
    tally->turns += game->apply(state, action, history);
    tally->moves++;
}

/* A game's own loop gives the states, the random numbers and the counts of its parts. */
static void own_loops_change_nothing(void **unused)
{
    (void)unused;
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    for (const struct game *const *each = test_games(); *each; each++) {
        const struct game *game = *each;
        struct rng rng, loop_rng;
        rng_seed(&rng, 5);
        if (game->play_out == game_no_play_out)
            continue;
        for (int i = 0; i < test_count(200, 20000); i++) {
            struct game_history history = {0}, loop_history = {0};
            struct game_tally tally = {0}, loop_tally = {0};
            struct game_settings settings;
            union game_state state, loop;
            test_random_settings(game, &rng, &settings);
            if (!game->start(&state, &settings, &reason))
                continue;
            memcpy(&loop, &state, game->state_size);
            loop_rng = rng;
            do {
                const uint64_t most = 1 + tally.moves % 7;
                game->play_out(&loop, most, &loop_history, &loop_rng, &loop_tally);
                for (uint64_t n = 0; n < most && game->mover(&state) != GAME_OVER; n++)
                    play_one(game, &state, &history, &rng, &tally);
                assert_memory_equal(&loop, &state, game->state_size);
                assert_memory_equal(&loop_rng, &rng, sizeof rng);
                assert_memory_equal(&loop_tally, &tally, sizeof tally);
            } while (game->mover(&state) != GAME_OVER && tally.moves < 3000);
            game_history_free(&history);
            game_history_free(&loop_history);
        }
    }
}

/* Pig with a target of 2: every throw except a 1 wins at once. A turn is one throw, so the first
 * player wins with probability 5/6 + (1/6)^2 5/6 + … = 6/7. */
static void rates_and_errors_are_right(void **unused)
{
    (void)unused;
    const struct game *game = game_find(span_of("template"));
    struct sim_job job = job_of(game, 2, "random");
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    assert_true(game_set(game, &job.settings, span_of("target"), span_of("2"), &reason));
    job.games = 100000;
    const struct sim_result result = run(&job);
    const double expected = 6.0 / 7, error = sqrt(expected * (1 - expected) / 100000);
    assert_near(sim_standard_error(&result.counts, 0), error, error / 50);
    assert_near(sim_mean(&result.counts, 0), expected, 5 * error);
    assert_near(sim_mean(&result.counts, 0) + sim_mean(&result.counts, 1), 1, 1e-12);
    assert_near((double)result.counts.turns / 100000, 1.2, 0.01);
    assert_int_equal(result.counts.decisions, 0); /* before the first throw only `roll` is legal */
    assert_int_equal(result.counts.forced, result.counts.turns);
    assert_int_equal(result.counts.moves, 2 * result.counts.turns);
}

static void greedy_beats_random(void **unused)
{
    (void)unused;
    test_plays("easycome");
    const struct game *game = game_find(span_of("easycome"));
    for (int players = 2; players <= 4; players++) {
        struct sim_job job = job_of(game, players, "random");
        job.agent[1] = span_of("greedy");
        const struct sim_result result = run(&job);
        assert_true(sim_mean(&result.counts, 1) > 0.9);
    }
}

struct seen {
    struct sim_counts sum;
    const struct game *game;
    struct game_settings settings;
    uint64_t last, stop; /* numbers of games */
};

/* Adds up the counts of the game, and replays its record. */
static bool see_game(const struct sim_game *game, void *context)
{
    struct seen *seen = context;
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct match *match = match_new(seen->game, &seen->settings, &reason);
    struct span rest = game->lines;
    uint8_t share[GAME_SEATS_MAX];
    uint64_t moves = 0;
    assert_int_equal(game->number, ++seen->last);
    for (; rest.length; moves++) {
        const struct span line = span_cut(&rest, '\n');
        if (!match_do(match, line, &reason))
            fail_msg("%s", why);
    }
    assert_int_equal(match_mover(match), GAME_OVER);
    match->game->result(&match->state, share);
    assert_memory_equal(share, game->share, (size_t)seen->settings.players);
    assert_int_equal(moves, game->moves);
    assert_int_equal(match->turns, game->turns);
    match_free(match);
    seen->sum.games++;
    seen->sum.moves += game->moves;
    seen->sum.turns += game->turns;
    seen->sum.decisions += game->decisions;
    seen->sum.forced += game->forced;
    for (int i = 0; i < seen->settings.players; i++) {
        seen->sum.share[i] += share[i];
        seen->sum.share_squared[i] += (uint64_t)share[i] * share[i];
    }
    return seen->last != seen->stop;
}

/* Every game is passed on in order, with a record that replays, and their counts sum up to the
 * result. */
static void games_are_handed_over_in_order(void **unused)
{
    (void)unused;
    for (const struct game *const *game = test_games(); *game; game++) {
        struct sim_job job = job_of(*game, (*game)->seats_max, "random");
        struct seen seen = {.game = *game};
        job.games = 40;
        job.threads = 3;
        job.settings.bots = (1u << job.settings.players) - 1;
        seen.settings = job.settings;
        job.take = see_game;
        job.lines = true;
        job.context = &seen;
        const struct sim_result result = run(&job);
        assert_memory_equal(&result.counts, &seen.sum, sizeof seen.sum);
    }
}

/* An interrupted run continues to the same sums. */
static void an_interrupted_run_is_the_same(void **unused)
{
    (void)unused;
    test_plays("easycome");
    struct sim_job job = job_of(game_find(span_of("easycome")), 3, "greedy");
    const struct sim_result whole = run(&job);
    job.threads = 2;
    struct seen seen = {.game = job.game, .settings = job.settings, .stop = 100};
    job.take = see_game;
    job.lines = true;
    job.context = &seen;
    const struct sim_result half = run(&job);
    assert_true(half.stopped && half.counts.games >= 100 && half.counts.games < job.games);
    job.take = NULL;
    job.lines = false;
    job.earlier = &half.counts;
    const struct sim_result rest = run(&job);
    assert_false(rest.stopped);
    assert_memory_equal(&whole.counts, &rest.counts, sizeof rest.counts);
}

static void impossible_jobs_are_refused(void **unused)
{
    (void)unused;
    test_plays("easycome");
    const struct game *game = game_find(span_of("easycome"));
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct sim_result result;
    struct sim_job job = job_of(game, 2, "random");
    job.agent[1] = span_of("genius");
    assert_false(sim_run(&job, &result, &reason));
    assert_non_null(strstr(why, "no agent 'genius'"));
    job = job_of(game, 3, "random");
    assert_true(game_set(game, &job.settings, span_of("hold"), span_of("3"), &reason));
    assert_false(sim_run(&job, &result, &reason));
    assert_non_null(strstr(why, "hold=3"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(own_loops_change_nothing),
        cmocka_unit_test(rates_and_errors_are_right),
        cmocka_unit_test(greedy_beats_random),
        cmocka_unit_test(games_are_handed_over_in_order),
        cmocka_unit_test(an_interrupted_run_is_the_same),
        cmocka_unit_test(impossible_jobs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
