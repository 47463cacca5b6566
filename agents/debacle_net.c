#include "agents/debacle_net.h"

#include <string.h>

#include "agents/debacle_eval.h"
#include "base/data.h"
#include "base/simd.h"
#include "embedded/debacle_net_weights.h"

enum { ATTACKED = DEBACLE_VALUES, NEAR, HELD };
enum { HELD_EACH = 3, CAPTURES_AT = DEBACLE_VALUES * HELD_EACH, BONUS_AT = CAPTURES_AT + 5 };
enum { NEED_AT = BONUS_AT + 4, NEEDS = 6 };
enum { TURN_AT = 2 * DEBACLE_NET_KINDS * DEBACLE_SQUARES, MOVES = 5 };
enum { ONE = 255, OUT_ONE = 64 };

/* The file data/debacle.net, which tools/debacle_train.py writes; used in place. In whole numbers,
 * 1 is ONE in biases and rows, OUT_ONE in the output's weights, and their product in its bias. */
struct weights {
    struct data_header header; /* rows: DEBACLE_NET_ROWS */
    uint32_t units;            /* DEBACLE_NET_HIDDEN */
    int32_t output_bias;
    uint8_t zero[40]; /* so that every row begins a cache line */
    int16_t bias[DEBACLE_NET_HIDDEN];
    int16_t output[2][DEBACLE_NET_HIDDEN]; /* for the sums of the side to move, of the other side */
    int16_t row[DEBACLE_NET_ROWS][DEBACLE_NET_HIDDEN];
};

_Static_assert(sizeof debacle_net_weights - 1 == sizeof(struct weights), "the file has its layout");

static const struct weights *const weights = (const struct weights *)debacle_net_weights;

/* What a side holds and is owed, as a bitmask: for each value whether it holds at least one, two,
 * three; how many captures; bonus moves; how near it is to the target. */
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

/* Brings the sums up to date with the position. */
static void update(struct debacle_net *net, const struct debacle *s)
{
    uint64_t set[2][DEBACLE_NET_KINDS];
    if (!net->begun) {
        for (int viewer = 0; viewer < 2; viewer++)
            memcpy(net->sum[viewer], weights->bias, sizeof weights->bias);
        net->begun = true;
    }
    make_sets(s, set);
    for (int side = 0; side < 2; side++) {
        for (int kind = 0; kind < DEBACLE_NET_KINDS; kind++) {
            for (uint64_t changed = set[side][kind] ^ net->set[side][kind]; changed;
                 changed &= changed - 1) {
                const unsigned bit = (unsigned)__builtin_ctzll(changed);
                const int16_t *red = weights->row[row_of(DEBACLE_RED, side, kind, bit)];
                const int16_t *black = weights->row[row_of(DEBACLE_BLACK, side, kind, bit)];
                if (set[side][kind] >> bit & 1) {
                    simd_add16(net->sum[DEBACLE_RED], red, DEBACLE_NET_HIDDEN);
                    simd_add16(net->sum[DEBACLE_BLACK], black, DEBACLE_NET_HIDDEN);
                } else {
                    simd_subtract16(net->sum[DEBACLE_RED], red, DEBACLE_NET_HIDDEN);
                    simd_subtract16(net->sum[DEBACLE_BLACK], black, DEBACLE_NET_HIDDEN);
                }
            }
            net->set[side][kind] = set[side][kind];
        }
    }
}

/* The output's sum as log-odds in thousandths. */
static int to_odds(int64_t sum)
{
    return (int)((sum / ONE + weights->output_bias) * 1000 / (ONE * OUT_ONE));
}

int debacle_net_odds(struct debacle_net *net, const struct debacle *s)
{
    alignas(32) int16_t own[DEBACLE_NET_HIDDEN];
    uint16_t rows[DEBACLE_NET_TURN];
    update(net, s);
    memcpy(own, net->sum[s->side], sizeof own);
    for (size_t i = 0, n = turn_rows(s, rows); i < n; i++)
        simd_add16(own, weights->row[rows[i]], DEBACLE_NET_HIDDEN);
    return to_odds((int64_t)simd_squares16(own, weights->output[0], ONE, DEBACLE_NET_HIDDEN) +
                   simd_squares16(net->sum[!s->side], weights->output[1], ONE, DEBACLE_NET_HIDDEN));
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

int debacle_net_odds_plain(const struct debacle *s)
{
    int64_t total = 0;
    for (int other = 0; other < 2; other++) {
        uint16_t rows[DEBACLE_NET_INPUTS];
        const size_t count = debacle_net_inputs(s, s->side ^ other, rows);
        for (int unit = 0; unit < DEBACLE_NET_HIDDEN; unit++) {
            int sum = weights->bias[unit];
            for (size_t i = 0; i < count; i++)
                sum += weights->row[rows[i]][unit];
            sum = sum < 0 ? 0 : sum > ONE ? ONE : sum;
            total += sum * sum * weights->output[other][unit];
        }
    }
    return to_odds(total);
}
