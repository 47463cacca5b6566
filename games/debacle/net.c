#include "games/debacle/net.h"

#include <string.h>

#include "base/simd.h"
#include "embedded/debacle_net_tournament.h"
#include "embedded/debacle_net_weights.h"
#include "games/debacle/bot_eval.h"

enum { ATTACKED = DEBACLE_VALUES, NEAR, HELD };
enum { HELD_EACH = 3, CAPTURES_AT = DEBACLE_VALUES * HELD_EACH, BONUS_AT = CAPTURES_AT + 5 };
enum { NEED_AT = BONUS_AT + 4, NEEDS = 6 };
enum { TURN_AT = 2 * DEBACLE_NET_KINDS * DEBACLE_SQUARES, MOVES = 5 };
enum { CHUNK = 256 }; /* the squares of this many units fit a 32-bit sum with any weights */

_Static_assert(sizeof debacle_net_weights - 1 >= sizeof(struct debacle_weights) &&
                   (sizeof debacle_net_weights - 1 - sizeof(struct debacle_weights)) %
                           (2 * (3 + DEBACLE_NET_ROWS) * DEBACLE_NET_UNITS_MIN) ==
                       0,
               "the file has its layout");
_Static_assert(sizeof debacle_net_tournament == sizeof debacle_net_weights, "so has the other");

/* The parts of a network's file. */
struct parts {
    int units, output_bias;
    const int16_t *bias, *output[2], *row;
};

const struct debacle_weights *debacle_net_shipped(unsigned rules)
{
    return (const struct debacle_weights *)(rules & DEBACLE_TOURNAMENT ? debacle_net_tournament
                                                                       : debacle_net_weights);
}

static struct parts parts_of(const struct debacle_weights *weights)
{
    const int units = (int)weights->units;
    const int16_t *number = weights->number;
    return (struct parts){.units = units,
                          .output_bias = weights->output_bias,
                          .bias = number,
                          .output = {number + units, number + 2 * units},
                          .row = number + 3 * units};
}

bool debacle_net_is_whole(const void *bytes, size_t length)
{
    const struct debacle_weights *weights = bytes;
    return length >= sizeof *weights &&
           memcmp(weights->header.magic, DEBACLE_NET_MAGIC, DATA_MAGIC) == 0 &&
           weights->header.length == length && weights->header.rows == DEBACLE_NET_ROWS &&
           weights->units >= DEBACLE_NET_UNITS_MIN && weights->units <= DEBACLE_NET_UNITS_MAX &&
           weights->units % DEBACLE_NET_UNITS_MIN == 0 &&
           length == sizeof *weights +
                         (3 + DEBACLE_NET_ROWS) * weights->units * sizeof weights->number[0];
}

/* A side's dice and debts as a bitmask: for each value whether it holds at least one, two, three;
 * the number of captures; bonus moves; the distance to the target. */
static uint64_t held_set(const struct debacle *s, int side)
{
    static const int near_enough[NEEDS] = {4, 8, 12, 16, 20, 25}; /* of thirty points */
    const int need = debacle_need(s, side);
    uint64_t set = 0;
    for (int i = 0; i < NEEDS; i++)
        set |= (uint64_t)(need <= near_enough[i]) << (NEED_AT + i);
    for (int value = 0; value < DEBACLE_VALUES; value++) {
        const int count = s->held[side][value] < HELD_EACH ? s->held[side][value] : HELD_EACH;
        set |= ((1ull << count) - 1) << HELD_EACH * value;
    }
    const int bonus = s->bonus[side] < 4 ? s->bonus[side] : 4;
    const int captures = s->captures[side] < 4 ? s->captures[side] : 4;
    return set | 1ull << (CAPTURES_AT + captures) | ((1ull << bonus) - 1) << BONUS_AT;
}

static void make_sets(const struct debacle *s, uint64_t set[2][DEBACLE_NET_KINDS])
{
    for (int side = 0; side < 2; side++) {
        memcpy(set[side], s->dice[side], sizeof s->dice[side]);
        debacle_attacks(s, side, &set[side][ATTACKED], &set[side][NEAR]);
        set[side][HELD] = held_set(s, side);
    }
}

/* The index of an input as `viewer` sees it: black sees the board turned round. */
static size_t row_of(int viewer, int side, int kind, unsigned bit)
{
    const unsigned seen = viewer == DEBACLE_BLACK && kind < HELD ? DEBACLE_SQUARES - 1 - bit : bit;
    return (size_t)((side == viewer ? 0 : DEBACLE_NET_KINDS) + kind) * DEBACLE_SQUARES + seen;
}

