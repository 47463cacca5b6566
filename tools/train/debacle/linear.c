#include "tools/train/debacle/linear.h"

#include <string.h>

#include "base/simd.h"
#include "games/debacle/bot_eval.h"

enum debacle_feature {
    DEBACLE_F_CAPTURE_1, /* 1 if at least that many enemy dice are held */
    DEBACLE_F_CAPTURE_2,
    DEBACLE_F_CAPTURE_3,
    DEBACLE_F_CAPTURE_4,
    DEBACLE_F_HELD,    /* the sum of the values of enemy dice held */
    DEBACLE_F_VALUE_1, /* own dice on the board, by value */
    DEBACLE_F_VALUE_2,
    DEBACLE_F_VALUE_3,
    DEBACLE_F_VALUE_4,
    DEBACLE_F_VALUE_5,
    DEBACLE_F_VALUE_6,
    DEBACLE_F_THREATS,  /* enemy dice that can be captured now */
    DEBACLE_F_TWICE,    /* of these, the ones attacked by dice of more than one value */
    DEBACLE_F_NEAR,     /* enemy dice that can be captured after one roll */
    DEBACLE_F_FORWARD,  /* ranks advanced, summed over all dice */
    DEBACLE_F_ALIKE,    /* dice of the most common value, if any die is captured: for recovery */
    DEBACLE_F_BONUS,    /* bonus moves at the next turn */
    DEBACLE_F_MOBILITY, /* legal rolls and captures */
    DEBACLE_FEATURES
};

/* The terms of the linear sum: each feature of the side to move minus that of the other side; three
 * indicators for the moves left; one for a threat of the side to move, one for two of the other. */
enum { DEBACLE_COLUMNS = DEBACLE_FEATURES + 5 };

static inline uint64_t around(uint64_t set)
{
    return (set << 6 & DEBACLE_BOARD) | set >> 6 | (set << 1 & ~DEBACLE_FILE_A & DEBACLE_BOARD) |
           (set >> 1 & ~DEBACLE_FILE_F);
}

static inline int bits(uint64_t set)
{
    return __builtin_popcountll(set);
}

/* The squares that a side's dice of this value reach by rolling. */
static inline uint64_t rolled_to(uint64_t dice, int side, uint64_t empty)
{
    const uint64_t forward = side == DEBACLE_RED ? dice << 6 & DEBACLE_BOARD : dice >> 6;
    return (forward | (dice << 1 & ~DEBACLE_FILE_A & DEBACLE_BOARD) |
            (dice >> 1 & ~DEBACLE_FILE_F)) &
           empty;
}

/* Enemy dice that are attacked by dice of more than one value. */
static uint64_t attacked_twice(const struct debacle *s, int side)
{
    const uint64_t *e = s->dice[!side];
    uint64_t lower = 0, once = 0, twice = 0;
    for (int value = 0; value < DEBACLE_VALUES; value++) {
        const uint64_t prey = value == 0 ? debacle_all(s, !side) & ~e[0] : lower;
        const uint64_t hit = around(s->dice[side][value]) & prey;
        twice |= once & hit;
        once |= hit;
        lower |= e[value];
    }
    return twice;
}

/* The features of one side, independent of the side to move. */
SIMD_POPCOUNT static void count_features(const struct debacle *s, int side,
                                         int out[DEBACLE_FEATURES])
{
    const uint64_t own = debacle_all(s, side), other = debacle_all(s, !side);
    const uint64_t empty = ~(own | other) & DEBACLE_BOARD;
    uint64_t attacked, near;
    int alike = 0;
    memset(out, 0, DEBACLE_FEATURES * sizeof *out);
    for (int i = 0; i < s->captures[side] && i < 4; i++)
        out[DEBACLE_F_CAPTURE_1 + i] = 1;
    out[DEBACLE_F_HELD] = debacle_points(s, side);
    for (int value = 0; value < DEBACLE_VALUES; value++) {
        const int count = bits(s->dice[side][value]);
        out[DEBACLE_F_VALUE_1 + value] = count;
        alike = count > alike ? count : alike;
    }
    for (int rank = 1; rank < 6; rank++) {
        const int row = side == DEBACLE_RED ? rank : 5 - rank;
        out[DEBACLE_F_FORWARD] += rank * bits(own & (DEBACLE_RANK_1 << 6 * row));
    }
    debacle_attacks(s, side, &attacked, &near);
    out[DEBACLE_F_THREATS] = bits(attacked);
    out[DEBACLE_F_TWICE] = bits(attacked_twice(s, side));
    out[DEBACLE_F_NEAR] = bits(near & ~attacked);
    out[DEBACLE_F_ALIKE] = s->captures[!side] ? alike : 0;
    out[DEBACLE_F_BONUS] = s->bonus[side];
    out[DEBACLE_F_MOBILITY] = bits(rolled_to(own, side, empty)) + bits(attacked);
}

