/* Packed positions for training. */
#include <math.h>
#include <stdlib.h>

#include "games/debacle/bot_eval.h"
#include "tests/helpers.h"
#include "tools/train/debacle/sample.h"

static int by_number(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* The position with left and right swapped. */
static struct debacle mirrored(const struct debacle *s)
{
    struct debacle out = *s;
    for (int i = 0; i < 2 * DEBACLE_VALUES; i++) {
        uint64_t *dice = &out.dice[i / DEBACLE_VALUES][i % DEBACLE_VALUES], turned = 0;
        for (unsigned square = 0; square < DEBACLE_SQUARES; square++)
            turned |= (*dice >> square & 1) << (square / 6 * 6 + 5 - square % 6);
        *dice = turned;
    }
    return out;
}

static void samples_hold_every_input(void **unused)
{
    (void)unused;
    struct rng rng;
    rng_seed(&rng, 5);
    for (int game = 0; game < 20; game++) {
        struct game_settings settings;
        struct game_history history = {0};
        struct debacle s;
        char why[TEXT_WHY];
        struct text reason = text_on(why, sizeof why);
        game_defaults(&debacle_game, &settings);
        assert_true(debacle_game.start(&s, &settings, &reason));
        s.score[0] = (uint16_t)rng_below(&rng, 30);
        s.score[1] = (uint16_t)rng_below(&rng, 30);
        for (int step = 0; step < 300 && s.rounds == 0; step++) {
            struct debacle_sample sample;
            struct fit_example example;
            game_action list[GAME_ACTIONS_MAX];
            debacle_sample_pack(&s, &sample);
            sample.goal = 5000;
            const bool turned = step % 2;
            const struct debacle seen = turned ? mirrored(&s) : s;
            debacle_sample_describe(&sample, turned, &example);
            for (int viewer = 0; viewer < 2; viewer++) {
                uint16_t wanted[DEBACLE_NET_INPUTS];
                const size_t count = debacle_net_inputs(&seen, s.side ^ viewer, wanted);
                assert_int_equal(example.count[viewer], count);
                qsort(wanted, count, sizeof *wanted, by_number);
                qsort(example.input[viewer], count, sizeof *wanted, by_number);
                assert_memory_equal(example.input[viewer], wanted, count * sizeof *wanted);
            }
            assert_true(fabsf(example.goal - 0.75f) < 1e-6f);
            assert_int_equal(lrintf(1000 * example.odds), debacle_score_odds(&s));
            const size_t count = debacle_list(&s, list);
            debacle_game.apply(&s, list[rng_below(&rng, (uint32_t)count)], &history);
        }
        game_history_free(&history);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_hold_every_input),
    };
    cmocka_set_test_filter(getenv("CORNET_TEST"));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
