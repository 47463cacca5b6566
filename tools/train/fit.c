#include "tools/train/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/data.h"
#include "base/memory.h"
#include "base/simd.h"

enum { PARTS = 32 };    /* maximum number of parts of a batch, each with its own gradient */
enum { PART_MIN = 64 }; /* examples per part: for fewer, adding up the gradients costs more */
enum { BLOCK = 8 };     /* vectors of sums that stay in registers */
enum { WARM = 3 };      /* tenths of all steps in which the rate rises */
enum { RISE = 25 };     /* factor by which it rises */
enum { AT_ONCE = 64 };  /* weights per task of the optimiser: a multiple of FIT_LANES */

static const float momentum = 0.9f, memory = 0.999f, tiny = 1e-8f;

typedef float lanes __attribute__((vector_size(FIT_LANES * sizeof(float)), aligned(4)));

/* Offsets of the parts of the weights. */
struct layout {
    size_t units, output, row, output_bias, all;
};

static struct layout layout_of(const struct fit_net *net)
{
    const size_t units = (size_t)net->units;
    struct layout at = {.units = units, .output = units};
    at.row = at.output + (size_t)net->sides * units;
    at.output_bias = at.row + (size_t)net->rows * units;
    at.all = at.output_bias + FIT_LANES;
    return at;
}

size_t fit_weights(const struct fit_net *net)
{
    return layout_of(net).all;
}

/* ---- functions that give the same numbers on every machine ---- */

/* exp(x) for the logistic function, from powers of two and a polynomial. */
static double power_of_e(double x)
{
    x = x < -40 ? -40 : x > 40 ? 40 : x;
    const double scaled = x * 1.4426950408889634;
    const int whole = (int)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
    const double rest = x - whole * 0.6931471805599453;
    double sum = 1;
    for (int i = 12; i > 0; i--)
        sum = 1 + rest / i * sum;
    const uint64_t bits = (uint64_t)(1023 + whole) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return sum * scale;
}

/* About normally distributed, with variance 1. */
static float random_normal(struct rng *rng)
{
    double sum = -2;
    for (int i = 0; i < 4; i++)
        sum += (double)(rng_next(rng) >> 11) * 0x1p-53;
    return (float)(sum * 1.7320508075688772);
}

static void start_randomly(struct fit_net *net, uint64_t seed)
{
    const struct layout at = layout_of(net);
    struct rng rng;
    rng_seed(&rng, seed);
    for (size_t i = 0; i < at.output_bias; i++)
        net->weight[i] = i < at.output ? 0.1f : 0.1f * random_normal(&rng);
    memset(net->weight + at.output_bias, 0, FIT_LANES * sizeof(float));
}

/* ---- one example ---- */

SIMD_PART float total(const lanes *sum)
{
    float all = 0;
    for (int i = 0; i < FIT_LANES; i++)
        all += (*sum)[i];
    return all;
}

/* Clips the sums of one side, and returns their contribution to the output. */
SIMD_PART float weigh_side(const float *weight, const struct layout *at,
                           const struct fit_example *e, int side, float *clipped)
{
    const lanes zero = {0}, one = zero + 1;
    const float *output = weight + at->output + (size_t)side * at->units;
    lanes odds = zero;
    for (size_t unit = 0; unit < at->units; unit += BLOCK * FIT_LANES) {
        lanes sum[BLOCK];
        for (size_t k = 0; k < BLOCK; k++)
            sum[k] = *(const lanes *)(weight + unit + k * FIT_LANES);
        for (int i = 0; i < e->count[side]; i++) {
            const float *row = weight + at->row + e->input[side][i] * at->units + unit;
            for (size_t k = 0; k < BLOCK; k++)
                sum[k] += *(const lanes *)(row + k * FIT_LANES);
        }
        for (size_t k = 0; k < BLOCK; k++) {
            /* A comparison sets all bits or none. */
            typedef int32_t masks __attribute__((vector_size(FIT_LANES * sizeof(int32_t))));
            const masks positive = sum[k] > zero, large = sum[k] > one;
            masks bits = (masks)sum[k] & positive;
            bits = (bits & ~large) | ((masks)one & large);
            const lanes cut = (lanes)bits;
            *(lanes *)(clipped + unit + k * FIT_LANES) = cut;
            odds += cut * cut * *(const lanes *)(output + unit + k * FIT_LANES);
        }
    }
    return total(&odds);
}

