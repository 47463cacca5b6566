#include "games/easycome/solve/layer.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "games/easycome/solve/work.h"

static const double tolerance_two = 1e-15;

/* Two players: policy iteration, the exact values of the present plans alternating with the best
 * plans at these values; if a step does not help, value iteration, which always does. */
static void solve_two(struct easycome_work *w)
{
    const size_t numbers = w->count * (size_t)w->players;
    double best = HUGE_VAL;
    for (int i = 0; i < 10000; i++) {
        const double residual = easycome_work_evaluate(w, 0, false);
        if (residual < tolerance_two)
            return;
        if (residual < 0.9 * best)
            easycome_work_step(w, 0, 1e-14);
        else
            for (size_t n = 0; n < numbers; n++)
                w->value[n] -= w->residual[n];
        best = fmin(best, residual);
    }
}

/* Makes the chances sum to 1 exactly as reading a file does: the last is computed from the others.
 */
static void normalise(struct easycome_work *w)
{
    for (size_t i = 0; i < w->count; i++) {
        double *value = &w->value[i * (size_t)w->players], rest = 1;
        for (int seat = 0; seat < w->players - 1; seat++)
            rest -= value[seat];
        value[w->players - 1] = rest;
    }
}

double easycome_layer_solve(const struct easycome_layer_job *job, uint64_t *plays)
{
    struct easycome_work w;
    double noise = 0;
    easycome_work_open(&w, job);
    easycome_work_link(&w, job->value);
    if (job->noise > 0)
        noise = easycome_path_solve(&w);
    else
        solve_two(&w);
    normalise(&w);
    easycome_work_close(&w);
    *plays = w.plays;
    return noise;
}

/* ---- checking ---- */

/* The most that a player could gain by changing the plan of one turn of the layer. */
static double find_regret(struct easycome_work *w)
{
    const size_t players = (size_t)w->players;
    double max = 0;
    struct easycome_play *play = memory_new(1, sizeof *play);
    for (size_t first = 0; first < w->count; first += EASYCOME_LANES) {
        easycome_work_load(w, play, first);
        easycome_play_best(play);
        for (size_t i = first; i < first + EASYCOME_LANES && i < w->count; i++) {
            double own = 0;
            for (size_t at = i * EASYCOME_ENDS; at < (i + 1) * EASYCOME_ENDS; at++)
                own += w->chance[at] > 0 ? w->chance[at] * w->worth[at * players] : 0;
            max = fmax(max, play->value[0][i - first] - own);
        }
    }
    memory_free(play);
    return max;
}

/* The best plans of the player to roll against everybody else's; `best` gets the chances of ends.
 */
static void plan_response(struct easycome_work *w, double *best)
{
    struct easycome_play *play = memory_new(1, sizeof *play);
    easycome_work_refresh(w, 0, w->count);
    for (size_t first = 0; first < w->count; first += EASYCOME_LANES) {
        easycome_work_load(w, play, first);
        easycome_play_best(play);
        for (size_t i = first; i < first + EASYCOME_LANES && i < w->count; i++) {
            for (int end = 0; end < EASYCOME_ENDS; end++)
                best[i * EASYCOME_ENDS + (size_t)end] = play->chance[end][i - first];
        }
    }
    memory_free(play);
}

/* One sweep of value iteration for a seat that alone plays `best`. Returns the largest change. */
static double sweep_response(struct easycome_work *w, const double *best)
{
    const size_t players = (size_t)w->players;
    double max = 0;
    easycome_work_refresh(w, 0, w->count);
    for (size_t i = 0; i < w->count; i++) {
        for (size_t seat = 0; seat < players; seat++) {
            const double *chance = seat == 0 ? best : w->chance;
            double given = 0;
            for (size_t at = i * EASYCOME_ENDS; at < (i + 1) * EASYCOME_ENDS; at++)
                given += chance[at] > 0 ? chance[at] * w->worth[at * players + seat] : 0;
            max = fmax(max, fabs(given - w->value[i * players + seat]));
            w->value[i * players + seat] = given;
        }
    }
    return max;
}

enum { RESPONSES_MAX = 50, SWEEPS_MAX = 5000 };

/* Everybody's best response in this layer, into job->response, by policy iteration: a plan never
 * gets worse, so this ends. */
static void respond(struct easycome_work *w)
{
    const struct easycome_layer *layer = &w->job->space->layer[w->job->layer];
    const size_t players = (size_t)w->players, numbers = w->count * players;
    double *own = w->value, *best = memory_new(w->count * EASYCOME_ENDS, sizeof *best);
    easycome_work_link(w, w->job->response);
    w->value = w->job->response + layer->first * players;
    memcpy(w->value, own, numbers * sizeof *own);
    for (int i = 0; i < RESPONSES_MAX; i++) {
        double change = 1, first_change = 0;
        plan_response(w, best);
        for (int j = 0; j < SWEEPS_MAX && change > 1e-14; j++) {
            change = sweep_response(w, best);
            first_change = j == 0 ? change : first_change;
        }
        if (first_change < 1e-13)
            break;
    }
    w->value = own;
    memory_free(best);
}

void easycome_layer_check(const struct easycome_layer_job *job,
                          struct easycome_layer_report *report)
{
    const struct easycome_layer *layer = &job->space->layer[job->layer];
    struct easycome_work w;
    easycome_work_open(&w, job);
    easycome_work_link(&w, job->value);
    report->residual = easycome_work_evaluate(&w, job->noise, false);
    report->regret = find_regret(&w);
    respond(&w);
    report->gain = 0;
    for (size_t n = 0; n < w.count * (size_t)w.players; n++)
        report->gain = fmax(
            report->gain, job->response[(size_t)layer->first * (size_t)w.players + n] - w.value[n]);
    easycome_work_close(&w);
}
