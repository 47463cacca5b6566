#include "match/arena.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { SETS_PER_TASK = 4 }; /* played with the same open bots */

/* Sets between two tests of the SPRT: a 16th of those played so far, at least 8. */
enum { BATCH_MIN = 8, BATCHES = 16 };

/* The seatings that sets go through in turn: the bitmask of the second agent's seats in the set's
 * first game; the second game swaps the agents. In some seatings partners are of the same agent. */
static const uint8_t seatings[GAME_SEATS_MAX + 1][6] = {
    [2] = {0x2},
    [3] = {0x1, 0x2, 0x4},
    [4] = {0xa},
    [5] = {0x14, 0x0a, 0x05, 0x12, 0x09},
    [6] = {0x2a, 0x12, 0x24, 0x09},
};

static int seatings_of(int players)
{
    int count = 0;
    while (count < 6 && seatings[players][count])
        count++;
    return count;
}

static int games_in_set(const struct arena_job *job)
{
    return job->gauntlet ? job->settings.players : 2;
}

/* The seats of the second agent in a game of a set. */
static unsigned second_seats(const struct arena_job *job, uint64_t set, int game)
{
    const int players = job->settings.players;
    const unsigned all = (1u << players) - 1;
    if (job->gauntlet)
        return all & ~(1u << game);
    const unsigned seats = seatings[players][set % (uint64_t)seatings_of(players)];
    return game ? all & ~seats : seats;
}

/* The seed of a set's dice (`use` 0) or of its agents' random numbers (`use` 1), the same in all of
 * its games. */
