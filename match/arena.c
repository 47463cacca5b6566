#include "match/arena.h"

#include <math.h>
#include <omp.h>
#include <string.h>

enum { UNIT = 4, BATCH_LEAST = 8 }; /* sets that a thread plays at once; of a pair, between looks */

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

static void seed_stream(struct rng *rng, uint64_t seed, uint64_t set, uint64_t use)
{
    uint64_t x = seed ^ (set + 1) * 0xd6e8feb86659fd93u ^ use * 0xa0761d6478bd642fu;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
    rng_seed(rng, x ^ x >> 32);
}

/* ---- playing ---- */

/* The two agents of a pair, each with a bot for every seat. */
struct unit {
    struct sim_job sim;
    struct sim_player player;
    struct bot bot[2][GAME_SEATS_MAX];
};

static bool open_agent(const struct arena_job *job, struct span agent, struct bot bot[],
                       struct text *why)
{
    for (int seat = 0; seat < job->settings.players; seat++) {
        if (bot_open(&bot[seat], job->game, agent, why) &&
            bot_ready(&bot[seat], &job->settings, why))
            continue;
        while (seat-- > 0)
            bot_close(&bot[seat]);
        return false;
    }
    return true;
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
        seed_stream(&dice, job->seed, set, 0);
        seed_stream(&rng, job->seed, set, (uint64_t)game + 1);
        for (int seat = 0; seat < job->settings.players; seat++)
            unit->player.bot[seat] = unit->bot[second >> seat & 1][seat];
        sim_play(&unit->player, &dice, &rng, share);
        for (int seat = 0; seat < job->settings.players; seat++)
            sum += second >> seat & 1 ? 0 : share[seat];
    }
    return sum;
}

/* Plays sets `from` to `to` of a pair; the sums come back in `out`. */
static void play_unit(const struct arena_job *job, const union game_state *start, uint64_t from,
                      uint64_t to, struct arena_pair *out)
{
    char unused[TEXT_WHY];
    struct text why = text_on(unused, sizeof unused);
    struct unit unit = {.sim = {.game = job->game, .settings = job->settings}};
    unit.player = (struct sim_player){.job = &unit.sim, .start = start};
    open_agent(job, job->agent[out->a], unit.bot[0], &why); /* cannot fail: the probe could */
    open_agent(job, job->agent[out->b], unit.bot[1], &why);
    unit.player.timed = unit.bot[0][0].agent->when || unit.bot[1][0].agent->when;
    for (uint64_t set = from; set < to; set++) {
        const uint64_t sum = play_set(job, &unit, set);
        out->sets++;
        out->games += (uint64_t)games_in_set(job);
        out->sum += sum;
        out->squares += sum * sum;
    }
    close_agent(job, unit.bot[0]);
    close_agent(job, unit.bot[1]);
    game_side_free(&unit.player.side);
}

/* The same number of further sets for every pair. */
static void play_batch(const struct arena_job *job, const union game_state *start, uint64_t from,
                       uint64_t to, struct arena_result *result, double began)
{
    const uint64_t units = (to - from + UNIT - 1) / UNIT;
    const long tasks = (long)units * result->pairs;
#pragma omp parallel for schedule(dynamic, 1) num_threads(job->threads)
    for (long task = 0; task < tasks; task++) {
        struct arena_pair *pair = &result->pair[task % result->pairs];
        const uint64_t first = from + (uint64_t)(task / result->pairs) * UNIT;
        struct arena_pair part = {.a = pair->a, .b = pair->b};
        play_unit(job, start, first, first + UNIT < to ? first + UNIT : to, &part);
#pragma omp critical
        {
            pair->sets += part.sets;
            pair->games += part.games;
            pair->sum += part.sum;
            pair->squares += part.squares;
            result->games += part.games;
            result->seconds = omp_get_wtime() - began;
            if (job->progress)
                job->progress(result, job->context);
        }
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

static void test_sprt(const struct arena_job *job, struct arena_result *result);

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
    result->games_most = sets * in_set * (uint64_t)result->pairs;
    const double began = omp_get_wtime();
    for (uint64_t done = 0; done < sets && result->verdict == ARENA_OPEN;) {
        const uint64_t batch = done / 4 > BATCH_LEAST ? done / 4 : BATCH_LEAST;
        const uint64_t to = done + batch < sets ? done + batch : sets;
        play_batch(job, &start, done, to, result, began);
        done = to;
        if (job->sprt)
            test_sprt(job, result);
    }
    result->seconds = omp_get_wtime() - began;
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

/* The mean of the sets' scores and the variance of that mean, as if one more set had come out even
 * and one each had been won and lost: no estimate is certain. */
static void moments(const struct arena_job *job, const struct arena_pair *pair, double *mean,
                    double *variance)
{
    const double whole = (double)GAME_WHOLE * games_in_set(job), even = arena_even(job);
    const double sets = (double)pair->sets + 1;
    const double sum = (double)pair->sum / whole + even;
    const double squares = (double)pair->squares / whole / whole + even * even;
    *mean = sum / sets;
    const double spread = (squares + 0.5) / (sets + 1) - pow((sum + 0.5) / (sets + 1), 2);
    *variance = fmax(spread, 1e-9) / sets;
}

struct arena_estimate arena_score(const struct arena_job *job, const struct arena_pair *pair)
{
    const double whole = (double)GAME_WHOLE * games_in_set(job);
    double mean, variance;
    moments(job, pair, &mean, &variance);
    mean = pair->sets ? (double)pair->sum / whole / (double)pair->sets : arena_even(job);
    const double reach = normal_95 * sqrt(variance);
    return (struct arena_estimate){mean, fmax(mean - reach, 0), fmin(mean + reach, 1)};
}

struct arena_estimate arena_difference(const struct arena_job *job, const struct arena_pair *pair)
{
    double mean, variance;
    moments(job, pair, &mean, &variance);
    const double odds = odds_of(job, mean);
    const double reach = normal_95 * sqrt(variance) / (mean * (1 - mean));
    return (struct arena_estimate){elo_one * odds, elo_one * (odds - reach),
                                   elo_one * (odds + reach)};
}

/* The sets' scores are taken as normal around what either hypothesis expects. */
static void test_sprt(const struct arena_job *job, struct arena_result *result)
{
    double mean, variance;
    moments(job, &result->pair[0], &mean, &variance);
    const double low = expected(job, job->elo[0] / elo_one);
    const double high = expected(job, job->elo[1] / elo_one);
    result->llr = (high - low) * (2 * mean - low - high) / (2 * variance);
    result->verdict = result->llr >= ARENA_LLR_LIMIT    ? ARENA_BETTER
                      : result->llr <= -ARENA_LLR_LIMIT ? ARENA_NO_BETTER
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

/* Bradley and Terry's model by Newton's method: each pair weighs as much as its mean is certain. */
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
            double mean, variance;
            moments(job, pair, &mean, &variance);
            const double hoped = expected(job, rating[pair->a] - rating[pair->b]);
            const double weight = mean * (1 - mean) / variance;
            const double bend = weight * hoped * (1 - hoped);
            slope[pair->a] += weight * (mean - hoped);
            slope[pair->b] -= weight * (mean - hoped);
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
