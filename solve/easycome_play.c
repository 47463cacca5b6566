/* The turn as a list of throws, made once: a throw has the dice set aside, its weight, and its
 * options. Values live on sets of dice: fewer than four are set aside with the rest to be rolled,
 * four are a turn's last choice among its ends. An option of a throw is one of these sets. */
#include "solve/easycome_play.h"

#include <math.h>
#include <string.h>
#include <threads.h>

#include "base/simd.h"

typedef easycome_lanes lanes;

enum { THROWS_MOST = 1300, OPTIONS_MOST = 6000 };

struct throw
{
    double weight;  /* its probability once its `kept` is set aside */
    uint16_t first; /* of its options */
    uint8_t options;
    uint8_t kept;
};

static struct {
    struct throw throw[THROWS_MOST]; /* by what is set aside, fewest dice first */
    int throws;
    uint16_t first_of[EASYCOME_SETS + 1]; /* the throws of a set aside */
    uint8_t option[OPTIONS_MOST];         /* a set, or an end of four dice */
    int options;
    uint16_t ends_at[EASYCOME_SETS]; /* the ends of four dice, among the options */
    uint8_t ends[EASYCOME_SETS];
} plan;

static void make_plan(void)
{
    static const double throws_of[EASYCOME_DICE + 1] = {1, 6, 36, 216, 1296};
    const struct easycome_tables *t = easycome_tables();
    const unsigned fours = t->first[EASYCOME_DICE];
    for (unsigned kept = 0; kept < fours; kept++) {
        const int dice = EASYCOME_DICE - t->set[kept].count;
        plan.first_of[kept] = (uint16_t)plan.throws;
        for (unsigned rolled = t->first[dice]; rolled < t->first[dice + 1]; rolled++) {
            const struct easycome_set *set = &t->set[rolled];
            struct throw *throw = &plan.throw [plan.throws++];
            *throw = (struct throw){.weight = set->weight / throws_of[dice],
                                    .first = (uint16_t)plan.options,
                                    .options = (uint8_t)(1 + set->keeps_count),
                                    .kept = (uint8_t)kept};
            plan.option[plan.options++] = t->join[kept][rolled];
            for (int i = 0; i < set->keeps_count; i++)
                plan.option[plan.options++] =
                    t->join[kept][easycome_value_of(t->keeps[set->keeps_at + i])];
        }
    }
    plan.first_of[fours] = (uint16_t)plan.throws;
    for (unsigned four = fours; four < EASYCOME_SETS; four++) {
        plan.ends_at[four] = (uint16_t)plan.options;
        for (unsigned prizes = t->set[four].prizes; prizes; prizes &= prizes - 1)
            plan.option[plan.options++] = (uint8_t)__builtin_ctz(prizes);
        plan.option[plan.options++] = EASYCOME_NONE;
        plan.ends[four] = (uint8_t)(plan.options - plan.ends_at[four]);
    }
}

static void ready(void)
{
    static once_flag made = ONCE_FLAG_INIT;
    call_once(&made, make_plan);
}

/* ---- four numbers at a time ---- */

SIMD_PART lanes all(double x)
{
    return (lanes){x, x, x, x};
}

typedef long long whole_lanes __attribute__((vector_size(8 * EASYCOME_LANES)));

SIMD_PART lanes choose(whole_lanes mask, lanes yes, lanes no)
{
    return (lanes)((mask & (whole_lanes)yes) | (~mask & (whole_lanes)no));
}

SIMD_PART bool any(whole_lanes mask)
{
    return (mask[0] | mask[1] | mask[2] | mask[3]) != 0;
}

/* exp(x) for x from -700 to 0, to nine digits: 2^k times a power series on half of ln 2 either side
 * of zero. */
SIMD_PART lanes exp_of(lanes x)
{
    const lanes shift = all(0x1.8p52); /* adding it rounds to a whole number in the low bits */
    const lanes k_shifted = x * 0x1.71547652b82fep0 + shift;
    const lanes r = x - (k_shifted - shift) * 0x1.62e42fefa39efp-1;
    const lanes r2 = r * r, r4 = r2 * r2;
    const lanes sum = (1 + r) + r2 * (0.5 + r * (1.0 / 6)) +
                      r4 * ((1.0 / 24 + r * (1.0 / 120)) + r2 * (1.0 / 720 + r * (1.0 / 5040)));
    const whole_lanes power = ((whole_lanes)k_shifted + 1023) << 52;
    return sum * (lanes)power;
}