static void list_columns(const struct debacle *s, int out[DEBACLE_COLUMNS])
{
    int other[DEBACLE_FEATURES];
    count_features(s, s->side, out);
    count_features(s, !s->side, other);
    const bool first = s->moves > 0 && out[DEBACLE_F_THREATS] > 0;
    for (int i = 0; i < DEBACLE_FEATURES; i++)
        out[i] -= other[i];
    for (int i = 0; i < 3; i++)
        out[DEBACLE_FEATURES + i] = i == (s->moves > 2 ? 2 : s->moves);
    out[DEBACLE_FEATURES + 3] = first;
    out[DEBACLE_FEATURES + 4] = other[DEBACLE_F_THREATS] > 1;
}

/* Log-odds of winning the round, in hundredths, for each feature that one side has more of. Set by
 * hand: weights that were fitted to self-play lost against these
 * (docs/design/debacle-engine.md). */
static const int linear_weight[DEBACLE_COLUMNS] = {
    [DEBACLE_F_CAPTURE_1] = 60,
    [DEBACLE_F_CAPTURE_2] = 70,
    [DEBACLE_F_CAPTURE_3] = 90,
    [DEBACLE_F_CAPTURE_4] = 120,
    [DEBACLE_F_HELD] = 2,
    [DEBACLE_F_VALUE_1] = 20,
    [DEBACLE_F_VALUE_2] = 0,
    [DEBACLE_F_VALUE_3] = 5,
    [DEBACLE_F_VALUE_4] = 10,
    [DEBACLE_F_VALUE_5] = 15,
    [DEBACLE_F_VALUE_6] = 20,
    [DEBACLE_F_THREATS] = 25,
    [DEBACLE_F_TWICE] = 5,
    [DEBACLE_F_NEAR] = 8,
    [DEBACLE_F_FORWARD] = 1,
    [DEBACLE_F_ALIKE] = 5,
    [DEBACLE_F_BONUS] = 20,
    [DEBACLE_F_MOBILITY] = 2,
    /* For the side to move, by the moves it has left; its threats; the other side's. */
    [DEBACLE_FEATURES] = 0,
    15,
    30,
    30,
    -20,
};

/* The log-odds that the side to move wins the round, in thousandths. */
static int linear_odds(const struct debacle *s)
{
    int column[DEBACLE_COLUMNS], odds = 0;
    list_columns(s, column);
    for (int i = 0; i < DEBACLE_COLUMNS; i++)
        odds += 10 * linear_weight[i] * column[i];
    return odds;
}

int train_linear_value(const struct debacle *s, int noise)
{
    const int side = s->side;
    const double chance = debacle_chance(linear_odds(s) + noise);
    const int own = debacle_points(s, side), other = debacle_points(s, !side);
    /* Estimates of the points to come: the winner of the round will hold five dice, of 3.5 points
     * on average; the loser may capture another. */
    const double own_more = 3.5 * (DEBACLE_CAPTURES - s->captures[side]);
    const double other_more = 3.5 * (DEBACLE_CAPTURES - s->captures[!side]);
    const double own_loses = s->captures[side] < 4 ? 2 : 0;
    const double other_loses = s->captures[!side] < 4 ? 2 : 0;
    const double win = debacle_scores_value(s->score[side] + own + own_more,
                                            s->score[!side] + other + other_loses, s->target);
    const double lose = debacle_scores_value(s->score[side] + own + own_loses,
                                             s->score[!side] + other + other_more, s->target);
    return debacle_scaled(chance * win + (1 - chance) * lose);
}
