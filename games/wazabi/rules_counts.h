/* rules_counts.h: fast operations on the counts of the ten kinds of cards. */
#ifndef CORNET_GAMES_WAZABI_RULES_COUNTS_H
#define CORNET_GAMES_WAZABI_RULES_COUNTS_H

#include <endian.h>
#include <string.h>

#include "games/wazabi/rules.h"

#define WAZABI_ONES 0x0101010101010101u  /* a one in each of eight bytes */
#define WAZABI_HIGHS 0x8080808080808080u /* the highest bit of each */

/* The first eight counts as one number, the first in its lowest byte, on any machine. */
static inline uint64_t wazabi_first_eight(const uint8_t of[WAZABI_KINDS])
{
    uint64_t all;
    memcpy(&all, of, sizeof all);
    return le64toh(all);
}

/* Bitmask of the kinds of which there is at least one. Adding 127 carries into a byte's highest
 * bit unless it is zero; the product gathers these bits in the top byte. */
static inline unsigned wazabi_kinds_in(const uint8_t of[WAZABI_KINDS])
{
    const uint64_t some = (wazabi_first_eight(of) + (WAZABI_HIGHS - WAZABI_ONES)) & WAZABI_HIGHS;
    const unsigned eight = (unsigned)((some >> 7) * 0x0102040810204080u >> 56);
    return eight | (of[8] > 0) << 8 | (of[9] > 0) << 9;
}

/* One of `size` cards, each as likely as the others: the kind at which the running sum passes a
 * random number. A product with WAZABI_ONES makes all running sums at once, and a subtraction marks
 * those that are large enough: a loop here would be the slowest part of a random game. */
static inline unsigned wazabi_pick(const uint8_t from[WAZABI_KINDS], unsigned size, struct rng *rng)
{
    const unsigned left = rng_below(rng, size);
    const uint64_t sums = wazabi_first_eight(from) * WAZABI_ONES;
    const uint64_t passed = ((sums | WAZABI_HIGHS) - (left + 1) * WAZABI_ONES) & WAZABI_HIGHS;
    if (passed)
        return (unsigned)__builtin_ctzll(passed) / 8;
    return left - (unsigned)(sums >> 56) < from[8] ? 8 : 9;
}

#endif
