#include "base/rng.h"

void rng_seed(struct rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++) { /* splitmix64: four well-mixed words, never all zero */
        seed += 0x9e3779b97f4a7c15u;
        uint64_t z = seed;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        rng->s[i] = z ^ (z >> 31);
    }
}

void rng_jump(struct rng *rng)
{
    /* The generator's step to the power 2^128, as a polynomial in that step. */
    static const uint64_t polynomial[4] = {0x180ec6d33cfd0abau, 0xd5a61266f0c9392cu,
                                           0xa9582618e03fc9aau, 0x39abdc4529b1661cu};
    struct rng sum = {{0, 0, 0, 0}};
    for (int i = 0; i < 4; i++) {
        for (int bit = 0; bit < 64; bit++) {
            if (polynomial[i] >> bit & 1) {
                for (int j = 0; j < 4; j++)
                    sum.s[j] ^= rng->s[j];
            }
            rng_next(rng);
        }
    }
    *rng = sum;
}

uint64_t rng_below64(struct rng *rng, uint64_t bound)
{
    const uint64_t uneven = -bound % bound;
    for (;;) {
        const unsigned __int128 m = (unsigned __int128)rng_next(rng) * bound;
        if ((uint64_t)m >= uneven)
            return (uint64_t)(m >> 64);
    }
}
