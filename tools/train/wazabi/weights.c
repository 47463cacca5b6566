#include "tools/train/wazabi/weights.h"

#include <math.h>
#include <string.h>

#include "base/simd.h"

/* Eight numbers that are computed together, and the number of these per block of units: as many as
 * fit the processor's registers. */
typedef float eight __attribute__((vector_size(32), aligned(4), may_alias));
enum { HIDDEN = WAZABI_NET_HIDDEN, WORKERS = 8, BLOCK = 4 };

void wazabi_weights_begin(struct wazabi_weights *w, uint64_t seed)
{
    struct rng rng;
    rng_seed(&rng, seed);
    memset(w, 0, sizeof *w);
    for (int h = 0; h < HIDDEN; h++) {
        w->bias[h] = 0.3f;
        w->output[h] = h % 2 ? 0.5f : -0.5f;
        for (int row = 0; row < WAZABI_NET_ROWS; row++)
            w->row[row][h] = ((float)rng_below(&rng, 2001) - 1000) / 10000;
    }
}

/* Computes the outputs of the hidden units before they are squared. Returns the log-odds. */
SIMD_PART float forward(const struct wazabi_weights *w, const struct wazabi_inputs *at,
                        float sum[HIDDEN])
{
    float part[WORKERS] = {0}, odds = w->output_bias;
    for (int h = 0; h < HIDDEN; h += BLOCK * WORKERS) {
        const eight *bias = (const eight *)&w->bias[h];
        eight a = bias[0], b = bias[1], c = bias[2], d = bias[3];
        for (int i = 0; i < at->count; i++) {
            const eight *row = (const eight *)&w->row[at->row[i]][h];
            a += row[0];
            b += row[1];
            c += row[2];
            d += row[3];
        }
        eight *out = (eight *)&sum[h];
        out[0] = a;
        out[1] = b;
        out[2] = c;
        out[3] = d;
    }
    for (int h = 0; h < HIDDEN; h++)
        sum[h] = sum[h] < 0 ? 0 : sum[h] > 1 ? 1 : sum[h];
    for (int h = 0; h < HIDDEN; h += WORKERS) {
        for (int worker = 0; worker < WORKERS; worker++)
            part[worker] += sum[h + worker] * sum[h + worker] * w->output[h + worker];
    }
    for (int worker = 0; worker < WORKERS; worker++)
        odds += part[worker];
    return odds;
}

SIMD_WIDE static float odds_of(const struct wazabi_weights *w, const struct wazabi_inputs *at)
{
    float sum[HIDDEN];
    return forward(w, at, sum);
}

float wazabi_weights_odds(const struct wazabi_weights *w, const struct wazabi_inputs *at)
{
    return odds_of(w, at);
}

/* exp(x) as 2^n times the exponential of the rest, which is between -0.35 and 0.35: a short series
 * is exact enough for a float. */
double wazabi_exponential(double x)
{
    const double turns = x * 1.4426950408889634;
    const int n = (int)(turns < 0 ? turns - 0.5 : turns + 0.5);
    const double rest = x - n * 0.6931471805599453;
    double sum = 1.0 / 5040;
    sum = sum * rest + 1.0 / 720;
    sum = sum * rest + 1.0 / 120;
    sum = sum * rest + 1.0 / 24;
    sum = sum * rest + 1.0 / 6;
    sum = sum * rest + 1.0 / 2;
    sum = sum * rest + 1;
    sum = sum * rest + 1;
    return ldexp(sum, n);
}

float wazabi_weights_chance(float odds)
{
    const double bounded = odds < -30 ? -30 : odds > 30 ? 30 : (double)odds;
    return (float)(1 / (1 + wazabi_exponential(-bounded)));
}

SIMD_WIDE static void learn_position(struct wazabi_weights *w, const struct wazabi_inputs *at,
                                     float target, float rate)
{
    float sum[HIDDEN], back[HIDDEN];
    const float error = rate * (target - wazabi_weights_chance(forward(w, at, sum)));
    for (int h = 0; h < HIDDEN; h++) {
        const float open = sum[h] > 0 && sum[h] < 1 ? 2 * error : 0;
        back[h] = open * sum[h] * w->output[h];
        w->output[h] += error * sum[h] * sum[h];
        w->bias[h] += back[h];
    }
    w->output_bias += error;
    for (int i = 0; i < at->count; i++) {
        float *row = w->row[at->row[i]];
        for (int h = 0; h < HIDDEN; h++)
            row[h] += back[h];
    }
}

void wazabi_weights_learn(struct wazabi_weights *w, const struct wazabi_inputs *at, float target,
                          float rate)
{
    learn_position(w, at, target, rate);
}

void wazabi_weights_approach(struct wazabi_weights *w, const struct wazabi_weights *other,
                             float part)
{
    float *to = (float *)w;
    const float *from = (const float *)other;
    for (size_t i = 0; i < sizeof *w / sizeof *to; i++)
        to[i] += part * (from[i] - to[i]);
}

/* ---- files ---- */

size_t wazabi_weights_length(uint32_t rows)
{
    return sizeof(struct wazabi_net) + rows * sizeof(int16_t[HIDDEN]);
}

/* The weight as a 16-bit integer in units of 1/`one`. */
static bool to_whole(float weight, int one, int16_t *out)
{
    const double scaled = (double)weight * one;
    const double whole = floor(scaled + 0.5);
    *out = (int16_t)whole;
    return whole >= INT16_MIN && whole <= INT16_MAX;
}

bool wazabi_weights_write(const struct wazabi_weights *w, uint32_t rows, struct wazabi_net *out,
                          struct text *why)
{
    const size_t length = wazabi_weights_length(rows);
    bool fits = true;
    memset(out, 0, length);
    out->header = (struct data_header){.length = (uint32_t)length, .rows = rows};
    memcpy(out->header.magic, WAZABI_NET_MAGIC, sizeof out->header.magic);
    out->units = HIDDEN;
    out->output_bias =
        (int32_t)floor((double)w->output_bias * (WAZABI_NET_OUT_ONE * SIMD_SQUARE_ONE) + 0.5);
    for (int h = 0; h < HIDDEN; h++) {
        fits &= to_whole(w->bias[h], SIMD_SQUARE_ONE, &out->bias[h]);
        fits &= to_whole(w->output[h], WAZABI_NET_OUT_ONE, &out->output[h]);
        for (uint32_t row = 0; row < rows; row++)
            fits &= to_whole(w->row[row][h], SIMD_SQUARE_ONE, &out->row[row][h]);
    }
    return fits || text_fail(why, "a weight does not fit 16 bits");
}

void wazabi_weights_read(struct wazabi_weights *w, const struct wazabi_net *from)
{
    memset(w, 0, sizeof *w);
    w->output_bias = (float)((double)from->output_bias / (WAZABI_NET_OUT_ONE * SIMD_SQUARE_ONE));
    for (int h = 0; h < HIDDEN; h++) {
        w->bias[h] = (float)from->bias[h] / SIMD_SQUARE_ONE;
        w->output[h] = (float)from->output[h] / WAZABI_NET_OUT_ONE;
        for (uint32_t row = 0; row < from->header.rows; row++)
            w->row[row][h] = (float)from->row[row][h] / SIMD_SQUARE_ONE;
    }
}