/* The inputs that describe the turn: how many moves are left; an open bounce; a return owed; a turn
 * that has begun. */
static size_t turn_rows(const struct debacle *s, uint16_t out[])
{
    size_t n = 0;
    out[n++] = (uint16_t)(TURN_AT + (s->moves < MOVES ? s->moves : MOVES - 1));
    if (s->bounce)
        out[n++] = TURN_AT + MOVES;
    if (s->owed)
        out[n++] = TURN_AT + MOVES + 1;
    if (s->done)
        out[n++] = TURN_AT + MOVES + 2;
    return n;
}

/* Inputs whose rows must be added to a viewer's sums, and subtracted from them. */
struct change {
    uint16_t added[2 * DEBACLE_NET_INPUTS], removed[2 * DEBACLE_NET_INPUTS];
    size_t added_count, removed_count;
};

/* Updates the sums to the position. */
static void update(struct debacle_net *net, const struct parts *parts, const struct debacle *s)
{
    uint64_t set[2][DEBACLE_NET_KINDS];
    struct change change[2];
    change[0].added_count = change[0].removed_count = 0;
    change[1].added_count = change[1].removed_count = 0;
    make_sets(s, set);
    for (int side = 0; side < 2; side++) {
        for (int kind = 0; kind < DEBACLE_NET_KINDS; kind++) {
            for (uint64_t rest = set[side][kind] & ~net->set[side][kind]; rest; rest &= rest - 1) {
                for (int viewer = 0; viewer < 2; viewer++)
                    change[viewer].added[change[viewer].added_count++] =
                        (uint16_t)row_of(viewer, side, kind, (unsigned)__builtin_ctzll(rest));
            }
            for (uint64_t rest = net->set[side][kind] & ~set[side][kind]; rest; rest &= rest - 1) {
                for (int viewer = 0; viewer < 2; viewer++)
                    change[viewer].removed[change[viewer].removed_count++] =
                        (uint16_t)row_of(viewer, side, kind, (unsigned)__builtin_ctzll(rest));
            }
            net->set[side][kind] = set[side][kind];
        }
    }
    for (int viewer = 0; viewer < 2; viewer++) {
        const struct change *c = &change[viewer];
        simd_change_rows16(net->sum[viewer], net->begun ? net->sum[viewer] : parts->bias,
                           parts->row, c->added, c->added_count, c->removed, c->removed_count,
                           parts->units);
    }
    net->begun = true;
}

/* The output's sum as log-odds in thousandths. */
static int to_odds(const struct parts *parts, int64_t sum)
{
    return (int)((sum / DEBACLE_NET_ONE + parts->output_bias) * 1000 /
                 (DEBACLE_NET_ONE * DEBACLE_NET_OUT_ONE));
}

static int64_t weigh(const struct parts *parts, const int16_t sum[], int other)
{
    int64_t total = 0;
    for (int unit = 0; unit < parts->units; unit += CHUNK)
        total += simd_squares16(sum + unit, parts->output[other] + unit, DEBACLE_NET_ONE,
                                parts->units - unit < CHUNK ? parts->units - unit : CHUNK);
    return total;
}

int debacle_net_odds(struct debacle_net *net, const struct debacle *s)
{
    const struct parts parts =
        parts_of(net->weights ? net->weights : debacle_net_shipped(s->rules));
    alignas(32) int16_t own[DEBACLE_NET_UNITS_MAX];
    uint16_t rows[DEBACLE_NET_TURN];
    update(net, &parts, s);
    simd_change_rows16(own, net->sum[s->side], parts.row, rows, turn_rows(s, rows), NULL, 0,
                       parts.units);
    return to_odds(&parts, weigh(&parts, own, 0) + weigh(&parts, net->sum[!s->side], 1));
}

size_t debacle_net_inputs(const struct debacle *s, int viewer, uint16_t out[DEBACLE_NET_INPUTS])
{
    uint64_t set[2][DEBACLE_NET_KINDS];
    size_t n = 0;
    make_sets(s, set);
    for (int side = 0; side < 2; side++) {
        for (int kind = 0; kind < DEBACLE_NET_KINDS; kind++) {
            for (uint64_t rest = set[side][kind]; rest; rest &= rest - 1)
                out[n++] = (uint16_t)row_of(viewer, side, kind, (unsigned)__builtin_ctzll(rest));
        }
    }
    return viewer == s->side ? n + turn_rows(s, out + n) : n;
}
