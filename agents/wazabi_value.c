#include "agents/wazabi_value.h"

#include <string.h>

#include "agents/wazabi_net_weights.h"
#include "base/simd.h"

/* Where the inputs of each kind begin. Dice are one of so many; cards and skips are "at least one",
 * "at least two" … */
enum {
    DICE = 10,
    CARDS_EACH = 3,
    UNKNOWN = 3,
    SKIPS = 2,
    HELD = 8,
    OTHER = DICE + HELD + SKIPS, /* inputs for another player */
    CARDS_AT = DICE,
    UNKNOWN_AT = CARDS_AT + WAZABI_KINDS * CARDS_EACH,
    SKIPS_AT = UNKNOWN_AT + UNKNOWN,
    TURN_AT = SKIPS_AT + SKIPS,
    UNSEEN_AT = TURN_AT + WAZABI_SEATS,
    ALLY_AT = UNSEEN_AT + 5,
    RIVALS_AT = ALLY_AT + OTHER,
    ROWS = RIVALS_AT + (WAZABI_SEATS - 1) * OTHER,
};

_Static_assert((int)ROWS == (int)WAZABI_NET_ROWS, "the weights fit the inputs");

enum { ONE = 255, OUT_ONE = 64 }; /* what stands for 1 in the sums and in the output's weights */

/* ---- the position after an action ---- */

static void discard(struct wazabi *s, int seat, unsigned card)
{
    s->hand[seat][card]--;
    s->cards[seat]--;
    s->discards[card]++;
}

static void lose_cards(struct wazabi *s, int seat, unsigned keep)
{
    if (s->cards[seat] > keep)
        s->cards[seat] = (uint8_t)keep;
}

static void pass_dice(struct wazabi *s, bool right)
{
    uint8_t passed[WAZABI_SEATS];
    memcpy(passed, s->dice, sizeof passed);
    for (int seat = 0; seat < s->players; seat++) {
        const int left = seat + 1 == s->players ? 0 : seat + 1;
        if (right)
            s->dice[seat] = passed[left];
        else
            s->dice[left] = passed[seat];
    }
}

static void look_at_play(struct wazabi_after *after, int seat, unsigned card, unsigned target)
{
    struct wazabi *s = &after->s;
    discard(s, seat, card);
    switch ((enum wazabi_card)card) {
    case WAZABI_RETIRE1:
        s->dice[seat]--;
        break;
    case WAZABI_RETIRE2:
        s->dice[seat] = (uint8_t)(s->dice[seat] - 2);
        break;
    case WAZABI_TOURNE:
        pass_dice(s, target == 1);
        break;
    case WAZABI_DONNE:
        s->dice[seat]--;
        s->dice[target]++;
        break;
    case WAZABI_VOLE:
        after->unknown = 1;
        if (target != WAZABI_NONE)
            s->cards[target]--;
        break;
    case WAZABI_RESTE1:
        lose_cards(s, (int)target, 1);
        break;
    case WAZABI_PIOCHE3:
        after->unknown = 3;
        break;
    case WAZABI_RESTE2:
        for (int other = 0; other < s->players; other++) {
            if (other != seat)
                lose_cards(s, other, 2);
        }
        break;
    case WAZABI_SAUTE:
        s->discards[card]--; /* it lies in front of its target */
        s->skips[target]++;
        break;
    case WAZABI_REJOUE:
        s->back = !s->back;
        after->next = seat;
        break;
    }
}

static void look_at_keep(struct wazabi *s, int seat, unsigned a, unsigned b)
{
    uint8_t *hand = s->hand[seat];
    for (unsigned card = 0; card < WAZABI_KINDS; card++) {
        const unsigned kept = (card == a) + (card == b);
        s->discards[card] = (uint8_t)(s->discards[card] + hand[card] - kept);
        hand[card] = (uint8_t)kept;
    }
    s->cards[seat] = s->keep;
}

