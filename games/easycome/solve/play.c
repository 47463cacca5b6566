/* A turn is a list of throws: a throw has the dice set aside, its probability and its
 * options. Values belong to sets of dice: fewer than four dice are set aside with the rest to be
 * rolled; with four, the last choice is among the ends. An option of a throw leads to such a set.
 */
#include "games/easycome/solve/play.h"

#include <string.h>

#include "base/simd.h"
#include "embedded/easycome_throws.h" /* plan */

typedef easycome_lanes lanes;

/* ---- four numbers at a time ---- */

SIMD_PART lanes all(double x)
{
    return (lanes){x, x, x, x};
}

typedef long long whole_lanes __attribute__((vector_size(8 * EASYCOME_LANES)));
typedef unsigned long long unsigned_lanes __attribute__((vector_size(8 * EASYCOME_LANES)));

SIMD_PART lanes choose(whole_lanes mask, lanes yes, lanes no)
{
    return (lanes)((mask & (whole_lanes)yes) | (~mask & (whole_lanes)no));
}

SIMD_PART bool any(whole_lanes mask)
{
    return (mask[0] | mask[1] | mask[2] | mask[3]) != 0;
}

/* ---- one choice ---- */

/* The bitmask of options whose share is not zero in at least one of the four turns. */
SIMD_PART unsigned live_of(const lanes share[], int options)
{
    unsigned live = 0;
    for (int i = 0; i < options; i++)
        live |= (unsigned)any(share[i] != 0) << i;
    return live;
}

/* The value of the best option; its share is 1, that of all others 0. `share` may be NULL. */
SIMD_PART lanes best_of(const lanes value[], const uint8_t option[], int options, lanes share[])
{
    lanes best = value[option[0]];
    for (int i = 1; i < options; i++)
        best = choose(value[option[i]] > best, value[option[i]], best);
    if (!share)
        return best;
    whole_lanes open = ~(whole_lanes){0};
    for (int i = 0; i < options; i++) { /* of equal options, the first gets the whole share */
        const whole_lanes here = (value[option[i]] == best) & open;
        share[i] = choose(here, all(1), all(0));
        open &= ~here;
    }
    return best;
}

/* A noisy choice needs exp(value / noise) of its options, which is too large for a double. So it is
 * stored as a power of two, `whole`, and a factor near one, `rest`, computed once for each value.
 * Integers are stored with `shift` added: then they are in the low bits of the double, and can be
 * subtracted as integers. */
static const double shift = 0x1.8p52, whole_min = -0x1p50;
static const double ln_2 = 0x1.62e42fefa39efp-1, log2_e = 0x1.71547652b82fep0;

enum { NEGLIGIBLE = 58, EXPONENT_ZERO = 1023, EXPONENT_AT = 52 }; /* 2^-58 is nothing beside 1 */

SIMD_PART void power_of(struct easycome_power *power, lanes value, double noise)
{
    const lanes bits = value * (log2_e / noise);
    const lanes held = choose(bits > whole_min, bits, all(whole_min));
    power->whole = held + shift;
    const lanes r = (held - (power->whole - shift)) * ln_2, r2 = r * r, r4 = r2 * r2;
    power->rest = (1 + r) + r2 * (0.5 + r * (1.0 / 6)) +
                  r4 * ((1.0 / 24 + r * (1.0 / 120)) + r2 * (1.0 / 720 + r * (1.0 / 5040))) +
                  r4 * r4 * (1.0 / 40320 + r * (1.0 / 362880));
}

/* The logarithm to base 2 of numbers of at least 1/2, to ten digits: the exponent, and a series for
 * the mantissa, which is between 1 and 2. */
SIMD_PART lanes log2_of(lanes x)
{
    const whole_lanes mantissa = ((whole_lanes){0} + 1) << EXPONENT_AT;
    const whole_lanes bits = (whole_lanes)x;
    const whole_lanes exponent = (whole_lanes)((unsigned_lanes)bits >> EXPONENT_AT);
    const lanes whole = (lanes)((whole_lanes)all(shift) + (exponent - EXPONENT_ZERO)) - shift;
    const lanes left = (lanes)((bits & (mantissa - 1)) | (whole_lanes)all(1));
    const double root = 0x1.6a09e667f3bcdp0; /* of 2 */
    const lanes z = (left - root) / (left + root), z2 = z * z, z4 = z2 * z2;
    const lanes series = 1 + z2 * (1.0 / 3) + z4 * (1.0 / 5 + z2 * (1.0 / 7)) +
                         z4 * z4 * (1.0 / 9 + z2 * (1.0 / 11));
    return whole + 0.5 + 2 * log2_e * z * series;
}

