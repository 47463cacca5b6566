/* The path to an equilibrium: solutions with less and less noise, each the start of the next. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solve/easycome_work.h"

enum { NEWTON_MOST = 10 };

static const double noise_first = 0.1, residual_enough = 1e-11;

/* The residual of a rough solution, which will do on the way, and of a good one. */
static double rough_at(double noise)
{
    return 0.02 * noise;
}

static double good_at(double noise)
{
    return fmax(1e-5 * noise, residual_enough);
}

/* Newton's method at one noise, from the layer's present values. The steps it took; NEWTON_MOST
 * where it did not get there. The residual may rise on the way: where a solution ends as the noise
 * falls, Newton's steps may leap to another. */
static int newton(struct easycome_work *w, double noise, double enough)
{
    const double first = easycome_work_evaluate(w, noise, true);
    double residual = first;
    int steps = 0;
    while (residual > enough && steps < NEWTON_MOST) {
        if (steps > NEWTON_MOST / 2 && residual > first / 2)
            break; /* it wanders */
        easycome_work_step(w, 0.01);
        easycome_work_move(w, w->value, 1);
        residual = easycome_work_evaluate(w, noise, true);
        steps++;
    }
    return residual <= enough ? steps : NEWTON_MOST;
}

/* The path so far: the last two solutions and their noises. */
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

/* Starts for the next noise: the last solution, or the line through the last two where that comes
 * nearer. A mixed choice moves in proportion to the noise, so the line is often very good. */
static void guess(struct easycome_work *w, const struct path *path, double noise)
{
    const size_t numbers = w->count * (size_t)w->players;
    memcpy(w->value, path->last, numbers * sizeof *w->value);
    if (path->older_noise == 0)
        return;
    const double plain = easycome_work_evaluate(w, noise, false);
    const double factor = (noise - path->last_noise) / (path->last_noise - path->older_noise);
    for (size_t n = 0; n < numbers; n++)
        w->value[n] += factor * (path->last[n] - path->older[n]);
    if (easycome_work_evaluate(w, noise, false) > plain)
        memcpy(w->value, path->last, numbers * sizeof *w->value);
}

/* ---- round a bend ----
 *
 * Going down with the noise, a solution may end: the path turns back to more noise there and comes
 * down elsewhere. Round such a bend both the values and the noise (its logarithm, times a scale)
 * are unknown, and the equation that is then missing says how far to go along the path's direction.
 */

struct bend {
    double *from, *along, *guess; /* with the noise at their end */
    double *by_noise, *before;    /* before: where `from` was one step ago */
    double scale;
};

static double noise_at(const struct bend *bend, double mu)
{
    return exp(mu / bend->scale);
}

enum { CORRECT_MOST = 8 };

/* Newton's method for the values and the noise, from bend->guess. */
static bool correct(struct easycome_work *w, struct bend *bend, double *mu)
{
    const size_t numbers = w->count * (size_t)w->players;
    const double h = 1e-4;
    memcpy(w->value, bend->guess, numbers * sizeof *w->value);
    *mu = bend->guess[numbers];
    for (int steps = 0; steps < CORRECT_MOST; steps++) {
        const double noise = noise_at(bend, *mu);
        easycome_work_evaluate(w, noise * exp(h), false);
        memcpy(bend->by_noise, w->residual, numbers * sizeof *w->residual);
        const double residual = easycome_work_evaluate(w, noise, true);
        if (residual < rough_at(noise) && steps > 0)
            return true;
        if (residual > 0.5)
            return false;
        double ahead = bend->along[numbers] * (*mu - bend->guess[numbers]);
        for (size_t n = 0; n < numbers; n++) {
            bend->by_noise[n] = (bend->by_noise[n] - w->residual[n]) / h / bend->scale;
            ahead += bend->along[n] * (w->value[n] - bend->guess[n]);
        }
        w->residual[numbers] = ahead;
        w->along = bend->along;
        w->by_noise = bend->by_noise;
        easycome_work_step(w, 1e-3);
        w->along = w->by_noise = NULL;
        if (fabs(w->step[numbers]) > 2 * bend->scale)
            return false;
        easycome_work_move(w, w->value, 1);
        *mu -= w->step[numbers];
    }
    return false;
}

static void open_bend(const struct easycome_work *w, const struct path *path, struct bend *bend)
{
    const size_t numbers = w->count * (size_t)w->players;
    *bend = (struct bend){.from = memory_new(numbers + 1, sizeof(double)),
                          .along = memory_new(numbers + 1, sizeof(double)),
                          .by_noise = memory_new(numbers, sizeof(double)),
                          .guess = memory_new(numbers + 1, sizeof(double)),
                          .before = memory_new(numbers, sizeof(double))};
    double length = 0;
    for (size_t n = 0; n < numbers; n++) {
        bend->from[n] = path->last[n];
        bend->along[n] = path->last[n] - path->older[n];
        length += bend->along[n] * bend->along[n];
    }
    length = sqrt(length);
    /* Values and noise are to count the same at the start. */
    bend->scale = fmax(length / log(path->older_noise / path->last_noise), 1e-9);
    bend->from[numbers] = bend->scale * log(path->last_noise);
    bend->along[numbers] = bend->scale * log(path->last_noise / path->older_noise);
    for (size_t n = 0; n <= numbers; n++)
        bend->along[n] /= length * sqrt(2);
}

static void close_bend(struct bend *bend)
{
    free(bend->from);
    free(bend->along);
    free(bend->by_noise);
    free(bend->guess);
    free(bend->before);
}

/* Takes the solution just found for the next start, and returns how far it is. 0 where it lies back
 * or far aside: then it belongs to another part of the path, or to another path. As the noise falls
 * values move less and less with it; the scale follows, so that a bend is as round as
 * it was. */
