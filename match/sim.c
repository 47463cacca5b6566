#include "match/sim.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256 }; /* games that share one stream of random numbers */

/* Seeds the dice after a turn in which dice fell. They depend only on the number of such turns, so
 * that two games of the same seed get the same dice again after they have diverged. */
static void next_dice(const struct sim_player *p, uint64_t turns, struct rng *dice)
{
    rng_seed(dice, p->turns_seed ^ turns * 0x9e3779b97f4a7c15u);
}

void sim_play(struct sim_player *p, struct rng *dice, struct rng *rng, uint8_t share[])
{
    const struct game *game = p->job->game;
    union game_state state;
    uint64_t moves = 0, turns = 0, decisions = 0, forced = 0;
    uint64_t thrown = 0; /* turns in which dice fell */
    bool fell = false;   /* dice fell in this turn */
    int forfeits = 0;    /* the seat that could not go on */
    memcpy(&state, p->start, game->state_size);
    p->history.trail_count = 0;
    driver_restart(&p->driver);
    for (int mover; (mover = game->mover(&state)) != GAME_OVER;) {
        const struct driver_move move =
            driver_simulate(&p->driver, &state, mover, &p->history, dice, rng);
        if (move.forfeits) {
            forfeits = move.forfeits;
            break;
        }
        if (p->driver.following)
            driver_saw(&p->driver, &state, move.action, &p->history);
        fell = fell || move.chance;
        decisions += move.choices > 1;
        forced += move.choices == 1;
        const unsigned completed = game->apply(&state, move.action, &p->history);
        if (p->by_turns && completed && fell) {
            next_dice(p, ++thrown, dice);
            fell = false;
        }
        turns += completed;
        moves++;
    }
    if (forfeits) {
        game_forfeit(p->job->settings.players, forfeits, share);
        p->counts.forfeits[forfeits - 1]++;
    } else {
        game->result(&state, share);
    }
    driver_over(&p->driver, share);
    for (int i = 0; i < p->job->settings.players; i++) {
        p->counts.share[i] += share[i];
        p->counts.share_squared[i] += (uint64_t)share[i] * share[i];
    }
    p->counts.games++;
    p->counts.moves += moves;
    p->counts.turns += turns;
    p->counts.decisions += decisions;
    p->counts.forced += forced;
}

static void add(struct sim_counts *sum, const struct sim_counts *part)
{
    sum->games += part->games;
    sum->moves += part->moves;
    sum->turns += part->turns;
    sum->decisions += part->decisions;
    sum->forced += part->forced;
    for (int i = 0; i < GAME_SEATS_MAX; i++) {
        sum->share[i] += part->share[i];
        sum->share_squared[i] += part->share_squared[i];
        sum->forfeits[i] += part->forfeits[i];
    }
}

/* Opens a bot for each seat; on failure none is open. */
static bool open_bots(struct sim_player *p, struct text *why)
{
    const struct sim_job *job = p->job;
    driver_init(&p->driver, job->game, job->settings.players);
    p->driver.opener = job->opener;
    for (int seat = 1; seat <= job->settings.players; seat++) {
        if (!driver_open_bot(&p->driver, seat, job->agent[seat - 1], &job->settings, why)) {
            driver_close(&p->driver);
            return false;
        }
    }
    return true;
}

static void close_player(struct sim_player *p)
{
    driver_close(&p->driver);
    game_history_free(&p->history);
}

bool sim_run(const struct sim_job *job, struct sim_result *result, struct text *why)
{
    union game_state start;
    memset(result, 0, sizeof *result);
    if (!job->game->start(&start, &job->settings, why))
        return false;
    struct sim_player probe = {.job = job, .start = &start};
    if (!open_bots(&probe, why))
        return false;
    result->reproducible = true;
    for (int i = 0; i < job->settings.players; i++)
        result->reproducible = result->reproducible && probe.driver.bot[i]->reproducible;
    close_player(&probe);

    const double began = omp_get_wtime();
    struct rng stream;            /* of the next block; changed in the critical section only */
    uint64_t begun = 0, done = 0; /* games, likewise */
    rng_seed(&stream, job->seed);
#pragma omp parallel num_threads(job->threads)
    {
        char unused[TEXT_WHY];
        struct text reason = text_on(unused, sizeof unused);
        struct sim_player p = {.job = job, .start = &start};
        open_bots(&p, &reason); /* cannot fail: the probe has opened the same bots */
        uint64_t played = 0;
        for (;;) {
            struct rng rng;
            uint64_t games;
#pragma omp critical
            {
                done += played;
                if (job->progress && played)
                    job->progress(done, job->context);
                games = job->games - begun < BLOCK ? job->games - begun : BLOCK;
                begun += games;
                rng = stream;
                rng_jump(&stream);
            }
            if (games == 0)
                break;
            for (uint64_t i = 0; i < games; i++) {
                uint8_t share[GAME_SEATS_MAX];
                sim_play(&p, &rng, &rng, share);
            }
            played = games;
        }
#pragma omp critical
        add(&result->counts, &p.counts);
        close_player(&p);
    }
    result->seconds = omp_get_wtime() - began;
    return true;
}

double sim_mean(const struct sim_counts *counts, int seat)
{
    return (double)counts->share[seat] / GAME_WHOLE / (double)counts->games;
}

double sim_standard_error(const struct sim_counts *counts, int seat)
{
    const double n = (double)counts->games;
    const double mean = sim_mean(counts, seat);
    const double square = (double)counts->share_squared[seat] / GAME_WHOLE / GAME_WHOLE / n;
    const double variance = square - mean * mean;
    return variance > 0 ? sqrt(variance / n) : 0;
}