SIMD_PART lanes noisy_of(const struct easycome_power power[], const uint8_t option[], int options,
                         lanes share[], double noise)
{
    lanes top = power[option[0]].whole, sum = all(0);
    for (int i = 1; i < options; i++)
        top = choose(power[option[i]].whole > top, power[option[i]].whole, top);
    for (int i = 0; i < options; i++) {
        const lanes whole = power[option[i]].whole;
        const whole_lanes behind = (whole_lanes)whole - (whole_lanes)top;
        const lanes scaled =
            power[option[i]].rest * (lanes)((behind + EXPONENT_ZERO) << EXPONENT_AT);
        const lanes part = choose(whole - top > -NEGLIGIBLE, scaled, all(0));
        sum += part;
        if (share)
            share[i] = part;
    }
    const lanes one = 1 / sum;
    for (int i = 0; share && i < options; i++)
        share[i] *= one;
    return noise * ln_2 * ((top - shift) + log2_of(sum));
}

/* ---- the turn, backwards: values; forwards: chances ---- */

SIMD_PART lanes best_and_live(struct easycome_play *p, const lanes value[],
                              const struct easycome_power power[], int at, int options,
                              uint16_t *live, double noise, bool shares)
{
    lanes *share = shares ? &p->share[at] : NULL;
    const uint8_t *option = &plan.option[at];
    const lanes best = noise > 0 ? noisy_of(power, option, options, share, noise)
                                 : best_of(value, option, options, share);
    if (shares)
        *live = (uint16_t)live_of(share, options);
    return best;
}

/* With `shares` also how likely each option is, which chances() and follow() need. */
SIMD_PART void values(struct easycome_play *p, double noise, bool shares)
{
    const unsigned fours = easycome_tables.first[EASYCOME_DICE];
    struct easycome_power end[EASYCOME_ENDS];
    for (int i = 0; noise > 0 && i < EASYCOME_ENDS; i++)
        power_of(&end[i], p->worth[i], noise);
    for (unsigned four = fours; four < EASYCOME_SETS; four++) {
        p->value[four] = best_and_live(p, p->worth, end, plan.ends_at[four], plan.ends[four],
                                       &p->live_end[four], noise, shares);
        if (noise > 0)
            power_of(&p->power[four], p->value[four], noise);
    }
    for (unsigned kept = fours; kept-- > 0;) { /* each needs only fuller sets */
        lanes sum = all(0);
        for (int i = plan.first_of[kept]; i < plan.first_of[kept + 1]; i++) {
            const struct easycome_throw *throw = &plan.throw[i];
            sum += throw->weight * best_and_live(p, p->value, p->power, throw->first,
                                                 throw->options, &p->live[i], noise, shares);
        }
        p->value[kept] = sum;
        if (noise > 0)
            power_of(&p->power[kept], sum, noise);
    }
}

SIMD_PART void chances(struct easycome_play *p)
{
    const unsigned fours = easycome_tables.first[EASYCOME_DICE];
    memset(p->reach, 0, sizeof p->reach);
    memset(p->chance, 0, sizeof p->chance);
    p->reach[0] = all(1);
    for (int i = 0; i < plan.throws; i++) {
        const struct easycome_throw *throw = &plan.throw[i];
        const lanes reach = p->reach[throw->kept] * throw->weight;
        for (unsigned live = p->live[i]; live; live &= live - 1) {
            const int at = throw->first + __builtin_ctz(live);
            p->reach[plan.option[at]] += reach * p->share[at];
        }
    }
    for (unsigned four = fours; four < EASYCOME_SETS; four++) {
        for (unsigned live = p->live_end[four]; live; live &= live - 1) {
            const int at = plan.ends_at[four] + __builtin_ctz(live);
            p->chance[plan.option[at]] += p->reach[four] * p->share[at];
        }
    }
}

/* ---- slopes ----
 *
 * At a noisy choice that is reached with chance r, the derivative of the chances of the ends by the
 * worths is r / noise times the covariance, over the options, of the chances that the options lead
 * to: the mean of the products minus the product of the means. The products are collected for each
 * set of dice, so that each is computed once. */

/* Contributions below this are left out: Newton's method converges without them. */
static const double slope_min = 1e-6;

/* slope += factor * a aT; the upper triangle only. */
SIMD_PART void add_products(lanes slope[EASYCOME_ENDS][EASYCOME_ENDS], lanes factor,
                            const lanes a[EASYCOME_ENDS])
{
    for (int i = 0; i < EASYCOME_ENDS; i++) {
        const lanes left = factor * a[i];
        for (int j = i; j < EASYCOME_ENDS; j++)
            slope[i][j] += left * a[j];
    }
}

