/* Wazabi's secrets: what a seat may not know, and guessing it. */
#include <string.h>

#include "games/wazabi/rules.h"
#include "games/wazabi/rules_counts.h"

/* A player who keeps cards discards the others face up. */
bool wazabi_reveals(const void *state, game_action action)
{
    (void)state;
    return wazabi_move_of(action) == WAZABI_DO_KEEP;
}

void wazabi_hide(void *state, int seat)
{
    struct wazabi *s = state;
    for (int other = 0; other < WAZABI_SEATS; other++) {
        if (other != seat - 1)
            memset(s->hand[other], 0, sizeof s->hand[other]);
    }
    memset(s->pile, 0, sizeof s->pile);
    s->viewer = (uint8_t)(seat + 1);
}

unsigned wazabi_out_of_sight(const struct wazabi *s, int seat, uint8_t pool[WAZABI_KINDS])
{
    unsigned size = 0;
    for (int card = 0; card < WAZABI_KINDS; card++) {
        pool[card] = (uint8_t)(wazabi_kinds[card].copies - s->discards[card]);
        if (seat >= 0)
            pool[card] = (uint8_t)(pool[card] - s->hand[seat][card]);
    }
    for (int other = 0; other < s->players; other++)
        pool[WAZABI_SAUTE] = (uint8_t)(pool[WAZABI_SAUTE] - s->skips[other]);
    if (s->in_play != WAZABI_NONE)
        pool[s->in_play]--;
    for (int card = 0; card < WAZABI_KINDS; card++)
        size += pool[card];
    return size;
}

/* All cards that the viewer cannot place are shuffled, the other hands dealt from them, and the
 * rest is the pile. */
void wazabi_guess(void *state, struct rng *rng)
{
    struct wazabi *s = state;
    const int viewer = s->viewer - 2; /* as a seat from 0; -1 for a spectator */
    uint8_t pool[WAZABI_KINDS];
    if (s->viewer == 0)
        return;
    unsigned size = wazabi_out_of_sight(s, viewer, pool);
    for (int seat = 0; seat < s->players; seat++) {
        for (int i = 0; seat != viewer && i < s->cards[seat]; i++) {
            const unsigned card = wazabi_pick(pool, size--, rng);
            pool[card]--;
            s->hand[seat][card]++;
        }
    }
    memcpy(s->pile, pool, sizeof s->pile);
    s->viewer = 0;
}
