#include "agents/wazabi_hands.h"

#include <string.h>

/* By: greedy or not, two players or more, dice, cards. */
static const uint8_t table[2][2][WAZABI_HANDS_DICE][WAZABI_HANDS_CARDS][WAZABI_KINDS] = {
#include "agents/wazabi_hands_table.h"
};

/* One card of the pool, each kind as likely as its copies times its weight. */
static unsigned pick(const uint8_t pool[], const uint8_t weight[], struct rng *rng)
{
    unsigned sum[WAZABI_KINDS], total = 0, card = 0;
    for (int i = 0; i < WAZABI_KINDS; i++)
        sum[i] = total += (unsigned)pool[i] * weight[i];
    const unsigned at = rng_below(rng, total);
    while (sum[card] <= at)
        card++;
    return card;
}

void wazabi_guess_hands(struct wazabi *s, bool greedy, struct rng *rng)
{
    const int viewer = s->viewer - 2;
    uint8_t pool[WAZABI_KINDS];
    if (viewer < 0) { /* nothing is hidden, or it is a spectator's view */
        wazabi_game.guess(s, rng);
        return;
    }
    wazabi_out_of_sight(s, viewer, pool);
    for (int seat = 0; seat < s->players; seat++) {
        if (seat == viewer || s->cards[seat] == 0)
            continue;
        const uint8_t *weight =
            table[greedy][s->players > 2][wazabi_hands_dice(s, seat)][wazabi_hands_cards(s, seat)];
        for (int i = 0; i < s->cards[seat]; i++) {
            const unsigned card = pick(pool, weight, rng);
            pool[card]--;
            s->hand[seat][card]++;
        }
    }
    memcpy(s->pile, pool, sizeof s->pile);
    s->viewer = 0;
}
