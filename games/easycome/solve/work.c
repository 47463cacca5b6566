#include "games/easycome/solve/work.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "games/easycome/solve/gmres.h"

void easycome_work_open(struct easycome_work *w, const struct easycome_layer_job *job)
{
    const struct easycome_space *space = job->space;
    const struct easycome_layer *layer = &space->layer[job->layer];
    const size_t count = layer->end - layer->first, ends = count * EASYCOME_ENDS;
    const int players = space->rules.players;
    *w = (struct easycome_work){.job = job, .count = count, .players = players};
    w->value = job->value + (size_t)layer->first * (size_t)players;
    w->next = memory_new(ends, sizeof *w->next);
    w->places = memory_new(ends, sizeof *w->places);
    w->worth = memory_new(ends * (size_t)players, sizeof *w->worth);
    w->chance = memory_new(ends, sizeof *w->chance);
    w->slope = memory_new(job->noise > 0 ? ends * EASYCOME_ENDS : 1, sizeof *w->slope);
    const size_t numbers = count * (size_t)players;
    w->residual = memory_new(numbers, sizeof(double));
    w->step = memory_new(numbers, sizeof(double));
    w->back = memory_new(numbers, sizeof(double));
    w->sweep = memory_new(numbers, sizeof(double));
    w->basis = memory_new((GMRES_MAX + 1) * numbers, sizeof(double));
}

void easycome_work_close(struct easycome_work *w)
{
    memory_free(w->next);
    memory_free(w->places);
    memory_free(w->worth);
    memory_free(w->chance);
    memory_free(w->slope);
    memory_free(w->residual);
    memory_free(w->step);
    memory_free(w->back);
    memory_free(w->sweep);
    memory_free(w->basis);
}

/* A player's place, counted from the player who rolls next. */
static inline int place_after(int seat, int places, int players)
{
    return seat >= places ? seat - places : seat - places + players;
}

void easycome_work_link(struct easycome_work *w, const double *value)
{
    const struct easycome_space *space = w->job->space;
    const struct easycome_layer *layer = &space->layer[w->job->layer];
    for (size_t i = 0; i < w->count; i++) {
        struct easycome_spot spot;
        easycome_spot_of(space, layer->first + (uint32_t)i, &spot);
        for (int end = 0; end < EASYCOME_ENDS; end++) {
            const struct easycome_next next = easycome_spot_next(space, &spot, end);
            const size_t at = i * EASYCOME_ENDS + (size_t)end;
            double *worth = &w->worth[at * (size_t)w->players];
            w->next[at] = -1;
            w->places[at] = next.seat;
            for (int seat = 0; seat < w->players; seat++) {
                if (next.number == EASYCOME_CLOSED)
                    worth[seat] = EASYCOME_CLOSED_WORTH;
                else if (next.number == EASYCOME_WON)
                    worth[seat] = seat == next.seat;
                else if ((uint32_t)next.number < layer->first)
                    worth[seat] = value[(size_t)next.number * (size_t)w->players +
                                        (size_t)place_after(seat, next.seat, w->players)];
                else
                    w->next[at] = next.number - (int32_t)layer->first;
            }
        }
    }
}

void easycome_work_refresh(struct easycome_work *w, size_t from, size_t to)
{
    const int players = w->players;
    for (size_t at = from * EASYCOME_ENDS; at < to * EASYCOME_ENDS; at++) {
        if (w->next[at] < 0)
            continue;
        const double *value = &w->value[(size_t)w->next[at] * (size_t)players];
        for (int seat = 0; seat < players; seat++)
            w->worth[at * (size_t)players + (size_t)seat] =
                value[place_after(seat, w->places[at], players)];
    }
}

void easycome_work_load(const struct easycome_work *w, struct easycome_play *play, size_t first)
{
    const int players = w->players;
    for (int lane = 0; lane < EASYCOME_LANES; lane++) {
        const size_t i = first + (size_t)lane < w->count ? first + (size_t)lane : w->count - 1;
        for (int end = 0; end < EASYCOME_ENDS; end++)
            play->worth[end][lane] = w->worth[(i * EASYCOME_ENDS + (size_t)end) * (size_t)players];
    }
}

static void plan_four(struct easycome_work *w, struct easycome_play *play, size_t first,
                      double noise, bool slopes)
{
    easycome_work_load(w, play, first);
    if (noise > 0)
        easycome_play_noisy(play, noise, slopes);
    else
        easycome_play_best(play);
    for (int lane = 0; lane < EASYCOME_LANES && first + (size_t)lane < w->count; lane++) {
        const size_t i = first + (size_t)lane;
        for (int end = 0; end < EASYCOME_ENDS; end++) {
            w->chance[i * EASYCOME_ENDS + (size_t)end] = play->chance[end][lane];
            for (int other = 0; slopes && other < EASYCOME_ENDS; other++)
                w->slope[(i * EASYCOME_ENDS + (size_t)end) * EASYCOME_ENDS + (size_t)other] =
                    play->slope[end][other][lane];
        }
    }
}