SIMD_PART bool is_mixed(lanes factor, const lanes share[], unsigned live)
{
    lanes spread = all(0);
    if (!(live & (live - 1)))
        return false;
    for (; live; live &= live - 1) {
        const lanes one = share[__builtin_ctz(live)];
        spread += one * (1 - one);
    }
    return any(factor * spread > slope_min);
}

/* The chances of the ends from each set of dice with four dice on; with noise, also the
 * contribution of each mixed choice to the slopes. */
SIMD_PART void follow_fours(struct easycome_play *p, double noise)
{
    for (unsigned four = easycome_tables.first[EASYCOME_DICE]; four < EASYCOME_SETS; four++) {
        const int at = plan.ends_at[four];
        const lanes factor = noise > 0 ? p->reach[four] * (1 / noise) : all(0);
        const bool mixed = is_mixed(factor, &p->share[at], p->live_end[four]);
        for (unsigned live = p->live_end[four]; live; live &= live - 1) {
            const int i = __builtin_ctz(live), end = plan.option[at + i];
            p->after[four][end] = p->share[at + i];
            if (!mixed)
                continue;
            p->slope[end][end] += factor * p->share[at + i];
            for (int j = i; j < plan.ends[four]; j++) /* ends are in ascending order */
                p->slope[end][plan.option[at + j]] -= factor * p->share[at + i] * p->share[at + j];
        }
    }
}

SIMD_PART void follow_throw(struct easycome_play *p, int i, double noise)
{
    const struct easycome_throw *throw = &plan.throw[i];
    const lanes *share = &p->share[throw->first];
    const uint8_t *option = &plan.option[throw->first];
    lanes mean[EASYCOME_ENDS] = {{0}}, *after = p->after[throw->kept];
    for (unsigned live = p->live[i]; live; live &= live - 1) {
        const int j = __builtin_ctz(live);
        for (int end = 0; end < EASYCOME_ENDS; end++)
            mean[end] += share[j] * p->after[option[j]][end];
    }
    for (int end = 0; end < EASYCOME_ENDS; end++)
        after[end] += throw->weight * mean[end];
    const lanes factor = noise > 0 ? p->reach[throw->kept] * (throw->weight / noise) : all(0);
    if (!is_mixed(factor, share, p->live[i]))
        return;
    add_products(p->slope, -factor, mean);
    for (unsigned live = p->live[i]; live; live &= live - 1) {
        const int j = __builtin_ctz(live);
        p->mixed[option[j]] += factor * share[j];
    }
}

SIMD_PART void follow(struct easycome_play *p, double noise)
{
    const unsigned fours = easycome_tables.first[EASYCOME_DICE];
    memset(p->after, 0, sizeof p->after);
    memset(p->mixed, 0, sizeof p->mixed);
    memset(p->slope, 0, sizeof p->slope);
    follow_fours(p, noise);
    for (unsigned kept = fours; kept-- > 0;) {
        for (int i = plan.first_of[kept]; i < plan.first_of[kept + 1]; i++)
            follow_throw(p, i, noise);
    }
    if (!(noise > 0))
        return;
    for (unsigned set = 1; set < EASYCOME_SETS; set++) {
        if (any(p->mixed[set] != 0))
            add_products(p->slope, p->mixed[set], p->after[set]);
    }
    for (int a = 0; a < EASYCOME_ENDS; a++) {
        for (int b = 0; b < a; b++)
            p->slope[a][b] = p->slope[b][a];
    }
}

/* ---- for each kind of processor ---- */

SIMD_WIDE static void play_values(struct easycome_play *p, double noise)
{
    values(p, noise, false);
}

SIMD_WIDE static void play_best(struct easycome_play *p)
{
    values(p, 0, true);
    chances(p);
}

SIMD_WIDE static void play_noisy(struct easycome_play *p, double noise, bool with_slopes)
{
    values(p, noise, true);
    chances(p);
    if (with_slopes)
        follow(p, noise);
}

SIMD_WIDE static void play_follow(struct easycome_play *p)
{
    follow(p, 0);
}

void easycome_play_values(struct easycome_play *p, double noise)
{
    play_values(p, noise);
}

void easycome_play_best(struct easycome_play *p)
{
    play_best(p);
}

void easycome_play_noisy(struct easycome_play *p, double noise, bool with_slopes)
{
    play_noisy(p, noise, with_slopes);
}

double easycome_play_multiplications(void)
{
    return 2.0 * plan.options;
}

void easycome_play_follow(struct easycome_play *p)
{
    play_follow(p);
}
