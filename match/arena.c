#include "match/arena.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { UNIT = 4 };                  /* sets that bots are opened for */
enum { BATCH_MIN = 8, LOOKS = 16 }; /* sets between two looks: so many, or that part of all */

/* Who sits where in a set's first game, a bit for each of the second agent's seats; the next game
 * turns it round. Evenly, partners together now and then. */
static const uint8_t tables[GAME_SEATS_MAX + 1][6] = {
    [2] = {0x2},
    [3] = {0x1, 0x2, 0x4},
    [4] = {0xa},
    [5] = {0x14, 0x0a, 0x05, 0x12, 0x09},
    [6] = {0x2a, 0x12, 0x24, 0x09},
};

static int tables_of(int players)
{
    int count = 0;
    while (count < 6 && tables[players][count])
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
    const unsigned seats = tables[players][set % (uint64_t)tables_of(players)];
    return game ? all & ~seats : seats;
}

/* The seed of what is random in a set: its dice (0), and what its agents draw (1), in all of its
 * games alike. */
static uint64_t seed_of(uint64_t seed, uint64_t set, uint64_t use)
{
    uint64_t x = seed ^ (set + 1) * 0xd6e8feb86659fd93u ^ use * 0xa0761d6478bd642fu;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

/* ---- playing ---- */

/* The two agents of a pair, each with a bot for every seat. */
struct unit {
    struct sim_job sim;
    struct sim_player player;
    struct bot bot[2][GAME_SEATS_MAX];
    struct driver_thinking thinking[2];
};

/* A bot of the agent for every seat. */
static void open_agent(const struct arena_job *job, struct span agent, struct bot bot[])
{
    char unused[TEXT_WHY];
    struct text why = text_on(unused, sizeof unused);
    for (int seat = 0; seat < job->settings.players; seat++) {
        if (!bot_open(&bot[seat], job->game, agent, &why) ||
            !bot_ready(&bot[seat], &job->settings, &why))
            abort(); /* the probe could */
    }
}

static void close_agent(const struct arena_job *job, struct bot bot[])
{
    for (int seat = 0; seat < job->settings.players; seat++)
        bot_close(&bot[seat]);
}

static uint64_t play_set(const struct arena_job *job, struct unit *unit, uint64_t set)
{
    uint64_t sum = 0;
    for (int game = 0; game < games_in_set(job); game++) {
        const unsigned second = second_seats(job, set, game);
        uint8_t share[GAME_SEATS_MAX];
        struct rng dice, rng;
        unit->player.turns_seed = seed_of(job->seed, set, 0);
        rng_seed(&dice, unit->player.turns_seed);
        rng_seed(&rng, seed_of(job->seed, set, 1));
        for (int seat = 0; seat < job->settings.players; seat++) {
            const int agent = second >> seat & 1;
            unit->player.driver.bot[seat] = unit->bot[agent][seat];
            unit->player.driver.thinking[seat] = &unit->thinking[agent];
        }
        sim_play(&unit->player, &dice, &rng, share);
        for (int seat = 0; seat < job->settings.players; seat++)
            sum += second >> seat & 1 ? 0 : share[seat];
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

/* Adds a set that has just been played. By one thread at a time. */
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

/* Plays sets `from` to `to` of a pair, with bots that are opened for them. */
static void play_unit(const struct arena_job *job, const union game_state *start, uint64_t from,
                      uint64_t to, struct arena_pair *pair, struct arena_result *result)
{
    struct unit unit = {.sim = {.game = job->game, .settings = job->settings}};
    unit.player = (struct sim_player){.job = &unit.sim, .start = start, .by_turns = true};
    open_agent(job, job->agent[pair->a], unit.bot[0]);
    open_agent(job, job->agent[pair->b], unit.bot[1]);
    driver_init(&unit.player.driver, job->game, job->settings.players);
    unit.player.driver.timed = unit.bot[0][0].agent->plan || unit.bot[1][0].agent->plan;
    for (uint64_t set = from; set < to && !is_stopped(job); set++) {
        const uint64_t sum = play_set(job, &unit, set);
#pragma omp critical
        add_set(job, sum, pair, result);
    }
#pragma omp critical
    {
        add_thinking(&result->thinking[pair->a], &unit.thinking[0]);
        add_thinking(&result->thinking[pair->b], &unit.thinking[1]);
    }
    close_agent(job, unit.bot[0]);
    close_agent(job, unit.bot[1]);
    game_history_free(&unit.player.history);
}

/* The same number of further sets for every pair, `size` at a time. */
static void play_batch(const struct arena_job *job, const union game_state *start, uint64_t from,
                       uint64_t to, uint64_t size, struct arena_result *result)
{
    const uint64_t units = (to - from + size - 1) / size;
    const long tasks = (long)units * result->pairs;
#pragma omp parallel for schedule(dynamic, 1) num_threads(job->threads)
    for (long task = 0; task < tasks; task++) {
        const uint64_t first = from + (uint64_t)(task / result->pairs) * size;
        if (!is_stopped(job))
            play_unit(job, start, first, first + size < to ? first + size : to,
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

/* Whether every agent can play, and whether all of them play the same way again. */
static bool probe(const struct arena_job *job, struct arena_result *result, struct text *why)
{
    result->reproducible = true;
    for (int i = 0; i < job->agents; i++) {
        struct bot bot;
        if (!bot_open(&bot, job->game, job->agent[i], why))
            return false;
        const bool ready = bot_ready(&bot, &job->settings, why);
        result->reproducible = result->reproducible && bot.reproducible;
        bot_close(&bot);
        if (!ready)
            return false;
    }
    return true;
}

uint64_t arena_batch(uint64_t sets)
{
    return sets / LOOKS > BATCH_MIN ? sets / LOOKS : BATCH_MIN;
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
        play_batch(job, &start, done, to, job->sprt ? 1 : UNIT, result);
        done = to;
        if (job->sprt)
            result->decision = arena_sprt(job, &result->pair[0], &result->llr);
    }
    result->seconds = omp_get_wtime() - began;
    result->stopped = is_stopped(job);
    return true;
}

/* ---- what it means ---- */

static const double elo_one = 173.717792761; /* 400 / log(10): log-odds of 1, in Elo */
static const double normal_95 = 1.959963985;

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

/* How a pair's sets came out, each from 0 to 1. Near 0 and 1 they are less spread than in between:
 * `spread` is their variance as a part of mean * (1 - mean), which is what it would be if a set
 * were one game. Equal dice make it small, equal games 1. */
struct sets {
    double count, mean;
    double pulled; /* the mean if one more set had come out even: neither 0 nor 1 */
    double spread;
};

/* The spread is taken as if two more sets had been seen, of games that have nothing to do with each
 * other: no estimate is certain. */
static struct sets sum_up(const struct arena_job *job, const struct arena_pair *pair)
{
    const double whole = (double)GAME_WHOLE * games_in_set(job), more = 2;
    struct sets sets = {.count = (double)pair->sets, .mean = arena_even(job)};
    const double sum = (double)pair->sum / whole, squares = (double)pair->squares / whole / whole;
    sets.pulled = (sum + arena_even(job)) / (sets.count + 1);
    if (pair->sets)
        sets.mean = sum / sets.count;
    const double apart = squares - sum * sets.mean; /* squares of the distances from the mean */
    const double max = fmax(sets.count - 1, 0) * sets.mean * (1 - sets.mean);
    const double usual = more * sets.pulled * (1 - sets.pulled);
    sets.spread = fmin((apart + usual / games_in_set(job)) / (max + usual), 1);
    return sets;
}

/* Wilson's interval: the means that would not make what has been seen a surprise. Unlike the mean
 * and so many standard errors it is right near 0 and 1 too. */
struct arena_estimate arena_score(const struct arena_job *job, const struct arena_pair *pair)
{
    const struct sets sets = sum_up(job, pair);
    if (pair->sets == 0)
        return (struct arena_estimate){sets.mean, 0, 1};
    const double blur = normal_95 * normal_95 * sets.spread / sets.count;
    const double middle = (sets.mean + blur / 2) / (1 + blur);
    const double reach = sqrt(sets.mean * (1 - sets.mean) * blur + blur * blur / 4) / (1 + blur);
    return (struct arena_estimate){sets.mean, fmax(middle - reach, 0), fmin(middle + reach, 1)};
}

double arena_worth(const struct arena_job *job, const struct arena_pair *pair)
{
    return 1 / (sum_up(job, pair).spread * games_in_set(job));
}

struct arena_estimate arena_difference(const struct arena_job *job, const struct arena_pair *pair)
{
    const struct arena_estimate score = arena_score(job, pair);
    const double odds = odds_of(job, sum_up(job, pair).pulled);
    return (struct arena_estimate){elo_one * odds,
                                   score.low > 0 ? elo_one * odds_of(job, score.low) : -INFINITY,
                                   score.high < 1 ? elo_one * odds_of(job, score.high) : INFINITY};
}

/* The sets' scores are taken as normal around what either hypothesis expects, and as spread as half
 * way between the two. */
enum arena_decision arena_sprt(const struct arena_job *job, const struct arena_pair *pair,
                               double *llr)
{
    const struct sets sets = sum_up(job, pair);
    const double low = expected(job, job->elo[0] / elo_one);
    const double high = expected(job, job->elo[1] / elo_one);
    const double middle = (low + high) / 2;
    const double variance = sets.spread * middle * (1 - middle) / sets.count;
    *llr = (high - low) * (2 * sets.mean - low - high) / (2 * variance);
    return *llr >= ARENA_LLR_LIMIT    ? ARENA_BETTER
           : *llr <= -ARENA_LLR_LIMIT ? ARENA_NO_BETTER
                                      : ARENA_OPEN;
}

/* Inverts a symmetric positive matrix in place, by Gauss and Jordan. */
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

/* Bradley and Terry's model by Newton's method: each pair weighs as much as it has sets, and more
 * where they are alike. */
void arena_ratings(const struct arena_job *job, const struct arena_result *result,
                   struct arena_estimate out[ARENA_AGENTS_MAX])
{
    const int n = job->agents;
    double rating[ARENA_AGENTS_MAX] = {0}, inverse[ARENA_AGENTS_MAX][ARENA_AGENTS_MAX];
    for (int step = 0; step < 50; step++) {
        double slope[ARENA_AGENTS_MAX] = {0};
        for (int i = 0; i < n; i++) { /* the sum of the ratings is held at zero */
            for (int j = 0; j < n; j++)
                inverse[i][j] = 1.0 / n;
        }
        for (int p = 0; p < result->pairs; p++) {
            const struct arena_pair *pair = &result->pair[p];
            const struct sets sets = sum_up(job, pair);
            const double hoped = expected(job, rating[pair->a] - rating[pair->b]);
            const double weight = (sets.count + 1) / sets.spread;
            const double bend = weight * hoped * (1 - hoped);
            slope[pair->a] += weight * (sets.pulled - hoped);
            slope[pair->b] -= weight * (sets.pulled - hoped);
            inverse[pair->a][pair->a] += bend;
            inverse[pair->b][pair->b] += bend;
            inverse[pair->a][pair->b] -= bend;
            inverse[pair->b][pair->a] -= bend;
        }
        invert(inverse, n);
        double move[ARENA_AGENTS_MAX] = {0}, longest = 1; /* no step is longer than 1 */
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
                move[i] += inverse[i][j] * slope[j];
            longest = fmax(longest, fabs(move[i]));
        }
        for (int i = 0; i < n; i++)
            rating[i] += move[i] / longest;
    }
    for (int i = 0; i < n; i++) {
        const double reach = normal_95 * sqrt(fmax(inverse[i][i] - 1.0 / n, 0));
        out[i] = (struct arena_estimate){elo_one * rating[i], elo_one * (rating[i] - reach),
                                         elo_one * (rating[i] + reach)};
    }
}
