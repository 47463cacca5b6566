/* Fair dice 3: honest tables of all games with everything that may happen at them, and forgeries of
 * every kind, with the verdict on each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "fair3_house.h"
#include "helpers.h"

/* ---- honest tables ---- */

static void judge_honest(struct house *h, uint64_t seed)
{
    char *record = house_record(h);
    struct verdict verdict;
    house_judge(record, NULL, &verdict);
    if (verdict.grade != VERDICT_NOT_PROVED)
        fail_msg("%s, seed %llu: %s: %s", h->match->game->id, (unsigned long long)seed,
                 verdict_word(verdict.grade), verdict.why);
    verdict_free(&verdict);
    for (int seat = 0; seat <= h->match->settings.players; seat++) {
        const enum verdict_grade expected = house_expected(h, seat);
        if (!h->client[seat].client)
            continue;
        char *transcript = house_transcript(h, seat);
        house_judge(record, transcript, &verdict);
        if (verdict.grade != expected)
            fail_msg("%s, seed %llu, flags %u, seat %d: %s and not %s: %s%s", h->match->game->id,
                     (unsigned long long)seed, h->flags, seat, verdict_word(verdict.grade),
                     verdict_word(expected), verdict.why,
                     verdict.said.count > 2 ? verdict.said.line[2] : "");
        assert_int_equal(verdict.status, expected == VERDICT_PROVED ? 0 : 1);
        verdict_free(&verdict);
        memory_free(transcript);
    }
    memory_free(record);
}

static void honest(void **state)
{
    (void)state;
    static const unsigned kinds[] = {
        0,
        HOUSE_KEYLESS,
        HOUSE_BOTS,
        HOUSE_PLAIN,
        HOUSE_MISSES,
        HOUSE_SLEEPS,
        HOUSE_LATE,
        HOUSE_UNDO,
        HOUSE_STAND_IN,
        HOUSE_LEAVES,
        HOUSE_DEVICE,
        HOUSE_GIVES_UP,
        HOUSE_GIVES_UP | HOUSE_KEYLESS,
        HOUSE_FROM,
        HOUSE_NO_KEY,
        HOUSE_STOPS,
        HOUSE_KEYLESS | HOUSE_BOTS | HOUSE_PLAIN | HOUSE_MISSES | HOUSE_SLEEPS | HOUSE_LATE |
            HOUSE_UNDO | HOUSE_STAND_IN | HOUSE_LEAVES | HOUSE_DEVICE | HOUSE_FROM,
    };
    const int count = test_count(1, 20);
    for (const struct game *const *game = test_games(); *game; game++) {
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
            for (int n = 0; n < count; n++) {
                const uint64_t seed = 1000 * i + (uint64_t)n;
                struct house house;
                house_play(&house, *game, kinds[i], seed);
                judge_honest(&house, seed);
                house_free(&house);
            }
        }
    }
}

int main(int argc, char **argv)
{
    (void)argc, (void)argv;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(honest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