/* Adds the gradient of the side's weights; `error` is that of the output. */
SIMD_PART void learn_side(const float *weight, const struct layout *at, const struct fit_example *e,
                          int side, const float *clipped, float error, float *gradient)
{
    const size_t out = at->output + (size_t)side * at->units;
    const lanes zero = {0}, one = zero + 1;
    for (size_t unit = 0; unit < at->units; unit += BLOCK * FIT_LANES) {
        lanes back[BLOCK];
        for (size_t k = 0; k < BLOCK; k++) {
            typedef int32_t masks __attribute__((vector_size(FIT_LANES * sizeof(int32_t))));
            const size_t j = unit + k * FIT_LANES;
            const lanes cut = *(const lanes *)(clipped + j);
            const masks inside = (cut > zero) & (cut < one);
            const lanes slope = 2 * error * cut * *(const lanes *)(weight + out + j);
            *(lanes *)(gradient + out + j) += error * cut * cut;
            back[k] = (lanes)((masks)slope & inside);
            *(lanes *)(gradient + j) += back[k];
        }
        for (int i = 0; i < e->count[side]; i++) {
            float *row = gradient + at->row + e->input[side][i] * at->units + unit;
            for (size_t k = 0; k < BLOCK; k++)
                *(lanes *)(row + k * FIT_LANES) += back[k];
        }
    }
}

SIMD_PART double chance_of(const float *weight, const struct layout *at, int sides,
                           const struct fit_example *e, float *clipped)
{
    float odds = e->odds + weight[at->output_bias];
    for (int side = 0; side < sides; side++)
        odds += weigh_side(weight, at, e, side, clipped + (size_t)side * at->units);
    return 1 / (1 + power_of_e(-(double)odds));
}

/* The summed gradient of the examples with these numbers. */
SIMD_WIDE static void learn(const struct fit_job *job, const struct fit_net *net,
                            const uint32_t number[], size_t count, float *clipped, float *gradient)
{
    const struct layout at = layout_of(net);
    struct fit_example e;
    memset(gradient, 0, at.all * sizeof *gradient);
    for (size_t i = 0; i < count; i++) {
        job->describe(job->context, number[i], &e);
        const double chance = chance_of(net->weight, &at, net->sides, &e, clipped);
        const float error = (float)(chance - (double)e.goal);
        gradient[at.output_bias] += error;
        for (int side = 0; side < net->sides; side++)
            learn_side(net->weight, &at, &e, side, clipped + (size_t)side * at.units, error,
                       gradient);
    }
}

/* The summed cross entropy of examples. */
SIMD_WIDE static double measure(const struct fit_job *job, const struct fit_net *net,
                                uint64_t first, uint64_t end, float *clipped)
{
    const struct layout at = layout_of(net);
    struct fit_example e;
    double sum = 0;
    for (uint64_t i = first; i < end; i++) {
        job->describe(job->context, i, &e);
        const double chance = chance_of(net->weight, &at, net->sides, &e, clipped);
        sum -= (double)e.goal * log(chance) + (1 - (double)e.goal) * log(1 - chance);
    }
    return sum;
}

/* ---- the optimiser ---- */

/* The head of a checkpoint; weights, means and squares follow. */
struct state {
    uint64_t epochs; /* completed */
    uint64_t steps;
    /* momentum and memory to the power of the number of steps */
    double momentum_power, memory_power;
};

struct fit {
    const struct fit_job *job;
    struct train_run *run;
    struct fit_net *net;
    struct state state;
    size_t all;           /* number of weights */
    float *mean, *square; /* of the gradients, for Adam */
    size_t parts;         /* of every batch, including the last; independent of the threads */
    float *gradient;      /* [parts][all] */
    float *clipped;       /* [PARTS][sides][units] */
    uint32_t *order;      /* of the examples in this epoch */
    uint64_t trained, steps_whole; /* examples that are learnt from; steps of the whole fit */
};

