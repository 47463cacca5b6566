/* The way to an equilibrium: solutions with less and less noise, each the start of the next. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solve/easycome_work.h"

/* Newton's steps are dragged at first, as if the values had to flow to their place in time: that
 * leads from far away, and away from solutions that have just ended. The drag falls with the
 * residual, so that the last steps are Newton's own. */
enum { STEPS_MANY = 10, STEPS_MAX = 20 };

static const double drag_first = 1, residual_enough = 1e-11;

/* The residual of a rough solution, which will do on the way, and of a good one. */
static double rough_at(double noise)
{
    return 0.02 * noise;
}

static double good_at(double noise)
{
    return fmax(1e-5 * noise, residual_enough);
}

static double length_of(const struct easycome_work *w)
{
    double sum = 0;
    for (size_t n = 0; n < w->count * (size_t)w->players; n++)
        sum += w->residual[n] * w->residual[n];
    return sqrt(sum);
}

/* Solves the layer at one noise, from its present values. The steps it took; more than STEPS_MAX
 * where it did not get there. */
static int settle(struct easycome_work *w, double noise, double drag, double enough)
{
    double before = 0;
    for (int steps = 0; steps <= STEPS_MAX; steps++) {
        const double max = easycome_work_evaluate(w, noise, true), length = length_of(w);
        if (max <= enough)
            return steps;
        if (steps > 0)
            drag *= length / before;
        before = length;
        easycome_work_step(w, drag, 0.01);
    }
    return STEPS_MAX + 1;
}

/* The way so far: the last two solutions and their noises. */
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

/* Starts for the next noise on the line through the last two: a mixed choice moves in proportion to
 * the noise, so that is often very good. */
static void guess(struct easycome_work *w, const struct path *path, double noise)
{
    const size_t numbers = w->count * (size_t)w->players;
    memcpy(w->value, path->last, numbers * sizeof *w->value);
    if (path->older_noise == 0)
        return;
    const double factor = (noise - path->last_noise) / (path->last_noise - path->older_noise);
    for (size_t n = 0; n < numbers; n++)
        w->value[n] += factor * (path->last[n] - path->older[n]);
}

/* How to go down: the noise to begin with, how far down at once, how much drag, and after how few
 * steps to go further at once. */
struct manner {
    double noise, ratio, drag;
    int few;
};

static const double ratio_min = 0.3, ratio_max = 0.95;

/* Down to the noise asked for, or as far as it goes: where a leap fails a shorter one is tried,
 * with another drag, unless it is low enough already. */
static void descend(struct easycome_work *w, struct path *path, const struct manner *manner)
{
    static const double drags[] = {1, 0.3, 3};
    double noise = manner->noise, ratio = manner->ratio;
    path->last_noise = path->older_noise = 0;
    for (size_t n = 0; n < w->count * (size_t)w->players; n++)
        w->value[n] = 1.0 / w->players;
    int steps = settle(w, noise, drag_first, rough_at(noise));
    for (int failed = 0; ratio < ratio_max;) {
        if (steps <= STEPS_MAX) {
            keep(w, path, noise);
            if (noise <= w->job->noise)
                return;
            if (steps <= manner->few)
                ratio = fmax(ratio_min, 0.9 * ratio);
            else if (steps > STEPS_MANY)
                ratio = sqrt(ratio);
        } else {
            if (path->last_noise == 0 || path->last_noise <= w->job->enough)
                return;
            failed++;
            ratio = sqrt(ratio);
        }
        noise = fmax(path->last_noise * ratio, w->job->noise);
        guess(w, path, noise);
        steps = settle(w, noise, manner->drag * drags[failed % 3], rough_at(noise));
    }
}

/* More than two players. Where one manner gets stuck before the noise is low enough, another is
 * tried. The noise that was reached. */
double easycome_path_solve(struct easycome_work *w)
{
    static const struct manner manners[] = {{1e-3, 0.6, 0.3, 4},
                                            {1e-3, 0.6, 0.3, 7},
                                            {1e-2, 0.7, 0.1, 7},
                                            {3e-3, 0.5, 0.5, 7},
                                            {1e-1, 0.8, 1, 7}};
    const size_t numbers = w->count * (size_t)w->players;
    struct path path = {.last = memory_new(numbers, sizeof(double)),
                        .older = memory_new(numbers, sizeof(double))};
    double *best = memory_new(numbers, sizeof(double)), noise = HUGE_VAL;
    for (size_t i = 0; i < sizeof manners / sizeof *manners && noise > w->job->enough; i++) {
        descend(w, &path, &manners[i]);
        if (path.last_noise > 0 && path.last_noise < noise) {
            noise = path.last_noise;
            memcpy(best, path.last, numbers * sizeof *best);
        }
    }
    memcpy(w->value, best, numbers * sizeof *best);
    if (settle(w, noise, 0, good_at(noise)) > STEPS_MAX)
        memcpy(w->value, best, numbers * sizeof *best);
    free(path.last);
    free(path.older);
    free(best);
    return noise;
}
