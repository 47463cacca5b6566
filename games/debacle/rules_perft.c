/* Perft: counts the tree of single actions. At the last ply actions are counted without carrying
 * them out, with shifts and population counts of whole sets of dice. */
#include <stddef.h>
#include <string.h>

#include "base/simd.h"
#include "games/debacle/rules_make.h"

DEBACLE_INLINE unsigned count_bits(uint64_t set)
{
    return (unsigned)__builtin_popcountll(set);
}

/* The squares that the dice reach in one way: 0 up, 1 down, 2 right, 3 left. */
DEBACLE_INLINE uint64_t reach(uint64_t dice, int way)
{
    switch (way) {
    case 0:
        return dice << 6 & DEBACLE_BOARD;
    case 1:
        return dice >> 6;
    case 2:
        return dice << 1 & ~DEBACLE_FILE_A & DEBACLE_BOARD;
    default:
        return dice >> 1 & ~DEBACLE_FILE_F;
    }
}

/* Captures in one way, as the squares they end on: two dice cannot reach one square in the same
 * way, so all values' captures fit in one set. */
DEBACLE_INLINE uint64_t captures(const struct debacle *s, uint64_t movers, int side, uint64_t other,
                                 int way)
{
    const uint64_t *d = s->dice[side], *e = s->dice[!side];
    uint64_t lower = e[0], set = reach(d[0] & movers, way) & other & ~e[0];
    for (int value = 1; value < DEBACLE_VALUES; value++) {
        set |= reach(d[value] & movers, way) & lower;
        lower |= e[value];
    }
    return set;
}

DEBACLE_INLINE unsigned count_moves(const struct debacle *s, uint64_t movers, uint64_t own,
                                    uint64_t other, int side, unsigned flipped)
{
    const int backward = side == DEBACLE_RED ? 1 : 0;
    const uint64_t empty = ~(own | other) & DEBACLE_BOARD, dice = own & movers;
    uint64_t set[4], touched = 0;
    for (int way = 0; way < 4; way++) {
        set[way] = reach(dice, way);
        touched |= set[way];
        set[way] &= way == backward ? 0 : empty;
    }
    if (touched & other) {
        for (int way = 0; way < 4; way++)
            set[way] |= captures(s, movers, side, other, way);
    }
    return count_bits(set[0]) + count_bits(set[1]) + count_bits(set[2]) + count_bits(set[3]) +
           count_bits(dice) - (flipped != DEBACLE_NONE && (dice >> flipped & 1));
}

DEBACLE_INLINE unsigned count_side(const struct debacle *s, int side)
{
    const uint64_t own = debacle_all(s, side), other = debacle_all(s, !side);
    const uint64_t open = s->open == DEBACLE_NONE ? 0 : 1ull << s->open;
    const uint64_t row = side == DEBACLE_RED ? DEBACLE_RANK_1 : DEBACLE_RANK_6;
    if (s->owed)
        return count_bits(row & ~(own | other)) +
               (s->bounce ? count_moves(s, open, own, other, side, s->flipped) : 0);
    unsigned n = 1; /* end */
    if (s->moves)
        n += count_moves(s, ~0ull, own, other, side, s->flipped);
    else if (s->bounce)
        n += count_moves(s, open, own, other, side, s->flipped);
    if (s->done && !s->recovered && s->captures[!side]) {
        const uint64_t *d = s->dice[side];
        if (d[0] == own || d[1] == own || d[2] == own || d[3] == own || d[4] == own || d[5] == own)
            n += count_bits(row & ~(own | other));
    }
    return n;
}

DEBACLE_INLINE unsigned count_actions(const struct debacle *s)
{
    return s->side == DEBACLE_RED ? count_side(s, DEBACLE_RED) : count_side(s, DEBACLE_BLACK);
}

/* Only the part that a round changes is copied; hashes are not needed. */
SIMD_POPCOUNT static uint64_t count_two(const struct debacle *s)
{
    game_action list[64];
    uint64_t sum = 0;
    const size_t count = debacle_list(s, list);
    for (size_t i = 0; i < count; i++) {
        struct debacle next;
        memcpy(&next, s, offsetof(struct debacle, target));
        sum += debacle_make_inline(&next, list[i], false) ? 1 : count_actions(&next);
    }
    return sum;
}

SIMD_POPCOUNT static uint64_t count_one(const struct debacle *s)
{
    return count_actions(s);
}

/* For the options that rules_make.h does not know. */
static uint64_t count_slowly(const struct debacle *s, int depth)
{
    game_action list[64];
    uint64_t sum = 0;
    const size_t count = depth ? debacle_list(s, list) : 1;
    for (size_t i = 0; depth > 1 && i < count; i++) {
        struct debacle next = *s;
        sum += debacle_make(&next, list[i]) ? 1 : count_slowly(&next, depth - 1);
    }
    return depth > 1 ? sum : count;
}

uint64_t debacle_perft(const struct debacle *s, int depth)
{
    if (s->rules & DEBACLE_MORE)
        return count_slowly(s, depth);
    game_action list[64];
    if (depth <= 2)
        return depth == 0 ? 1 : depth == 1 ? count_one(s) : count_two(s);
    uint64_t sum = 0;
    const size_t count = debacle_list(s, list);
    for (size_t i = 0; i < count; i++) {
        struct debacle next;
        memcpy(&next, s, offsetof(struct debacle, target));
        sum += debacle_make_inline(&next, list[i], false) ? 1 : debacle_perft(&next, depth - 1);
    }
    return sum;
}