/* Sets the residuals: values minus what the turns give. Returns the largest. */
static double find_residual(struct easycome_work *w, size_t from, size_t to)
{
    const int players = w->players;
    double max = 0;
    for (size_t i = from; i < to; i++) {
        for (int seat = 0; seat < players; seat++) {
            double given = 0;
            for (size_t at = i * EASYCOME_ENDS; at < (i + 1) * EASYCOME_ENDS; at++)
                given += w->chance[at] > 0
                             ? w->chance[at] * w->worth[at * (size_t)players + (size_t)seat]
                             : 0;
            const size_t n = i * (size_t)players + (size_t)seat;
            w->residual[n] = w->value[n] - given;
            max = fmax(max, fabs(w->residual[n]));
        }
    }
    return max;
}

double easycome_work_evaluate(struct easycome_work *w, double noise, bool slopes)
{
    const size_t blocks = (w->count + EASYCOME_LANES - 1) / EASYCOME_LANES;
    double max = 0;
#pragma omp parallel num_threads(w->job->threads) reduction(max : max)
    {
        struct easycome_play *play = memory_new(1, sizeof *play);
#pragma omp for schedule(dynamic, 8)
        for (size_t block = 0; block < blocks; block++) {
            const size_t first = block * EASYCOME_LANES;
            const size_t end =
                first + EASYCOME_LANES < w->count ? first + EASYCOME_LANES : w->count;
            easycome_work_refresh(w, first, end);
            plan_four(w, play, first, noise, slopes);
            max = fmax(max, find_residual(w, first, end));
        }
        memory_free(play);
    }
    w->plays += w->count;
    return max;
}

/* ---- Newton's linear system ---- */

/* out = the change of what the turns give if the values change by `in` and plans stay fixed. */
static void expect(const struct easycome_work *w, const double *in, double *out)
{
    const int players = w->players;
    for (size_t i = 0; i < w->count; i++) {
        double sum[EASYCOME_SEATS] = {0};
        for (size_t at = i * EASYCOME_ENDS; at < (i + 1) * EASYCOME_ENDS; at++) {
            if (w->next[at] < 0 || w->chance[at] == 0)
                continue;
            const double *from = &in[(size_t)w->next[at] * (size_t)players];
            for (int seat = 0; seat < players; seat++)
                sum[seat] += w->chance[at] * from[place_after(seat, w->places[at], players)];
        }
        memcpy(&out[i * (size_t)players], sum, (size_t)players * sizeof *sum);
    }
}

/* out += the further change because plans change too, linearised by the slopes. */
static void replan(const struct easycome_work *w, const double *in, double *out)
{
    const int players = w->players;
    for (size_t i = 0; i < w->count; i++) {
        double change[EASYCOME_ENDS] = {0};
        for (size_t end = 0; end < EASYCOME_ENDS; end++) {
            const size_t at = i * EASYCOME_ENDS + end;
            if (w->next[at] >= 0)
                change[end] = in[(size_t)w->next[at] * (size_t)players +
                                 (size_t)place_after(0, w->places[at], players)];
        }
        for (size_t end = 0; end < EASYCOME_ENDS; end++) {
            const size_t at = i * EASYCOME_ENDS + end;
            const double *slope = &w->slope[at * EASYCOME_ENDS];
            double moved = 0;
            for (size_t other = 0; other < EASYCOME_ENDS; other++)
                moved += slope[other] * change[other];
            if (moved == 0)
                continue;
            for (int seat = 0; seat < players; seat++)
                out[i * (size_t)players + (size_t)seat] +=
                    moved * w->worth[at * (size_t)players + (size_t)seat];
        }
    }
}

enum { SWEEPS = 4 };

/* out = roughly the solution of (I - P) out = in, where P is the chances of the fixed plans: the
 * first terms of its Neumann series. */
static void precondition(struct easycome_work *w, const double *in, double *out)
{
    const size_t numbers = w->count * (size_t)w->players;
    memcpy(out, in, numbers * sizeof *out);
    for (int i = 0; i < SWEEPS; i++) {
        expect(w, out, w->sweep);
        for (size_t n = 0; n < numbers; n++)
            out[n] = in[n] + w->sweep[n];
    }
}

static void product(void *context, const double *in, double *out)
{
    struct easycome_work *w = context;
    const size_t numbers = w->count * (size_t)w->players;
    precondition(w, in, w->back);
    expect(w, w->back, out);
    if (w->job->noise > 0)
        replan(w, w->back, out);
    for (size_t n = 0; n < numbers; n++)
        out[n] = (1 + w->damping) * w->back[n] - out[n];
}

void easycome_work_step(struct easycome_work *w, double damping, double tolerance)
{
    const size_t numbers = w->count * (size_t)w->players;
    w->damping = damping;
    gmres(numbers, product, w, w->residual, w->step, tolerance, w->basis);
    precondition(w, w->step, w->back);
    for (size_t n = 0; n < numbers; n++)
        w->value[n] -= w->back[n];
}