/* ---- one choice ---- */

/* The best of the options; its share is one, that of all others zero. */
SIMD_PART lanes best_of(const lanes value[], const uint8_t option[], int options, lanes share[])
{
    lanes best = value[option[0]];
    for (int i = 1; i < options; i++)
        best = choose(value[option[i]] > best, value[option[i]], best);
    whole_lanes open = ~(whole_lanes){0};
    for (int i = 0; i < options; i++) { /* only the first of equals */
        const whole_lanes here = (value[option[i]] == best) & open;
        share[i] = choose(here, all(1), all(0));
        open &= ~here;
    }
    return best;
}

enum { NEGLIGIBLE = 40 }; /* exp(-40) is nothing beside 1 */

SIMD_PART lanes noisy_of(const lanes value[], const uint8_t option[], int options, lanes share[],
                         double noise)
{
    lanes best = value[option[0]], sum = all(0);
    for (int i = 1; i < options; i++)
        best = choose(value[option[i]] > best, value[option[i]], best);
    for (int i = 0; i < options; i++) {
        const lanes behind = (value[option[i]] - best) * (1 / noise);
        const whole_lanes counts = behind > -NEGLIGIBLE;
        share[i] =
            any(counts) ? choose(counts, exp_of(choose(counts, behind, all(0))), all(0)) : all(0);
        sum += share[i];
    }
    if (!any(sum != 1))
        return best;
    for (int i = 0; i < options; i++)
        share[i] /= sum;
    return best + noise * (lanes){log(sum[0]), log(sum[1]), log(sum[2]), log(sum[3])};
}

/* ---- the turn, backwards: values; forwards: chances ---- */

SIMD_PART void values(struct easycome_play *p, double noise)
{
    const unsigned fours = easycome_tables()->first[EASYCOME_DICE];
    for (unsigned four = fours; four < EASYCOME_SETS; four++) {
        const int at = plan.ends_at[four];
        p->value[four] =
            noise > 0 ? noisy_of(p->worth, &plan.option[at], plan.ends[four], &p->share[at], noise)
                      : best_of(p->worth, &plan.option[at], plan.ends[four], &p->share[at]);
    }
    for (unsigned kept = fours; kept-- > 0;) { /* each needs only fuller sets */
        lanes sum = all(0);
        for (int i = plan.first_of[kept]; i < plan.first_of[kept + 1]; i++) {
            const struct throw *throw = &plan.throw[i];
            const uint8_t *option = &plan.option[throw->first];
            lanes *share = &p->share[throw->first];
            sum += throw->weight * (noise > 0
                                        ? noisy_of(p->value, option, throw->options, share, noise)
                                        : best_of(p->value, option, throw->options, share));
        }
        p->value[kept] = sum;
    }
}

SIMD_PART void chances(struct easycome_play *p)
{
    const unsigned fours = easycome_tables()->first[EASYCOME_DICE];
    memset(p->reach, 0, sizeof p->reach);
    memset(p->chance, 0, sizeof p->chance);
    p->reach[0] = all(1);
    for (int i = 0; i < plan.throws; i++) {
        const struct throw *throw = &plan.throw[i];
        const lanes reach = p->reach[throw->kept] * throw->weight;
        for (int j = throw->first; j < throw->first + throw->options; j++)
            p->reach[plan.option[j]] += reach * p->share[j];
    }
    for (unsigned four = fours; four < EASYCOME_SETS; four++) {
        for (int i = 0, at = plan.ends_at[four]; i < plan.ends[four]; i++)
            p->chance[plan.option[at + i]] += p->reach[four] * p->share[at + i];
    }
}

SIMD_PART void follow(struct easycome_play *p)
{
    const unsigned fours = easycome_tables()->first[EASYCOME_DICE];
    memset(p->after, 0, sizeof p->after);
    for (unsigned four = fours; four < EASYCOME_SETS; four++) {
        for (int i = 0, at = plan.ends_at[four]; i < plan.ends[four]; i++)
            p->after[four][plan.option[at + i]] += p->share[at + i];
    }
    for (unsigned kept = fours; kept-- > 0;) {
        lanes *after = p->after[kept];
        for (int i = plan.first_of[kept]; i < plan.first_of[kept + 1]; i++) {
            const struct throw *throw = &plan.throw[i];
            for (int j = throw->first; j < throw->first + throw->options; j++) {
                const lanes part = throw->weight * p->share[j];
                if (!any(part != 0))
                    continue;
                for (int end = 0; end < EASYCOME_ENDS; end++)
                    after[end] += part * p->after[plan.option[j]][end];
            }
        }
    }
}

