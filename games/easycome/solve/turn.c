#include "games/easycome/solve/turn.h"

#include <stddef.h>

uint32_t easycome_turn_best(const struct easycome_turn *turn, unsigned kept, unsigned rolled,
                            unsigned *keep)
{
    const struct easycome_tables *t = &easycome_tables;
    const struct easycome_set *set = &t->set[rolled];
    uint32_t best = 0;
    unsigned best_keep = 0;
    if (t->set[t->join[kept][rolled]].prizes & turn->wanted)
        best = EASYCOME_TURN_WHOLE;
    for (int i = 0; i < set->keeps_count && best < EASYCOME_TURN_WHOLE; i++) {
        const unsigned choice = easycome_value_of(t->keeps[set->keeps_at + i]);
        const uint32_t ways = turn->ways[t->join[kept][choice]];
        if (ways > best) {
            best = ways;
            best_keep = choice;
        }
    }
    if (keep)
        *keep = best_keep;
    return best;
}

void easycome_turn_make(struct easycome_turn *turn, uint16_t wanted)
{
    static const uint32_t throws_of[EASYCOME_DICE + 1] = {1, 6, 36, 216, 1296};
    const struct easycome_tables *t = &easycome_tables;
    turn->wanted = wanted;
    for (unsigned kept = EASYCOME_SETS;
         kept-- > 0;) { /* fullest sets first: each depends only on fuller ones */
        const int dice = EASYCOME_DICE - t->set[kept].count;
        uint64_t ways = 0;
        if (dice == 0) {
            turn->ways[kept] = t->set[kept].prizes & wanted ? EASYCOME_TURN_WHOLE : 0;
            continue;
        }
        for (unsigned rolled = t->first[dice]; rolled < t->first[dice + 1]; rolled++)
            ways += (uint64_t)t->set[rolled].weight * easycome_turn_best(turn, kept, rolled, NULL);
        turn->ways[kept] = (uint32_t)(ways / throws_of[dice]); /* exact */
    }
}