/* The learning rate: rises, then falls smoothly to zero. */
static float rate_at(const struct fit *fit)
{
    const double part = (double)fit->state.steps / (double)fit->steps_whole;
    const double warm = WARM / 10.0, low = 1.0 / RISE;
    const double t = part < warm ? 1 - part / warm : (part - warm) / (1 - warm);
    const double height = 1 - t * t * (3 - 2 * t);
    return fit->job->rate * (float)(part < warm ? low + (1 - low) * height : height);
}

/* Adam for a range of weights. The gradients of the parts are summed in a fixed order. */
SIMD_WIDE static void improve(struct fit *fit, size_t first, size_t end, float scale, float rate)
{
    const float limit = fit->job->limit, keep = 1 - rate * fit->job->decay;
    const float mean_scale = (float)(1 / (1 - fit->state.momentum_power));
    const float square_scale = (float)(1 / (1 - fit->state.memory_power));
    for (size_t i = first; i < end; i++) {
        float g = 0;
        for (size_t part = 0; part < fit->parts; part++)
            g += fit->gradient[part * fit->all + i];
        g *= scale;
        fit->mean[i] = momentum * fit->mean[i] + (1 - momentum) * g;
        fit->square[i] = memory * fit->square[i] + (1 - memory) * g * g;
        const float step =
            fit->mean[i] * mean_scale / (__builtin_sqrtf(fit->square[i] * square_scale) + tiny);
        const float w = fit->net->weight[i] * keep - rate * step;
        fit->net->weight[i] = w > limit ? limit : w < -limit ? -limit : w;
    }
}

static void run_batch(struct fit *fit, uint64_t first, uint64_t count)
{
    const size_t sums = (size_t)fit->net->sides * (size_t)fit->net->units;
#pragma omp parallel for schedule(dynamic, 1) num_threads(fit->run->threads)
    for (uint64_t part = 0; part < fit->parts; part++) {
        const uint64_t from = count * part / fit->parts, to = count * (part + 1) / fit->parts;
        learn(fit->job, fit->net, fit->order + first + from, to - from, fit->clipped + part * sums,
              fit->gradient + part * fit->all);
    }
    const float rate = rate_at(fit);
    fit->state.steps++;
    fit->state.momentum_power *= (double)momentum;
    fit->state.memory_power *= (double)memory;
#pragma omp parallel for schedule(static) num_threads(fit->run->threads)
    for (size_t i = 0; i < fit->all; i += AT_ONCE)
        improve(fit, i, i + AT_ONCE < fit->all ? i + AT_ONCE : fit->all, 1 / (float)count, rate);
}

static void shuffle(struct fit *fit)
{
    struct rng rng;
    rng_seed(&rng, fit->job->seed ^ (fit->state.epochs + 1) * 0x9e3779b97f4a7c15u);
    for (uint64_t i = 0; i < fit->trained; i++) {
        const uint64_t j = rng_below64(&rng, i + 1);
        fit->order[i] = fit->order[j];
        fit->order[j] = (uint32_t)i;
    }
}

static void run_epoch(struct fit *fit)
{
    const uint64_t batch = (uint64_t)fit->job->batch;
    shuffle(fit);
    for (uint64_t first = 0; first < fit->trained; first += batch) {
        run_batch(fit, first, fit->trained - first < batch ? fit->trained - first : batch);
        if (fit->run->progress)
            fit->run->progress(fit->run->context, fit->job->step,
                               (double)fit->state.steps / (double)fit->steps_whole);
    }
    fit->state.epochs++;
}

static double mean_loss(const struct fit *fit)
{
    const uint64_t examples = fit->job->examples;
    const uint64_t first = fit->job->held_back ? examples - fit->job->held_back : 0;
    const size_t sums = (size_t)fit->net->sides * (size_t)fit->net->units;
    double sum[PARTS], all = 0;
#pragma omp parallel for schedule(dynamic, 1) num_threads(fit->run->threads)
    for (uint64_t part = 0; part < PARTS; part++)
        sum[part] =
            measure(fit->job, fit->net, first + (examples - first) * part / PARTS,
                    first + (examples - first) * (part + 1) / PARTS, fit->clipped + part * sums);
    for (int part = 0; part < PARTS; part++)
        all += sum[part];
    return all / (double)(examples - first);
}

