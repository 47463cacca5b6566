#include "games/debacle/bot_eval.h"

#include <math.h>

#include "embedded/debacle_chances.h" /* chance_by_need, odds_by_need, value_by_odds */

/* ---- the chance of winning the game by scores ---- */

static int need_of(double score, int target)
{
    const double need = (target - score) * DEBACLE_TABLE_TARGET / target;
    return need >= DEBACLE_TABLE_TARGET ? DEBACLE_TABLE_TARGET : need < 1 ? 1 : (int)(need + 0.5);
}

int debacle_need(const struct debacle *s, int side)
{
    return need_of(s->score[side], s->target);
}

int debacle_score_odds(const struct debacle *s)
{
    return odds_by_need[debacle_need(s, s->side)][debacle_need(s, !s->side)];
}

double debacle_scores_value(double own, double other, int target)
{
    if (own >= target || other >= target)
        return own > other ? 1 : own < other ? -1 : 0;
    return 2 * (double)chance_by_need[need_of(own, target)][need_of(other, target)] - 1;
}

int debacle_round_value(const struct debacle *s, int side)
{
    return (int)lrint(DEBACLE_WON * debacle_scores_value(s->score[side] + debacle_points(s, side),
                                                         s->score[!side] + debacle_points(s, !side),
                                                         s->target));
}

/* ---- the board ---- */

static inline uint64_t around(uint64_t set)
{
    return (set << 6 & DEBACLE_BOARD) | set >> 6 | (set << 1 & ~DEBACLE_FILE_A & DEBACLE_BOARD) |
           (set >> 1 & ~DEBACLE_FILE_F);
}

/* The squares that a side's dice of this value reach by rolling. */
static inline uint64_t rolled_to(uint64_t dice, int side, uint64_t empty)
{
    const uint64_t forward = side == DEBACLE_RED ? dice << 6 & DEBACLE_BOARD : dice >> 6;
    return (forward | (dice << 1 & ~DEBACLE_FILE_A & DEBACLE_BOARD) |
            (dice >> 1 & ~DEBACLE_FILE_F)) &
           empty;
}

void debacle_attacks(const struct debacle *s, int side, uint64_t *attacked, uint64_t *near)
{
    const uint64_t *d = s->dice[side], *e = s->dice[!side];
    const uint64_t other = debacle_all(s, !side);
    const uint64_t empty = ~(debacle_all(s, side) | other) & DEBACLE_BOARD;
    uint64_t lower = 0;
    *attacked = *near = 0;
    for (int value = 0; value < DEBACLE_VALUES; value++) {
        /* A die captures lower values; a 1 captures all but 1s; a roll adds one, and a 6 becomes 1.
         */
        const uint64_t prey = value == 0 ? other & ~e[0] : lower;
        const uint64_t next_prey = value == 5 ? other & ~e[0] : lower | e[value];
        if (d[value]) {
            *attacked |= around(d[value]) & prey;
            *near |= around(rolled_to(d[value], side, empty)) & next_prey;
        }
        lower |= e[value];
    }
}

int debacle_evaluate(const struct debacle *s, struct debacle_net *net, int noise)
{
    const int odds = debacle_score_odds(s) + debacle_net_odds(net, s) + noise;
    return value_by_odds[DEBACLE_ODDS_MAX + debacle_clamp_odds(odds)];
}