static uint64_t seed_of(uint64_t seed, uint64_t set, uint64_t use)
{
    uint64_t x = seed ^ (set + 1) * 0xd6e8feb86659fd93u ^ use * 0xa0761d6478bd642fu;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

/* ---- playing ---- */

/* Some sets of a pair, played on one thread: each agent has a bot for every seat. */
struct task {
    struct sim_job sim;
    struct sim_player player;
    struct bot bot[2][GAME_SEATS_MAX];
    struct driver_thinking thinking[2];
    uint64_t forfeits[2];
};

/* Opens a bot of the agent for every seat. */
static void open_agent(const struct arena_job *job, struct span agent, struct bot bot[])
{
    char unused[TEXT_WHY];
    struct text why = text_on(unused, sizeof unused);
    for (int seat = 0; seat < job->settings.players; seat++) {
        if (!agent_make(job->opener, &bot[seat], job->game, &job->settings, agent, &why))
            abort(); /* the probe has opened the same bot */
    }
}

static void close_agent(const struct arena_job *job, struct bot bot[])
{
    for (int seat = 0; seat < job->settings.players; seat++)
        bot_close(&bot[seat]);
}

/* Plays all games of a set. Returns the first agent's total share. */
static uint64_t play_set(const struct arena_job *job, struct task *task, uint64_t set)
{
    uint64_t sum = 0;
    for (int game = 0; game < games_in_set(job); game++) {
        const unsigned second = second_seats(job, set, game);
        uint8_t share[GAME_SEATS_MAX];
        struct rng dice, rng;
        task->player.turns_seed = seed_of(job->seed, set, 0);
        rng_seed(&dice, task->player.turns_seed);
        rng_seed(&rng, seed_of(job->seed, set, 1));
        for (int seat = 0; seat < job->settings.players; seat++) {
            const int agent = second >> seat & 1;
            task->player.driver.bot[seat] = &task->bot[agent][seat];
            task->player.driver.thinking[seat] = &task->thinking[agent];
        }
        driver_set_kinds(&task->player.driver);
        task->player.counts = (struct sim_counts){0};
        sim_play(&task->player, &dice, &rng, share);
        for (int seat = 0; seat < job->settings.players; seat++) {
            sum += second >> seat & 1 ? 0 : share[seat];
            task->forfeits[second >> seat & 1] += task->player.counts.forfeits[seat];
        }
    }
    return sum;
}

static bool is_stopped(const struct arena_job *job)
{
    return job->stop && *job->stop;
}

static void add_thinking(struct driver_thinking *sum, const struct driver_thinking *part)
{
    sum->answers += part->answers;
    sum->measured += part->measured;
    sum->seconds += part->seconds;
    sum->slowest = fmax(sum->slowest, part->slowest);
}

/* Adds a set that has just been played. Called in a critical section. */
static void add_set(const struct arena_job *job, uint64_t sum, struct arena_pair *pair,
                    struct arena_result *result)
{
    const uint64_t games = (uint64_t)games_in_set(job);
    pair->sets++;
    pair->games += games;
    pair->sum += sum;
    pair->squares += sum * sum;
    result->games += games;
    if (job->progress)
        job->progress(result, job->context);
}

/* Plays the sets from `from` up to before `to` of a pair. */
static void play_task(const struct arena_job *job, const union game_state *start, uint64_t from,
                      uint64_t to, struct arena_pair *pair, struct arena_result *result)
{
    struct task task = {.sim = {.game = job->game, .settings = job->settings}};
    task.player = (struct sim_player){.job = &task.sim, .start = start, .by_turns = true};
    open_agent(job, job->agent[pair->a], task.bot[0]);
    open_agent(job, job->agent[pair->b], task.bot[1]);
    driver_init(&task.player.driver, job->game, job->settings.players);
    for (uint64_t set = from; set < to && !is_stopped(job); set++) {
        const uint64_t sum = play_set(job, &task, set);
#pragma omp critical
        add_set(job, sum, pair, result);
    }
#pragma omp critical
    {
        add_thinking(&result->thinking[pair->a], &task.thinking[0]);
        add_thinking(&result->thinking[pair->b], &task.thinking[1]);
        result->forfeits[pair->a] += task.forfeits[0];
        result->forfeits[pair->b] += task.forfeits[1];
    }
    close_agent(job, task.bot[0]);
    close_agent(job, task.bot[1]);
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        lines_free(&task.player.driver.log[i]);
    game_history_free(&task.player.history);
}

/* Plays these sets for every pair, in tasks of `size` sets. */
static void play_batch(const struct arena_job *job, const union game_state *start, uint64_t from,
                       uint64_t to, uint64_t size, struct arena_result *result)
{
    const uint64_t tasks_per_pair = (to - from + size - 1) / size;
    const long tasks = (long)tasks_per_pair * result->pairs;
#pragma omp parallel for schedule(dynamic, 1) num_threads(job->threads)
    for (long task = 0; task < tasks; task++) {
        const uint64_t first = from + (uint64_t)(task / result->pairs) * size;
        if (!is_stopped(job))
            play_task(job, start, first, first + size < to ? first + size : to,
                      &result->pair[task % result->pairs], result);
    }
}

static void make_pairs(const struct arena_job *job, struct arena_result *result)
{
    for (int a = 0; a < (job->gauntlet ? 1 : job->agents); a++) {
        for (int b = a + 1; b < job->agents; b++)
            result->pair[result->pairs++] = (struct arena_pair){.a = a, .b = b};
    }
}

/* Whether every agent can play; and whether all of them are reproducible. */
static bool probe(const struct arena_job *job, struct arena_result *result, struct text *why)
{
    result->reproducible = true;
    for (int i = 0; i < job->agents; i++) {
        struct bot bot;
        if (!agent_make(job->opener, &bot, job->game, &job->settings, job->agent[i], why))
            return false;
        result->reproducible = result->reproducible && bot.reproducible;
        bot_close(&bot);
    }
    return true;
}

uint64_t arena_batch(uint64_t sets)
{
    return sets / BATCHES > BATCH_MIN ? sets / BATCHES : BATCH_MIN;
}

bool arena_run(const struct arena_job *job, struct arena_result *result, struct text *why)
{
    union game_state start;
    memset(result, 0, sizeof *result);
    if (!job->game->start(&start, &job->settings, why) || !probe(job, result, why))
        return false;
    make_pairs(job, result);
    result->dice = job->game->mover(&start) == GAME_CHANCE;
    const uint64_t in_set = (uint64_t)games_in_set(job);
    const uint64_t sets = (job->games + in_set - 1) / in_set;
    result->games_max = sets * in_set * (uint64_t)result->pairs;
    const double began = omp_get_wtime();
    for (uint64_t done = 0; done < sets && result->decision == ARENA_OPEN && !is_stopped(job);) {
        const uint64_t batch = job->sprt ? arena_batch(done) : sets;
        const uint64_t to = done + batch < sets ? done + batch : sets;
        play_batch(job, &start, done, to, job->sprt ? 1 : SETS_PER_TASK, result);
        done = to;
        if (job->sprt)
            result->decision = arena_sprt(job, &result->pair[0], &result->llr);
    }
    result->seconds = omp_get_wtime() - began;
    result->stopped = is_stopped(job);
    return true;
}

/* ---- statistics ---- */

static const double elo_scale = 173.717792761; /* 400 / log(10): Elo for each unit of log-odds */
static const double normal_quantile = 1.959963985; /* of 97.5 % */

double arena_even(const struct arena_job *job)
{
    return job->gauntlet ? 1.0 / job->settings.players : 0.5;
}

static double expected(const struct arena_job *job, double odds)
{
    const double even = arena_even(job);
    return 1 / (1 + exp(-odds) * (1 - even) / even);
}

static double odds_of(const struct arena_job *job, double score)
{
    const double even = arena_even(job);
    return log(score / (1 - score)) - log(even / (1 - even));
}

/* The scores of a pair's sets, each from 0 to 1. `spread` is their variance divided by
 * mean * (1 - mean), the variance if a set were a single game: it is small if the games of a set
 * cancel out, and 1 if they all end alike. */
struct sets {
    double count, mean;
    double shrunk; /* the mean with one more, even set: never 0 or 1 */
    double spread;
};

/* The spread includes two more sets of independent games as a prior, so that it is never 0. */
static struct sets sum_up(const struct arena_job *job, const struct arena_pair *pair)
{
    const double whole = (double)GAME_WHOLE * games_in_set(job), more = 2;
    struct sets sets = {.count = (double)pair->sets, .mean = arena_even(job)};
    const double sum = (double)pair->sum / whole, squares = (double)pair->squares / whole / whole;
    sets.shrunk = (sum + arena_even(job)) / (sets.count + 1);
    if (pair->sets)
        sets.mean = sum / sets.count;
    const double deviations = squares - sum * sets.mean; /* the sum of squared deviations */
    const double max = fmax(sets.count - 1, 0) * sets.mean * (1 - sets.mean);
    const double usual = more * sets.shrunk * (1 - sets.shrunk);
    sets.spread = fmin((deviations + usual / games_in_set(job)) / (max + usual), 1);
    return sets;
}

/* Wilson's score interval, which unlike mean ± 1.96 standard errors holds near 0 and 1 too. */
struct arena_estimate arena_score(const struct arena_job *job, const struct arena_pair *pair)
{
    const struct sets sets = sum_up(job, pair);
    if (pair->sets == 0)
        return (struct arena_estimate){sets.mean, 0, 1};
    const double width = normal_quantile * normal_quantile * sets.spread / sets.count;
    const double middle = (sets.mean + width / 2) / (1 + width);
    const double margin =
        sqrt(sets.mean * (1 - sets.mean) * width + width * width / 4) / (1 + width);
    return (struct arena_estimate){sets.mean, fmax(middle - margin, 0), fmin(middle + margin, 1)};
}

double arena_worth(const struct arena_job *job, const struct arena_pair *pair)
{
    return 1 / (sum_up(job, pair).spread * games_in_set(job));
}

struct arena_estimate arena_difference(const struct arena_job *job, const struct arena_pair *pair)
{
    const struct arena_estimate score = arena_score(job, pair);
    const double odds = odds_of(job, sum_up(job, pair).shrunk);
    return (struct arena_estimate){
        elo_scale * odds, score.low > 0 ? elo_scale * odds_of(job, score.low) : -INFINITY,
        score.high < 1 ? elo_scale * odds_of(job, score.high) : INFINITY};
}

/* Takes the sets' scores as normally distributed around the expected score of either hypothesis,
 * with the variance for the score half way between the two. */
enum arena_decision arena_sprt(const struct arena_job *job, const struct arena_pair *pair,
                               double *llr)
{
    const struct sets sets = sum_up(job, pair);
    const double low = expected(job, job->elo[0] / elo_scale);
    const double high = expected(job, job->elo[1] / elo_scale);
    const double middle = (low + high) / 2;
    const double variance = sets.spread * middle * (1 - middle) / sets.count;
    *llr = (high - low) * (2 * sets.mean - low - high) / (2 * variance);
    return *llr >= ARENA_LLR_LIMIT    ? ARENA_BETTER
           : *llr <= -ARENA_LLR_LIMIT ? ARENA_NO_BETTER
                                      : ARENA_OPEN;
}

/* Inverts a symmetric positive definite matrix in place, by Gauss-Jordan elimination. */
static void invert(double m[ARENA_AGENTS_MAX][ARENA_AGENTS_MAX], int n)
{
    for (int k = 0; k < n; k++) {
        const double pivot = m[k][k];
        m[k][k] = 1;
        for (int j = 0; j < n; j++)
            m[k][j] /= pivot;
        for (int i = 0; i < n; i++) {
            const double factor = m[i][k];
            if (i == k)
                continue;
            m[i][k] = 0;
            for (int j = 0; j < n; j++)
                m[i][j] -= factor * m[k][j];
        }
    }
}

/* Fits the Bradley-Terry model by Newton's method. The weight of a pair is its number of sets
 * divided by their spread. */
void arena_ratings(const struct arena_job *job, const struct arena_result *result,
                   struct arena_estimate out[ARENA_AGENTS_MAX])
{
    const int n = job->agents;
    double rating[ARENA_AGENTS_MAX] = {0}, inverse[ARENA_AGENTS_MAX][ARENA_AGENTS_MAX];
    for (int step = 0; step < 50; step++) {
        double gradient[ARENA_AGENTS_MAX] = {0};
        for (int i = 0; i < n; i++) { /* keeps the sum of the ratings at zero */
            for (int j = 0; j < n; j++)
                inverse[i][j] = 1.0 / n;
        }
        for (int p = 0; p < result->pairs; p++) {
            const struct arena_pair *pair = &result->pair[p];
            const struct sets sets = sum_up(job, pair);
            const double expected_score = expected(job, rating[pair->a] - rating[pair->b]);
            const double weight = (sets.count + 1) / sets.spread;
            const double curvature = weight * expected_score * (1 - expected_score);
            gradient[pair->a] += weight * (sets.shrunk - expected_score);
            gradient[pair->b] -= weight * (sets.shrunk - expected_score);
            inverse[pair->a][pair->a] += curvature;
            inverse[pair->b][pair->b] += curvature;
            inverse[pair->a][pair->b] -= curvature;
            inverse[pair->b][pair->a] -= curvature;
        }
        invert(inverse, n);
        double move[ARENA_AGENTS_MAX] = {0}, longest = 1; /* limits a step to 1 */
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
                move[i] += inverse[i][j] * gradient[j];
            longest = fmax(longest, fabs(move[i]));
        }
        for (int i = 0; i < n; i++)
            rating[i] += move[i] / longest;
    }
    for (int i = 0; i < n; i++) {
        const double margin = normal_quantile * sqrt(fmax(inverse[i][i] - 1.0 / n, 0));
        out[i] = (struct arena_estimate){elo_scale * rating[i], elo_scale * (rating[i] - margin),
                                         elo_scale * (rating[i] + margin)};
    }
}