/* ---- slopes ----
 *
 * At a noisy choice that is reached with chance r, the chances of the ends move with the worths by
 * r / noise times the covariance, over the options, of what the options lead to. */

/* What adds less to a slope is left out: Newton's method gets there all the same. */
static const double slope_least = 1e-6;

SIMD_PART bool is_mixed(lanes factor, const lanes share[], int options)
{
    for (int i = 0; i < options; i++) {
        if (any(factor * share[i] * (1 - share[i]) > slope_least))
            return true;
    }
    return false;
}

/* Only one half of the slopes: they are symmetric. */
SIMD_PART void slopes_of_throw(struct easycome_play *p, const struct throw *throw, lanes factor)
{
    lanes mean[EASYCOME_ENDS] = {{0}};
    const lanes *share = &p->share[throw->first];
    const uint8_t *option = &plan.option[throw->first];
    for (int i = 0; i < throw->options; i++) {
        if (!any(share[i] != 0))
            continue;
        const lanes *after = p->after[option[i]];
        for (int a = 0; a < EASYCOME_ENDS; a++)
            mean[a] += share[i] * after[a];
    }
    for (int i = 0; i < throw->options; i++) {
        const lanes *after = p->after[option[i]];
        const lanes part = factor * share[i];
        if (!any(part > slope_least))
            continue;
        for (int a = 0; a < EASYCOME_ENDS; a++) {
            const lanes left = part * (after[a] - mean[a]);
            for (int b = a; b < EASYCOME_ENDS; b++)
                p->slope[a][b] += left * (after[b] - mean[b]);
        }
    }
}

SIMD_PART void slopes_of_ends(struct easycome_play *p, unsigned four, lanes factor)
{
    const int at = plan.ends_at[four]; /* in ascending order */
    for (int i = 0; i < plan.ends[four]; i++) {
        for (int j = i; j < plan.ends[four]; j++) {
            const lanes own = i == j ? p->share[at + i] : all(0);
            p->slope[plan.option[at + i]][plan.option[at + j]] +=
                factor * (own - p->share[at + i] * p->share[at + j]);
        }
    }
}

SIMD_PART void slopes(struct easycome_play *p, double noise)
{
    memset(p->slope, 0, sizeof p->slope);
    for (int i = 0; i < plan.throws; i++) {
        const struct throw *throw = &plan.throw[i];
        const lanes factor = p->reach[throw->kept] * (throw->weight / noise);
        if (is_mixed(factor, &p->share[throw->first], throw->options))
            slopes_of_throw(p, throw, factor);
    }
    for (unsigned four = easycome_tables()->first[EASYCOME_DICE]; four < EASYCOME_SETS; four++) {
        const lanes factor = p->reach[four] * (1 / noise);
        if (is_mixed(factor, &p->share[plan.ends_at[four]], plan.ends[four]))
            slopes_of_ends(p, four, factor);
    }
    for (int a = 0; a < EASYCOME_ENDS; a++) {
        for (int b = 0; b < a; b++)
            p->slope[a][b] = p->slope[b][a];
    }
}

/* ---- for each kind of processor ---- */

SIMD_WIDE static void play_best(struct easycome_play *p)
{
    values(p, 0);
    chances(p);
}

SIMD_WIDE static void play_noisy(struct easycome_play *p, double noise, bool with_slopes)
{
    values(p, noise);
    chances(p);
    if (with_slopes) {
        follow(p);
        slopes(p, noise);
    }
}

void easycome_play_best(struct easycome_play *p)
{
    ready();
    play_best(p);
}

void easycome_play_noisy(struct easycome_play *p, double noise, bool with_slopes)
{
    ready();
    play_noisy(p, noise, with_slopes);
}

double easycome_play_multiplications(void)
{
    ready();
    return 2.0 * plan.options;
}

void easycome_play_follow(struct easycome_play *p)
{
    follow(p);
}