void wazabi_look_ahead(const struct wazabi *s, int seat, game_action action,
                       struct wazabi_after *after)
{
    const unsigned a = wazabi_a(action), b = wazabi_b(action);
    *after = (struct wazabi_after){.s = *s, .next = wazabi_next(s, s->seat)};
    switch (wazabi_move_of(action)) {
    case WAZABI_DO_GIVE:
        after->s.dice[seat]--;
        after->s.dice[a]++;
        break;
    case WAZABI_DO_FROM:
        after->unknown = 1;
        after->s.cards[a]--;
        break;
    case WAZABI_DO_PLAY:
        look_at_play(after, seat, a, b);
        break;
    case WAZABI_DO_KEEP:
        look_at_keep(&after->s, seat, a, b);
        break;
    default:
        break;
    }
    after->won = after->s.dice[seat] == 0 && s->dice[seat] > 0;
}

/* ---- the network ---- */

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

/* One of `most`: a count from 1. */
static size_t put_one(uint16_t out[], size_t n, int at, int count, int most)
{
    if (count > 0)
        out[n++] = (uint16_t)(at + lesser(count, most) - 1);
    return n;
}

/* At least one, at least two … */
static size_t put_steps(uint16_t out[], size_t n, int at, int count, int most)
{
    for (int i = 0; i < count && i < most; i++)
        out[n++] = (uint16_t)(at + i);
    return n;
}

size_t wazabi_net_inputs(const struct wazabi_after *after, int seat,
                         uint16_t out[WAZABI_NET_INPUTS])
{
    const struct wazabi *s = &after->s;
    const uint8_t *hand = s->hand[seat];
    size_t n = put_one(out, 0, 0, s->dice[seat], DICE);
    for (int card = 0; card < WAZABI_KINDS; card++)
        n = put_steps(out, n, CARDS_AT + card * CARDS_EACH, hand[card], CARDS_EACH);
    n = put_steps(out, n, UNKNOWN_AT, after->unknown, UNKNOWN);
    n = put_steps(out, n, SKIPS_AT, s->skips[seat], SKIPS);
    const int unseen =
        wazabi_kinds[WAZABI_RETIRE1].copies - hand[WAZABI_RETIRE1] - s->discards[WAZABI_RETIRE1];
    n = put_one(out, n, UNSEEN_AT, unseen, 5);
    for (int i = 1, other = wazabi_next(s, seat); i < s->players;
         i++, other = wazabi_next(s, other)) {
        const int at = wazabi_allies(s, seat, other) ? ALLY_AT : RIVALS_AT + (i - 1) * OTHER;
        n = put_one(out, n, at, s->dice[other], DICE);
        n = put_steps(out, n, at + DICE, s->cards[other], HELD);
        n = put_steps(out, n, at + DICE + HELD, s->skips[other], SKIPS);
    }
    int turns = 0; /* until the seat rolls */
    for (int other = after->next; other != seat; other = wazabi_next(s, other))
        turns++;
    out[n++] = (uint16_t)(TURN_AT + turns);
    return n;
}

int wazabi_odds(const struct wazabi_after *after, int seat)
{
    uint16_t rows[WAZABI_NET_INPUTS];
    alignas(32) int16_t sum[WAZABI_NET_HIDDEN];
    const size_t count = wazabi_net_inputs(after, seat, rows);
    memcpy(sum, wazabi_net_first, sizeof sum);
    for (size_t i = 0; i < count; i++)
        simd_add16(sum, wazabi_net_row[rows[i]], WAZABI_NET_HIDDEN);
    const int64_t total = simd_squares16(sum, wazabi_net_out, ONE, WAZABI_NET_HIDDEN);
    return (int)((total / ONE + wazabi_net_last) * WAZABI_ODDS_ONE / (ONE * OUT_ONE));
}

int wazabi_odds_at_roll(const struct wazabi *s, int seat)
{
    const struct wazabi_after here = {.s = *s, .next = s->seat};
    return wazabi_odds(&here, seat);
}

void wazabi_judge_actions(const struct wazabi *s, int seat, const game_action actions[],
                          size_t count, int odds[])
{
    for (size_t i = 0; i < count; i++) {
        struct wazabi_after after;
        wazabi_look_ahead(s, seat, actions[i], &after);
        odds[i] = after.won ? WAZABI_ODDS_WON : wazabi_odds(&after, seat);
    }
}

game_action wazabi_best(const struct wazabi *s, int seat, const game_action actions[], size_t count)
{
    int odds[GAME_ACTIONS_MAX];
    size_t best = 0;
    wazabi_judge_actions(s, seat, actions, count, odds);
    for (size_t i = 1; i < count; i++) {
        if (odds[i] > odds[best])
            best = i;
    }
    return actions[best];
}
