#include "base/dice.h"

struct dice dice_first(int count)
{
    return (struct dice){.of = {(uint8_t)count}};
}

bool dice_next(struct dice *dice, int faces)
{
    /* As ascending digits: raise the last digit that is not yet the highest, and set all after it
     * to the same. Those after it all show the highest face. */
    uint8_t *of = dice->of;
    const uint8_t highest = of[faces - 1];
    of[faces - 1] = 0;
    for (int face = faces - 2; face >= 0; face--) {
        if (of[face] > 0) {
            of[face]--;
            of[face + 1] = (uint8_t)(highest + 1);
            return true;
        }
    }
    of[faces - 1] = highest;
    return false;
}

/* The binomial coefficient n over k. Each division is exact, since i divides the product of i
 * consecutive factors. */
static uint64_t choose(uint64_t n, uint64_t k)
{
    uint64_t value = 1;
    for (uint64_t i = 1; i <= k; i++)
        value = value * (n - k + i) / i;
    return value;
}

uint64_t dice_weight(const struct dice *dice, int faces, const uint8_t sides[])
{
    uint64_t weight = 1, left = 0;
    for (int face = 0; face < faces; face++)
        left += dice->of[face];
    for (int face = 0; face < faces; face++) {
        weight *= choose(left, dice->of[face]);
        for (int i = 0; i < dice->of[face]; i++)
            weight *= sides[face];
        left -= dice->of[face];
    }
    return weight;
}