static double turn(struct easycome_work *w, struct bend *bend, double mu)
{
    const size_t numbers = w->count * (size_t)w->players;
    const double by_mu = mu - bend->from[numbers];
    double by_value = 0, ahead = by_mu * bend->along[numbers];
    for (size_t n = 0; n < numbers; n++) {
        const double change = w->value[n] - bend->from[n];
        by_value += change * change;
        ahead += change * bend->along[n];
    }
    if (ahead < 0.7 * sqrt(by_value + by_mu * by_mu))
        return 0;
    const double ratio = fmin(1, fmax(sqrt(by_value), 1e-12) / fmax(fabs(by_mu), 1e-12));
    const double length = sqrt(by_value + ratio * ratio * by_mu * by_mu);
    for (size_t n = 0; n < numbers; n++) {
        bend->along[n] = (w->value[n] - bend->from[n]) / length;
        bend->before[n] = bend->from[n];
        bend->from[n] = w->value[n];
    }
    bend->along[numbers] = ratio * by_mu / length;
    bend->from[numbers] = ratio * mu;
    bend->scale *= ratio;
    return length;
}

/* Follows the path from its last two solutions down to the goal, however it bends, for so many
 * steps and as long as the noise stays below `most`. */
static bool go_round(struct easycome_work *w, struct path *path, double goal, double most,
                     int steps)
{
    const size_t numbers = w->count * (size_t)w->players;
    struct bend bend;
    double noise = path->last_noise, noise_before = noise, mu;
    open_bend(w, path, &bend);
    double length = 0.5 * bend.scale * log(path->older_noise / path->last_noise);
    for (int i = 0; i < steps && noise > goal && noise < most; i++) {
        if (length < 1e-14)
            break;
        for (size_t n = 0; n <= numbers; n++)
            bend.guess[n] = bend.from[n] + length * bend.along[n];
        const double far = correct(w, &bend, &mu) ? turn(w, &bend, mu) : 0;
        if (far > 0) {
            noise_before = noise;
            noise = noise_at(&bend, bend.from[numbers]);
            length = 1.5 * far;
        } else {
            length /= 3;
        }
    }
    const bool there = noise <= goal;
    if (there) { /* with the one before it, from which the next bend can be taken */
        memcpy(path->older, bend.before, numbers * sizeof *path->older);
        memcpy(path->last, bend.from, numbers * sizeof *path->last);
        path->older_noise = noise_before;
        path->last_noise = noise;
    }
    close_bend(&bend);
    return there;
}

enum { PATH_MOST = 100, BEND_MOST = 100, CAREFUL_MOST = 600 };

static void begin_path(struct easycome_work *w, struct path *path)
{
    path->last_noise = path->older_noise = 0;
    for (size_t n = 0; n < w->count * (size_t)w->players; n++)
        w->value[n] = 1.0 / w->players;
}

/* In large steps, which may leap from one solution to another: the first by this ratio, then as
 * they succeed. The path ends where it gets stuck, and at a bend where the noise is low enough. */
static void go_boldly(struct easycome_work *w, struct path *path, double ratio)
{
    double noise = noise_first;
    begin_path(w, path);
    for (int i = 0; i < PATH_MOST; i++) {
        const int steps = newton(w, noise, rough_at(noise));
        if (steps < NEWTON_MOST)
            keep(w, path, noise);
        if (path->last_noise == 0)
            return;
        if (path->last_noise <= w->job->noise)
            return;
        if (steps > 6)
            ratio = sqrt(ratio);
        else if (steps <= (noise < 0.02 ? 3 : 2))
            ratio = fmax(0.1, 0.7 * ratio);
        if (ratio > 0.85) {
            if (path->last_noise <= w->job->enough)
                return;
            if (path->older_noise == 0 ||
                !go_round(w, path, 0.7 * path->last_noise, 30 * path->last_noise, BEND_MOST))
                return;
            ratio = 0.7;
        }
        noise = fmax(path->last_noise * ratio, w->job->noise);
        guess(w, path, noise);
    }
}

/* Along the one path that begins where choices are all but random, which leads to the end. */
static void go_carefully(struct easycome_work *w, struct path *path)
{
    begin_path(w, path);
    for (int i = 0; i < 2; i++) {
        const double noise = noise_first * (i ? 0.95 : 1);
        if (newton(w, noise, rough_at(noise)) == NEWTON_MOST)
            return;
        keep(w, path, noise);
    }
    go_round(w, path, w->job->noise, 3 * noise_first, CAREFUL_MOST);
}

/* More than two players. Where one way gets stuck, another is tried. The noise that was reached:
 * where all get stuck, a little more than was asked for. */
double easycome_path_solve(struct easycome_work *w)
{
    static const double ratios[] = {0.45, 0.3, 0.6, 0.2};
    const int bold = sizeof ratios / sizeof *ratios;
    const size_t numbers = w->count * (size_t)w->players;
    struct path path = {.last = memory_new(numbers, sizeof(double)),
                        .older = memory_new(numbers, sizeof(double))};
    double *best = memory_new(numbers, sizeof(double)), noise = HUGE_VAL;
    for (int i = 0; i <= bold && noise > w->job->enough; i++) {
        if (i < bold)
            go_boldly(w, &path, ratios[i]);
        else
            go_carefully(w, &path);
        if (path.last_noise > 0 && path.last_noise < noise) {
            noise = path.last_noise;
            memcpy(best, path.last, numbers * sizeof *best);
        }
    }
    memcpy(w->value, best, numbers * sizeof *best);
    newton(w, noise, good_at(noise));
    free(path.last);
    free(path.older);
    free(best);
    return noise;
}
