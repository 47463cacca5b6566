/* Path following to an equilibrium: solutions with less and less noise, each the start of the next.
 */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "games/easycome/solve/work.h"

/* Newton's steps are damped at first (pseudo-transient continuation): that converges from far away,
 * also after the solution followed so far has ceased to exist. The damping falls with the residual,
 * so that the last steps are pure Newton steps. */
enum { STEPS_MANY = 10, STEPS_MAX = 20 };

static const double damping_first = 1, residual_tolerance = 1e-11;

/* The tolerance of the residual along the path, and at its end. */
static double rough_at(double noise)
{
    return 0.02 * noise;
}

static double good_at(double noise)
{
    return fmax(1e-5 * noise, residual_tolerance);
}

static double length_of(const struct easycome_work *w)
{
    double sum = 0;
    for (size_t n = 0; n < w->count * (size_t)w->players; n++)
        sum += w->residual[n] * w->residual[n];
    return sqrt(sum);
}

/* Solves the layer at one noise, from its present values. Returns the number of steps, or more than
 * STEPS_MAX if it did not converge. */
static int settle(struct easycome_work *w, double noise, double damping, double tolerance)
{
    double before = 0;
    for (int steps = 0; steps <= STEPS_MAX; steps++) {
        const double max = easycome_work_evaluate(w, noise, true), length = length_of(w);
        if (max <= tolerance)
            return steps;
        if (steps > 0)
            damping *= length / before;
        before = length;
        easycome_work_step(w, damping, 0.01);
    }
    return STEPS_MAX + 1;
}

/* The last two solutions and their noises. */
struct path {
    double *last, *older;
    double last_noise, older_noise; /* 0: none yet */
};

static void keep(const struct easycome_work *w, struct path *path, double noise)
{
    double *spare = path->older;
    path->older = path->last;
    path->last = spare;
    memcpy(path->last, w->value, w->count * (size_t)w->players * sizeof *w->value);
    path->older_noise = path->last_noise;
    path->last_noise = noise;
}

/* Extrapolates the last two solutions to the next noise: values are nearly linear in the noise, so
 * this is often a very good start. */
static void extrapolate(struct easycome_work *w, const struct path *path, double noise)
{
    const size_t numbers = w->count * (size_t)w->players;
    memcpy(w->value, path->last, numbers * sizeof *w->value);
    if (path->older_noise == 0)
        return;
    const double factor = (noise - path->last_noise) / (path->last_noise - path->older_noise);
    for (size_t n = 0; n < numbers; n++)
        w->value[n] += factor * (path->last[n] - path->older[n]);
}

/* How to lower the noise. */
struct strategy {
    double noise;   /* to begin with */
    double ratio;   /* of one noise to the previous one */
    double damping; /* of the first step at each noise */
    int few;        /* after at most that many steps the ratio becomes bolder */
};

static const double ratio_min = 0.3, ratio_max = 0.95;

/* Lowers the noise to the requested one, or as far as possible: if a step fails, a shorter one is
 * tried with another damping, unless the noise is acceptable already. */
static void descend(struct easycome_work *w, struct path *path, const struct strategy *strategy)
{
    static const double factors[] = {1, 0.3, 3};
    double noise = strategy->noise, ratio = strategy->ratio;
    path->last_noise = path->older_noise = 0;
    for (size_t n = 0; n < w->count * (size_t)w->players; n++)
        w->value[n] = 1.0 / w->players;
    int steps = settle(w, noise, damping_first, rough_at(noise));
    for (int failed = 0; ratio < ratio_max;) {
        if (steps <= STEPS_MAX) {
            keep(w, path, noise);
            if (noise <= w->job->noise)
                return;
            if (steps <= strategy->few)
                ratio = fmax(ratio_min, 0.9 * ratio);
            else if (steps > STEPS_MANY)
                ratio = sqrt(ratio);
        } else {
            if (path->last_noise == 0 || path->last_noise <= w->job->acceptable)
                return;
            failed++;
            ratio = sqrt(ratio);
        }
        noise = fmax(path->last_noise * ratio, w->job->noise);
        extrapolate(w, path, noise);
        steps = settle(w, noise, strategy->damping * factors[failed % 3], rough_at(noise));
    }
}

/* For more than two players. If one strategy gets stuck before the noise is acceptable, the next is
 * tried. Returns the noise that was reached. */
double easycome_path_solve(struct easycome_work *w)
{
    static const struct strategy strategies[] = {{1e-3, 0.6, 0.3, 4},
                                                 {1e-3, 0.6, 0.3, 7},
                                                 {1e-2, 0.7, 0.1, 7},
                                                 {3e-3, 0.5, 0.5, 7},
                                                 {1e-1, 0.8, 1, 7}};
    const size_t numbers = w->count * (size_t)w->players;
    struct path path = {.last = memory_new(numbers, sizeof(double)),
                        .older = memory_new(numbers, sizeof(double))};
    double *best = memory_new(numbers, sizeof(double)), noise = HUGE_VAL;
    for (size_t i = 0; i < sizeof strategies / sizeof *strategies && noise > w->job->acceptable;
         i++) {
        descend(w, &path, &strategies[i]);
        if (path.last_noise > 0 && path.last_noise < noise) {
            noise = path.last_noise;
            memcpy(best, path.last, numbers * sizeof *best);
        }
    }
    memcpy(w->value, best, numbers * sizeof *best);
    if (settle(w, noise, 0, good_at(noise)) > STEPS_MAX)
        memcpy(w->value, best, numbers * sizeof *best);
    memory_free(path.last);
    memory_free(path.older);
    memory_free(best);
    return noise;
}
