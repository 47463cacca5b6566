#include "agents/debacle_eval.h"

#include <math.h>
#include <string.h>
#include <threads.h>

#include "agents/debacle_weights.h"
#include "base/simd.h"

/* ---- the chance of winning the game by scores ---- */

enum { SCORES = 64, TABLE_TARGET = 30 };

/* By what both still need, in thirtieths of the target: the chance of the side named first. */
static float chance_by_need[SCORES][SCORES];

/* Rounds are taken to be alike and independent, with the points that self-play saw: how often the
 * winner of a round took so many points and the loser so many (debacle_weights.h). */
static void make_chances(void)
{
    for (int sum = 2; sum <= 2 * TABLE_TARGET; sum++) { /* needs, smallest first */
        for (int a = 1; a < sum; a++) {
            const int b = sum - a;
            if (a > TABLE_TARGET || b > TABLE_TARGET)
                continue;
            double chance = 0;
            for (int i = 0; i < DEBACLE_OUTCOMES; i++) {
                const int won = debacle_outcome[i].winner, lost = debacle_outcome[i].loser;
                for (int side = 0; side < 2; side++) {
                    const int x = a - (side ? lost : won), y = b - (side ? won : lost);
                    const double then = x > 0 && y > 0 ? chance_by_need[x][y]
                                        : x == y       ? 0.5
                                                       : x < y;
                    chance += then * debacle_outcome[i].share / 2;
                }
            }
            chance_by_need[a][b] = (float)chance;
        }
    }
}

/* The worth of starting a round with these scores, or of having won or lost with them. */
static double worth_of_scores(double own, double other, int target)
{
    const double scale = (double)TABLE_TARGET / target;
    const double a = (target - own) * scale, b = (target - other) * scale;
    if (a <= 0 || b <= 0)
        return own > other ? 1 : own < other ? -1 : 0;
    const int x = a >= TABLE_TARGET ? TABLE_TARGET : a < 1 ? 1 : (int)(a + 0.5);
    const int y = b >= TABLE_TARGET ? TABLE_TARGET : b < 1 ? 1 : (int)(b + 0.5);
    return 2 * (double)chance_by_need[x][y] - 1;
}

int debacle_round_value(const struct debacle *s, int side)
{
    return (int)lrint(DEBACLE_WON * worth_of_scores(s->score[side] + debacle_points(s, side),
                                                    s->score[!side] + debacle_points(s, !side),
                                                    s->target));
}

/* ---- the board ---- */

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

SIMD_POPCOUNT static void count_features(const struct debacle *s, int side,
                                         int out[DEBACLE_FEATURES])
{
    const uint64_t *d = s->dice[side], *e = s->dice[!side];
    const uint64_t own = debacle_all(s, side), other = debacle_all(s, !side);
    const uint64_t empty = ~(own | other) & DEBACLE_BOARD;
    uint64_t lower = 0, attacked = 0, twice = 0, near = 0;
    int alike = 0, mobility = bits(rolled_to(own, side, empty));
    memset(out, 0, DEBACLE_FEATURES * sizeof *out);
    for (int i = 0; i < s->captures[side] && i < 4; i++)
        out[DEBACLE_F_CAPTURE_1 + i] = 1;
    out[DEBACLE_F_HELD] = debacle_points(s, side);
    for (int value = 0; value < DEBACLE_VALUES; value++) {
        const int count = bits(d[value]);
        const uint64_t prey = value == 0 ? other & ~e[0] : lower;
        const uint64_t hit = around(d[value]) & prey;
        out[DEBACLE_F_VALUE_1 + value] = count;
        twice |= attacked & hit;
        attacked |= hit;
        alike = count > alike ? count : alike;
        /* A roll and then a capture, with the value that the roll gives. */
        const uint64_t next_prey = value == 5 ? other & ~e[0] : lower | e[value];
        if (d[value])
            near |= around(rolled_to(d[value], side, empty)) & next_prey;
        lower |= e[value];
    }
    for (int rank = 1; rank < 6; rank++)
        out[DEBACLE_F_FORWARD] +=
            bits(own & (DEBACLE_RANK_1 << 6 * rank)) * (side == DEBACLE_RED ? rank : 5 - rank);
    if (side == DEBACLE_BLACK)
        out[DEBACLE_F_FORWARD] += 5 * bits(own & DEBACLE_RANK_1);
    out[DEBACLE_F_THREATS] = bits(attacked);
    out[DEBACLE_F_TWICE] = bits(twice);
    out[DEBACLE_F_NEAR] = bits(near & ~attacked);
    out[DEBACLE_F_ALIKE] = s->captures[!side] ? alike : 0;
    out[DEBACLE_F_BONUS] = s->bonus[side];
    out[DEBACLE_F_MOBILITY] = mobility + bits(attacked);
}

void debacle_features(const struct debacle *s, int side, int out[DEBACLE_FEATURES])
{
    count_features(s, side, out);
}

int debacle_odds(const struct debacle *s)
{
    int own[DEBACLE_FEATURES], other[DEBACLE_FEATURES];
    const int phase = s->moves > 2 ? 2 : s->moves;
    int odds = debacle_to_move[phase];
    debacle_features(s, s->side, own);
    debacle_features(s, !s->side, other);
    for (int i = 0; i < DEBACLE_FEATURES; i++)
        odds += debacle_weight[i] * (own[i] - other[i]);
    /* Threats count for more for whoever can carry them out first. */
    odds += s->moves ? debacle_first_threat * (own[DEBACLE_F_THREATS] > 0) : 0;
    odds -= debacle_second_threat * (other[DEBACLE_F_THREATS] > 1);
    return odds;
}

int debacle_evaluate(const struct debacle *s)
{
    const int side = s->side;
    const double chance = 1 / (1 + exp(-debacle_odds(s) / 100.0));
    const int own = debacle_points(s, side), other = debacle_points(s, !side);
    /* The winner of the round will hold five dice, the loser perhaps one more than now. */
    const double own_more = 3.5 * (DEBACLE_CAPTURES - s->captures[side]);
    const double other_more = 3.5 * (DEBACLE_CAPTURES - s->captures[!side]);
    const double own_loses = s->captures[side] < 4 ? 2 : 0;
    const double other_loses = s->captures[!side] < 4 ? 2 : 0;
    const double win = worth_of_scores(s->score[side] + own + own_more,
                                       s->score[!side] + other + other_loses, s->target);
    const double lose = worth_of_scores(s->score[side] + own + own_loses,
                                        s->score[!side] + other + other_more, s->target);
    return (int)lrint(DEBACLE_WON * 0.98 * (chance * win + (1 - chance) * lose));
}

void debacle_eval_ready(void)
{
    static once_flag made = ONCE_FLAG_INIT;
    call_once(&made, make_chances);
}
