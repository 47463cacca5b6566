/* Easy Come Easy Go: compares every throw with a second implementation of the conditions, and the
 * exact chances of a turn with plain recursion over single dice. */
#include <stdlib.h>
#include <string.h>

#include "games/easycome/rules.h"
#include "games/easycome/solve/turn.h"
#include "tests/helpers.h"

static int ascending(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* The conditions again, on four sorted dice, as a person would check them. */
static bool meets(const int d[4], int prize)
{
    const int sum = d[0] + d[1] + d[2] + d[3];
    const bool first_three = d[0] == d[1] && d[1] == d[2],
               last_three = d[1] == d[2] && d[2] == d[3];
    const bool three = first_three != last_three;
    const bool all_odd = d[0] % 2 && d[1] % 2 && d[2] % 2 && d[3] % 2;
    const bool all_even = !(d[0] % 2 || d[1] % 2 || d[2] % 2 || d[3] % 2);
    switch (prize) {
    case EASYCOME_CARRE:
        return d[0] == d[3];
    case EASYCOME_PAIRES:
        return d[0] == d[1] && d[2] == d[3] && d[1] != d[2];
    case EASYCOME_BRELAN_IMPAIR:
        return three && all_odd;
    case EASYCOME_BRELAN_PAIR:
        return three && all_even;
    case EASYCOME_7:
        return sum == 7;
    case EASYCOME_13:
        return sum == 13;
    case EASYCOME_3_OR_LESS:
        return sum <= 3;
    case EASYCOME_17_OR_MORE:
        return sum >= 17;
    default:
        return d[1] == d[0] + 1 && d[2] == d[1] + 1 && d[3] == d[2] + 1;
    }
}

static void every_throw_meets_what_it_should(void **unused)
{
    (void)unused;
    const struct easycome_tables *t = &easycome_tables;
    int seen[EASYCOME_SETS] = {0};
    for (int i = 0; i < 1296; i++) {
        int d[4] = {i / 216, i / 36 % 6, i / 6 % 6, i % 6};
        qsort(d, 4, sizeof *d, ascending);
        unsigned set = 0;
        for (int die = 0; die < 4; die++)
            set = t->join[set][t->first[1] + d[die]];
        const char digits[5] = {(char)('0' + d[0]), (char)('0' + d[1]), (char)('0' + d[2]),
                                (char)('0' + d[3]), '\0'};
        assert_string_equal(t->set[set].digits, digits);
        for (int prize = 0; prize < EASYCOME_PRIZES; prize++)
            assert_int_equal(t->set[set].prizes >> prize & 1, meets(d, prize));
        seen[set]++;
    }
    for (unsigned set = 0; set < EASYCOME_SETS; set++) {
        if (t->set[set].count == 4)
            assert_int_equal(seen[set], t->set[set].weight);
        else
            assert_int_equal(t->set[set].prizes, 0);
    }
}

static void keeps_are_every_part_but_all_and_none(void **unused)
{
    (void)unused;
    const struct easycome_tables *t = &easycome_tables;
    for (unsigned set = 0; set < EASYCOME_SETS; set++) {
        int parts = 1;
        for (int face = 0; face < EASYCOME_FACES; face++)
            parts *= t->set[set].of[face] + 1;
        assert_int_equal(t->set[set].keeps_count, t->set[set].count ? parts - 2 : 0);
        assert_true(t->set[set].keeps_count <= EASYCOME_KEEPS_MAX);
        assert_true(t->set[set].keeps_at + EASYCOME_KEEPS_MAX <= 2048);
    }
}

/* The best chance of a wanted prize with these frozen dice. Slow and plain: rolls single dice and
 * tries every choice of dice to keep. */
static double plain_chance(const int frozen[], int count, unsigned wanted)
{
    const int dice = 4 - count;
    int throws = 1;
    double sum = 0;
    for (int i = 0; i < dice; i++)
        throws *= 6;
    for (int i = 0; i < throws; i++) {
        int all[4], rolled[4], sorted[4];
        for (int j = 0, left = i; j < dice; j++, left /= 6)
            rolled[j] = left % 6;
        memcpy(all, frozen, sizeof(int) * (size_t)count);
        memcpy(all + count, rolled, sizeof(int) * (size_t)dice);
        memcpy(sorted, all, sizeof all);
        qsort(sorted, 4, sizeof *sorted, ascending);
        double best = 0;
        for (int prize = 0; prize < EASYCOME_PRIZES; prize++) {
            if ((wanted >> prize & 1) && meets(sorted, prize))
                best = 1;
        }
        for (int keep = 1; best < 1 && keep < (1 << dice) - 1; keep++) {
            int more[4], kept = count;
            memcpy(more, frozen, sizeof(int) * (size_t)count);
            for (int j = 0; j < dice; j++) {
                if (keep >> j & 1)
                    more[kept++] = rolled[j];
            }
            const double chance = plain_chance(more, kept, wanted);
            best = chance > best ? chance : best;
        }
        sum += best;
    }
    return sum / throws;
}

static void chances_of_a_turn_are_exact(void **unused)
{
    (void)unused;
    const struct easycome_tables *t = &easycome_tables;
    static const unsigned wanted[] = {1 << EASYCOME_CARRE,
                                      1 << EASYCOME_SUITE,
                                      0x1ff,
                                      0,
                                      1 << EASYCOME_7 | 1 << EASYCOME_BRELAN_IMPAIR,
                                      0x0a5};
    for (size_t w = 0; w < sizeof wanted / sizeof *wanted; w++) {
        struct easycome_turn turn;
        easycome_turn_make(&turn, (uint16_t)wanted[w]);
        for (unsigned set = t->first[1]; set < t->first[4]; set++) {
            int frozen[4];
            const int count = t->set[set].count;
            for (int i = 0; i < count; i++)
                frozen[i] = t->set[set].digits[i] - '0';
            const double exact = turn.ways[set] / (double)EASYCOME_TURN_WHOLE;
            assert_near(exact, plain_chance(frozen, count, wanted[w]), 1e-12);
        }
        /* A whole turn: sums over the 126 throws, using the chances just checked. */
        double sum = 0;
        for (unsigned rolled = t->first[4]; rolled < EASYCOME_SETS; rolled++) {
            unsigned keep;
            const uint32_t best = easycome_turn_best(&turn, 0, rolled, &keep);
            if (t->set[rolled].prizes & wanted[w])
                assert_true(best == EASYCOME_TURN_WHOLE && keep == 0);
            else
                assert_int_equal(best, keep ? turn.ways[keep] : 0);
            sum += best / (double)EASYCOME_TURN_WHOLE * t->set[rolled].weight / 1296;
        }
        assert_near(turn.ways[0] / (double)EASYCOME_TURN_WHOLE, sum, 1e-12);
    }
}

static void state_is_small(void **unused)
{
    (void)unused;
    assert_true(easycome_game.state_size <= 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_throw_meets_what_it_should),
        cmocka_unit_test(keeps_are_every_part_but_all_and_none),
        cmocka_unit_test(chances_of_a_turn_are_exact),
        cmocka_unit_test(state_is_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
