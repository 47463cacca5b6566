#include "solve/easycome_turn.h"

uint32_t easycome_turn_whole(int kept)
{
    static const uint32_t whole[EASYCOME_DICE + 1] = {60466176, 46656, 216, 6, 1};
    return whole[kept];
}

/* With `kept` aside and `rolled` just thrown: the best that can be made of it, out of
 * easycome_turn_whole(kept's count + 1). A prize in hand is a certainty. */
static uint32_t best_of(const struct easycome_turn *turn, const struct easycome_tables *t,
                        unsigned kept, unsigned rolled)
{
    const int count = t->set[kept].count;
    const uint32_t certain = easycome_turn_whole(count + 1);
    if (t->set[t->join[kept][rolled]].prizes & turn->wanted)
        return certain;
    uint32_t best = 0;
    for (int i = 0; i < t->set[rolled].keeps_count; i++) {
        const unsigned keep = easycome_value_of(t->keeps[t->set[rolled].keeps_at + i]);
        const unsigned aside = t->join[kept][keep];
        /* Keeping more dice than one leaves fewer to throw: same chance, larger denominator. */
        const uint32_t ways =
            turn->ways[aside] * (certain / easycome_turn_whole(t->set[aside].count));
        best = ways > best ? ways : best;
    }
    return best;
}

void easycome_turn_make(struct easycome_turn *turn, uint16_t wanted)
{
    const struct easycome_tables *t = easycome_tables();
    turn->wanted = wanted;
    for (unsigned kept = EASYCOME_SETS;
         kept-- > 0;) { /* fullest first: each needs only fuller ones */
        const int count = t->set[kept].count;
        if (count == EASYCOME_DICE) {
            turn->ways[kept] = (t->set[kept].prizes & wanted) != 0;
            continue;
        }
        uint32_t ways = 0;
        const int dice = EASYCOME_DICE - count;
        for (unsigned rolled = t->first[dice]; rolled < t->first[dice + 1]; rolled++)
            ways += t->set[rolled].weight * best_of(turn, t, kept, rolled);
        turn->ways[kept] = ways;
    }
}
