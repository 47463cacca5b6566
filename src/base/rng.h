/* rng: the generator for simulation: xoshiro256++, seeded through splitmix64.
 *
 * The same seed gives the same numbers on every machine. rng_jump moves 2^128 numbers ahead, so
 * that stream k of a run is "seed, then k jumps" and does not depend on which thread plays it. Not
 * for dice that players must trust: its output reveals the next numbers. */
#ifndef CORNET_BASE_RNG_H
#define CORNET_BASE_RNG_H

#include <stdint.h>

struct rng {
    uint64_t s[4];
};

void rng_seed(struct rng *rng, uint64_t seed);
void rng_jump(struct rng *rng);

static inline uint64_t rng_rotate(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

/* 64 random bits. */
static inline uint64_t rng_next(struct rng *rng)
{
    uint64_t *s = rng->s;
    const uint64_t result = rng_rotate(s[0] + s[3], 23) + s[0];
    const uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rng_rotate(s[3], 45);
    return result;
}

/* Uniform in 0..bound-1, bound > 0: the high half of a product; products in the biased remainder
 * are rejected (Lemire 2019). */
static inline uint32_t rng_below(struct rng *rng, uint32_t bound)
{
    uint64_t m = (rng_next(rng) >> 32) * bound;
    if ((uint32_t)m < bound) {
        const uint32_t uneven = -bound % bound;
        while ((uint32_t)m < uneven)
            m = (rng_next(rng) >> 32) * bound;
    }
    return (uint32_t)(m >> 32);
}

/* The same for bounds of up to 64 bits (24 Wazabi dice have 6^24 throws). */
uint64_t rng_below64(struct rng *rng, uint64_t bound);

#endif