/* ---- checkpoints ---- */

static bool keep(const struct fit *fit, struct text *why)
{
    const size_t bytes = fit->all * sizeof(float);
    char *all = memory_new(1, sizeof fit->state + 3 * bytes);
    memcpy(all, &fit->state, sizeof fit->state);
    memcpy(all + sizeof fit->state, fit->net->weight, bytes);
    memcpy(all + sizeof fit->state + bytes, fit->mean, bytes);
    memcpy(all + sizeof fit->state + 2 * bytes, fit->square, bytes);
    const bool good =
        train_keep(fit->run, fit->job->checkpoint, all, sizeof fit->state + 3 * bytes, why);
    free(all);
    return good;
}

/* Continues from the checkpoint, or starts. */
static bool begin(struct fit *fit, struct text *why)
{
    const size_t bytes = fit->all * sizeof(float);
    size_t length;
    text_clear(why);
    char *all = train_kept(fit->run, fit->job->checkpoint, &length, why);
    if (!all && why->length)
        return false;
    fit->state = (struct state){.momentum_power = 1, .memory_power = 1};
    start_randomly(fit->net, fit->job->seed);
    if (all && length == sizeof fit->state + 3 * bytes) {
        memcpy(&fit->state, all, sizeof fit->state);
        memcpy(fit->net->weight, all + sizeof fit->state, bytes);
        memcpy(fit->mean, all + sizeof fit->state + bytes, bytes);
        memcpy(fit->square, all + sizeof fit->state + 2 * bytes, bytes);
    }
    free(all);
    return true;
}

bool fit_run(struct train_run *run, const struct fit_job *job, struct fit_net *net, double *loss,
             struct text *why)
{
    struct fit fit = {.job = job, .run = run, .net = net, .all = fit_weights(net)};
    const size_t sums = (size_t)net->sides * (size_t)net->units;
    fit.trained = job->examples - job->held_back;
    const uint64_t batch = (uint64_t)job->batch;
    fit.steps_whole = (uint64_t)job->epochs * ((fit.trained + batch - 1) / batch);
    fit.mean = memory_new(fit.all, sizeof(float));
    fit.square = memory_new(fit.all, sizeof(float));
    fit.parts = batch < PART_MIN * PARTS ? (batch + PART_MIN - 1) / PART_MIN : PARTS;
    fit.gradient = memory_new(fit.parts * fit.all, sizeof(float));
    fit.clipped = memory_new(PARTS * sums, sizeof(float));
    fit.order = memory_new(fit.trained, sizeof *fit.order);
    bool good = begin(&fit, why);
    while (good && fit.state.epochs < (uint64_t)job->epochs) {
        run_epoch(&fit);
        good = keep(&fit, why);
    }
    if (good)
        *loss = mean_loss(&fit);
    free(fit.mean);
    free(fit.square);
    free(fit.gradient);
    free(fit.clipped);
    free(fit.order);
    return good;
}

/* ---- the file ---- */

static long rounded(float x, long one)
{
    const double scaled = (double)x * (double)one;
    return (long)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
}

void *fit_file(const struct fit_net *net, const char *magic, int one, int out_one, size_t *length)
{
    const struct layout at = layout_of(net);
    struct {
        struct data_header header;
        uint32_t units;
        int32_t output_bias;
        uint8_t zero[40];
    } head = {.units = (uint32_t)net->units,
              .output_bias = (int32_t)rounded(net->weight[at.output_bias], (long)one * out_one)};
    *length = sizeof head + at.output_bias * sizeof(int16_t);
    memcpy(head.header.magic, magic, DATA_MAGIC);
    head.header.length = (uint32_t)*length;
    head.header.rows = (uint32_t)net->rows;
    char *file = memory_new(1, *length);
    memcpy(file, &head, sizeof head);
    for (size_t i = 0; i < at.output_bias; i++) {
        const long number = rounded(net->weight[i], i >= at.output && i < at.row ? out_one : one);
        const int16_t whole = (int16_t)(number > INT16_MAX    ? INT16_MAX
                                        : number < -INT16_MAX ? -INT16_MAX
                                                              : number);
        memcpy(file + sizeof head + i * sizeof whole, &whole, sizeof whole);
    }
    return file;
}
