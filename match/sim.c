#include "match/sim.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BLOCK = 256 }; /* games that share one stream of random numbers */

/* The processor's time of this thread: what others do on the machine does not count. */
static double processor_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Begins to measure where it is this answer's turn: reading that clock takes longer than many an
 * answer. Where answers take long, it is always. */
static double begin_answer(struct sim_thinking *thinking)
{
    if (!thinking)
        return -1;
    const bool slow = thinking->seconds > 1e-4 * (double)thinking->measured;
    return thinking->answers++ % SIM_MEASURED == 0 || slow ? processor_time() : -1;
}

static void end_answer(struct sim_thinking *thinking, double began)
{
    if (began < 0)
        return;
    const double seconds = processor_time() - began;
    thinking->measured++;
    thinking->seconds += seconds;
    thinking->slowest = fmax(thinking->slowest, seconds);
}

static game_action ask(struct sim_player *p, const void *state, int seat,
                       const game_action actions[], size_t count, struct rng *rng)
{
    struct sim_thinking *thinking = count > 1 ? p->thinking[seat - 1] : NULL;
    const double began = begin_answer(thinking);
    const game_action action =
        bot_choose(&p->bot[seat - 1], p->job->game, state, seat, actions, count, &p->history, rng);
    end_answer(thinking, began);
    return action;
}

static uint32_t ask_when(struct sim_player *p, const void *state, int seat,
                         const game_action actions[], size_t count, uint32_t now, struct rng *rng)
{
    struct sim_thinking *thinking = p->thinking[seat - 1];
    const double began = begin_answer(thinking);
    const uint32_t due = bot_when(&p->bot[seat - 1], p->job->game, state, seat, actions, count,
                                  &p->history, now, rng);
    end_answer(thinking, began);
    return due;
}

/* What comes next where anyone may act, in simulated time. */
struct next {
    game_action action;
    size_t choices; /* of the seat that acts; 0: the time is out */
};

/* The line `* time`, as an action. */
static game_action time_out(const struct sim_player *p, const void *state)
{
    char unused[TEXT_WHY];
    struct text why = text_on(unused, sizeof unused);
    struct game_history history = {0};
    game_action action;
    if (!game_read_line(p->job->game, state, span_of("* time"), &action, &history, &why))
        abort(); /* a game with a clock takes it */
    return action;
}

/* The bot whose time comes first acts, unless the clock is before it. Bots that do not say when are
 * drawn from in turn, which is faster. */
static struct next next_of_all(struct sim_player *p, const void *state, uint32_t *now,
                               struct rng *rng)
{
    const struct sim_job *job = p->job;
    const int players = job->settings.players;
    const int from = (int)rng_below(rng, (uint32_t)players);
    const uint64_t limit = 1000ull * job->game->clock(state);
    game_action list[2][GAME_ACTIONS_MAX], *actions = list[0], *other = list[1];
    uint32_t first = UINT32_MAX;
    size_t count = 0;
    int seat = 0;
    for (int i = 0; i < players; i++) {
        const int one = 1 + (from + i) % players;
        const size_t choices = job->game->actions(state, one, other);
        if (choices == 0)
            continue;
        const uint32_t due = p->timed ? ask_when(p, state, one, other, choices, *now, rng) : *now;
        if (due < first) {
            game_action *swap = actions;
            actions = other;
            other = swap;
            first = due;
            count = choices;
            seat = one;
        }
        if (!p->timed)
            break;
    }
    if (p->timed && limit && first >= limit)
        return (struct next){.action = time_out(p, state)};
    *now = first;
    return (struct next){ask(p, state, seat, actions, count, rng), count};
}

/* Whether a chance state is a throw, with which a clock starts anew, and not a judgement. */
static bool is_throw(const struct game *game, const void *state)
{
    game_action ruling;
    return !game->ruling(state, &ruling);
}

/* A turn in which dice fell is over: those of the next are as they would be whatever has happened,
 * so that two games with the same seed have equal dice again after they have parted ways. */
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
    bool fell = false;   /* in this one */
    uint32_t now = 0;    /* simulated milliseconds since the last throw */
    memcpy(&state, p->start, game->state_size);
    p->history.trail_count = 0;
    for (;;) {
        const int seat = game->mover(&state);
        game_action action;
        if (seat == GAME_CHANCE) {
            if (now && is_throw(game, &state))
                now = 0;
            action = game->sample(&state, dice);
            fell = true;
        } else if (seat == GAME_OVER) {
            break;
        } else {
            game_action actions[GAME_ACTIONS_MAX];
            size_t count;
            if (seat == GAME_ANYONE) {
                const struct next next = next_of_all(p, &state, &now, rng);
                action = next.action;
                count = next.choices;
            } else {
                count = game->actions(&state, seat, actions);
                action = ask(p, &state, seat, actions, count, rng);
            }
            decisions += count > 1;
            forced += count == 1;
        }
        const unsigned completed = game->apply(&state, action, &p->history);
        if (p->by_turns && completed && fell) {
            next_dice(p, ++thrown, dice);
            fell = false;
        }
        turns += completed;
        moves++;
    }
    game->result(&state, share);
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
    }
}

/* Opens a bot for each seat; on failure those opened before are closed again. */
static bool open_bots(struct sim_player *p, struct text *why)
{
    for (int i = 0; i < p->job->settings.players; i++) {
        if (bot_open(&p->bot[i], p->job->game, p->job->agent[i], why)) {
            if (bot_ready(&p->bot[i], &p->job->settings, why)) {
                p->timed = p->timed || p->bot[i].agent->when;
                continue;
            }
            i++; /* this one has to be closed too */
        }
        while (i-- > 0)
            bot_close(&p->bot[i]);
        return false;
    }
    return true;
}

static void close_player(struct sim_player *p)
{
    for (int i = 0; i < p->job->settings.players; i++)
        bot_close(&p->bot[i]);
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
        result->reproducible = result->reproducible && probe.bot[i].reproducible;
    close_player(&probe);

    const double began = omp_get_wtime();
    struct rng stream; /* of the next block; both are handed out under the lock */
    uint64_t begun = 0, done = 0;
    rng_seed(&stream, job->seed);
#pragma omp parallel num_threads(job->threads)
    {
        char unused[TEXT_WHY];
        struct text reason = text_on(unused, sizeof unused);
        struct sim_player p = {.job = job, .start = &start};
        open_bots(&p, &reason); /* cannot fail: the probe could */
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
