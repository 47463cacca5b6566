#include "agents/judge.h"

#include <math.h>
#include <string.h>

const struct judge *judge_of(const struct game *game)
{
    for (const struct judge *const *judge = judge_list; *judge; judge++) {
        if ((*judge)->game == game)
            return *judge;
    }
    return NULL;
}

int judge_depth(const struct judge *judge, int depth)
{
    return depth < 1 ? judge->usual : depth < judge->depths ? depth : judge->depths;
}

struct judging judging_open(const struct judge *judge, const struct game_settings *settings,
                            int depth)
{
    const int at = judge_depth(judge, depth);
    return (struct judging){judge, at, judge->open(settings, at)};
}

void judging_close(struct judging *judging)
{
    judging->judge->close(judging->memory);
}

void judging_watch(const struct judging *judging, const stop_flag *stop)
{
    if (stop && judging->judge->watch)
        judging->judge->watch(judging->memory, stop);
}

size_t judge_best(const struct judgement judged[], size_t count, int seat)
{
    size_t best = 0;
    for (size_t i = 1; i < count; i++) {
        if (judged[i].share[seat - 1] > judged[best].share[seat - 1])
            best = i;
    }
    return best;
}

void judge_watch(void *memory, const stop_flag *stop)
{
    *(const stop_flag **)memory = stop;
}

double judge_doubt(const struct judgement *judged)
{
    double doubt = 0;
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        doubt = fmax(doubt, 4 * judged->share[i] * (1 - judged->share[i]));
    return doubt;
}

double judge_width(const struct judge_spread *spread, double raw, double doubt)
{
    const double measured = spread->factor * raw, least = spread->floor * doubt;
    return sqrt(measured * measured + least * least);
}

static void widen(const struct judging *judging, struct judgement *judged)
{
    if (!judging->judge->errors)
        return;
    const struct judge_error *error = &judging->judge->errors[judging->depth - 1][judged->kind];
    const double doubt = judge_doubt(judged);
    judged->error = judge_width(&error->share, judged->error, doubt);
    judged->apart = judge_width(&error->apart, judged->apart, doubt);
}

void judging_state(const struct judging *judging, const void *state,
                   const struct game_history *history, struct rng *rng, struct judgement *out)
{
    judging->judge->state(judging->memory, state, history, rng, out);
    widen(judging, out);
}

void judging_actions(const struct judging *judging, const void *view,
                     const struct game_history *history, int seat, const game_action actions[],
                     size_t count, struct rng *rng, struct judgement out[])
{
    judging->judge->actions(judging->memory, view, history, seat, actions, count, rng, out);
    for (size_t i = 0; i < count; i++)
        widen(judging, &out[i]);
}

size_t judge_choices(const struct judge *judge, const void *view, int seat, game_action out[])
{
    return judge->choices ? judge->choices(view, seat, out) : judge->game->actions(view, seat, out);
}

bool judge_is_always_ready(const struct game_settings *settings, struct text *why)
{
    (void)settings;
    (void)why;
    return true;
}

void judge_seed(int number, bool deepest, struct rng *rng)
{
    rng_seed(rng, (uint64_t)number + (deepest ? UINT64_C(1) << 32 : 0));
}

void judge_add(struct judge_sums *sums, const double share[], double weight, int players)
{
    for (int seat = 0; seat < players; seat++) {
        sums->share[seat] += share[seat] / weight;
        sums->square[seat] += share[seat] / weight * share[seat] / weight;
    }
    sums->count++;
}

void judge_conclude(const struct judge_sums *sums, int players, struct judgement *out)
{
    const double n = sums->count;
    memset(out, 0, sizeof *out);
    for (int seat = 0; seat < players; seat++) {
        const double mean = sums->share[seat] / n;
        out->share[seat] = mean;
        out->error = fmax(out->error, sqrt(fmax(sums->square[seat] / n - mean * mean, 0) / n));
    }
}

double judge_distance_error(const float a[], const float b[], int count)
{
    double sum = 0, square = 0;
    for (int i = 0; i < count; i++) {
        const double apart = (double)a[i] - (double)b[i];
        sum += apart;
        square += apart * apart;
    }
    return sqrt(fmax(square - sum * sum / count, 0)) / count;
}

void judge_result(const struct game *game, const void *state, int players, struct judgement *out)
{
    uint8_t share[GAME_SEATS_MAX];
    game->result(state, share);
    judge_shares(share, players, out);
}

void judge_shares(const uint8_t share[], int players, struct judgement *out)
{
    memset(out, 0, sizeof *out);
    for (int seat = 0; seat < players; seat++)
        out->share[seat] = share[seat] / (double)GAME_WHOLE;
}
