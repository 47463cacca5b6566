#include "sim/arena.h"

#include <math.h>
#include <omp.h>
#include <string.h>

#include "base/fault.h"
#include "base/memory.h"
#include "sim/batch.h"

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

/* ---- playing ---- */

/* A run, as a batch whose pieces are sets. On the heap, because an agent that does not stop
 * thinking may still use it. */
struct run {
    const struct arena_job *job;
    union game_state start;
    struct arena_result result; /* of the blocks taken so far */
    uint64_t next_test;         /* of the SPRT: after this many sets */
};

/* The result of a set. */
struct set_result {
    uint64_t sum; /* the first agent's total share */
    uint64_t forfeits[2];
    struct driver_thinking thinking[2];
};

/* The data of one thread: a bot of every agent for every seat, opened when the agent first plays.
 * They stay open between pairs, so that a program is started once for each seat; only the agents of
 * the present pair have a workspace, which may be large. */
struct worker {
    const struct run *run;
    struct sim_job sim;
    struct sim_player player;
    int pair; /* that plays; -1: none yet */
    bool open[ARENA_AGENTS_MAX];
    struct bot bot[ARENA_AGENTS_MAX][GAME_SEATS_MAX];
};

uint64_t arena_row(const struct arena_result *result)
{
    return result->pairs > 1 ? 4 : 1;
}

/* Which set of which pair a piece is. */
static uint64_t set_of(const struct arena_result *result, uint64_t piece, int *pair)
{
    const uint64_t sets = result->sets, pairs = (uint64_t)result->pairs;
    const uint64_t row = arena_row(result), before = piece / (row * pairs) * row;
    const uint64_t length = sets - before < row ? sets - before : row;
    const uint64_t rest = piece - before * pairs;
    *pair = (int)(rest / length);
    return before + rest % length;
}

/* Opens a bot of the agent for every seat. */
static void open_agent(struct worker *w, int agent)
{
    const struct arena_job *job = w->run->job;
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    for (int seat = 0; !w->open[agent] && seat < job->settings.players; seat++) {
        if (!agent_make(job->opener, &w->bot[agent][seat], job->game, &job->settings,
                        job->agent[agent], &why))
            fault_report("%s", why.start); /* the probe has opened the same bot */
    }
    w->open[agent] = true;
}

/* Frees the workspaces of an agent that pauses. */
static void rest_agent(struct worker *w, int agent)
{
    for (int seat = 0; seat < w->run->job->settings.players; seat++) {
        struct bot *bot = &w->bot[agent][seat];
        if (bot->workspace)
            bot->agent->close_workspace(bot->workspace);
        bot->workspace = NULL;
    }
}

static void open_pair(struct worker *w, int number)
{
    const struct arena_pair *pair = &w->run->result.pair[number];
    if (w->pair == number)
        return;
    for (int agent = 0; agent < w->run->job->agents; agent++) {
        if (agent == pair->a || agent == pair->b)
            open_agent(w, agent);
        else if (w->open[agent])
            rest_agent(w, agent);
    }
    w->pair = number;
}

static void *open_worker(void *context)
{
    const struct run *run = context;
    const struct arena_job *job = run->job;
    struct worker *w = memory_new(1, sizeof *w);
    w->run = run;
    w->sim = (struct sim_job){.game = job->game, .settings = job->settings, .lines = job->lines};
    w->player = (struct sim_player){.job = &w->sim, .start = &run->start, .by_turns = true};
    w->pair = -1;
    driver_init(&w->player.driver, job->game, job->settings.players);
    w->player.driver.stop = job->patient ? job->stop : NULL;
    return w;
}

static void close_worker(void *worker)
{
    struct worker *w = worker;
    for (int agent = 0; agent < w->run->job->agents; agent++) {
        for (int seat = 0; w->open[agent] && seat < w->run->job->settings.players; seat++)
            bot_close(&w->bot[agent][seat]);
    }
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        lines_free(&w->player.driver.log[i]);
    game_history_free(&w->player.history);
    memory_free(w->player.lines);
    memory_free(w);
}

/* Plays all games of a set and adds them to the block. False if it was halted. */
static bool play_set(struct worker *w, uint64_t piece, uint64_t set, struct batch_block *block)
{
    const struct arena_job *job = w->run->job;
    const struct arena_pair *pair = &w->run->result.pair[w->pair];
    const uint64_t in_set = (uint64_t)games_in_set(job);
    struct set_result result = {0};
    const size_t at = block->length;
    batch_add(block, &result, sizeof result);
    for (int game = 0; game < games_in_set(job); game++) {
        const unsigned second = second_seats(job, set, game);
        struct rng dice, rng;
        w->player.turns_seed = sim_seed(job->seed, set, 0);
        rng_seed(&dice, w->player.turns_seed);
        rng_seed(&rng, sim_seed(job->seed, set, 1));
        for (int seat = 0; seat < job->settings.players; seat++) {
            const int agent = second >> seat & 1;
            w->player.driver.bot[seat] = &w->bot[agent ? pair->b : pair->a][seat];
            w->player.driver.thinking[seat] = &result.thinking[agent];
            w->player.game.agent[seat] = (uint8_t)(agent ? pair->b : pair->a);
        }
        driver_set_kinds(&w->player.driver);
        w->player.game.number = piece * in_set + (uint64_t)game + 1;
        if (!sim_play(&w->player, &dice, &rng)) {
            block->length = at;
            return false;
        }
        for (int seat = 0; seat < job->settings.players; seat++)
            result.sum += second >> seat & 1 ? 0 : w->player.game.share[seat];
        if (w->player.game.forfeits)
            result.forfeits[second >> (w->player.game.forfeits - 1) & 1]++;
        if (job->take)
            sim_game_add(block, &w->player.game);
    }
    memcpy(block->bytes + at, &result, sizeof result);
    return true;
}

static void play_block(void *worker, struct batch_block *block)
{
    struct worker *w = worker;
    w->player.halt = block->halt;
    for (uint64_t piece = block->first; piece < block->end; piece++) {
        int pair;
        const uint64_t set = set_of(&w->run->result, piece, &pair);
        open_pair(w, pair);
        if (fault_happened() || !play_set(w, piece, set, block)) {
            block->end = piece;
            return;
        }
    }
}

static void add_thinking(struct driver_thinking *sum, const struct driver_thinking *part)
{
    sum->answers += part->answers;
    sum->measured += part->measured;
    sum->seconds += part->seconds;
    sum->slowest = fmax(sum->slowest, part->slowest);
}

static void add_set(struct run *run, uint64_t piece, const struct set_result *set)
{
    struct arena_result *result = &run->result;
    const uint64_t games = (uint64_t)games_in_set(run->job);
    int index;
    set_of(result, piece, &index);
    struct arena_pair *pair = &result->pair[index];
    pair->sets++;
    pair->games += games;
    pair->sum += set->sum;
    pair->squares += set->sum * set->sum;
    add_thinking(&result->thinking[pair->a], &set->thinking[0]);
    add_thinking(&result->thinking[pair->b], &set->thinking[1]);
    result->forfeits[pair->a] += set->forfeits[0];
    result->forfeits[pair->b] += set->forfeits[1];
    result->games += games;
    result->done++;
}

/* The SPRT, after a set: it is asked at the same numbers of sets in every run. */
static void test_set(struct run *run)
{
    struct arena_result *result = &run->result;
    if (!run->job->sprt || (result->done < run->next_test && result->games < result->games_max))
        return;
    run->next_test = result->done + arena_batch(result->done);
    result->decision = arena_sprt(run->job, &result->pair[0], &result->llr);
}

static bool take_block(void *context, const struct batch_block *block)
{
    struct run *run = context;
    const struct arena_job *job = run->job;
    size_t at = 0;
    for (uint64_t piece = block->first; piece < block->end; piece++) {
        struct set_result set;
        memcpy(&set, block->bytes + at, sizeof set);
        at += sizeof set;
        for (int i = 0; job->take && i < games_in_set(job); i++) {
            const struct sim_game game = sim_game_get(block, &at);
            if (!job->take(&game, job->context))
                return false;
        }
        add_set(run, piece, &set);
        test_set(run);
        if (run->result.decision != ARENA_OPEN)
            return false;
    }
    return true;
}

static void watch_run(void *context)
{
    struct run *run = context;
    run->job->progress(&run->result, run->job->context);
}

bool arena_check(const struct arena_job *job, bool *reproducible, struct text *why)
{
    union game_state start;
    if (!job->game->start(&start, &job->settings, why))
        return false;
    *reproducible = true;
    for (int i = 0; i < job->agents; i++) {
        struct bot bot;
        if (!agent_make(job->opener, &bot, job->game, &job->settings, job->agent[i], why))
            return false;
        *reproducible = *reproducible && bot.reproducible;
        bot_close(&bot);
    }
    return true;
}

uint64_t arena_batch(uint64_t sets)
{
    return sets / BATCHES > BATCH_MIN ? sets / BATCHES : BATCH_MIN;
}

void arena_plan(const struct arena_job *job, struct arena_result *result)
{
    const uint64_t in_set = (uint64_t)games_in_set(job);
    const uint64_t sets = (job->games + in_set - 1) / in_set;
    memset(result, 0, sizeof *result);
    for (int a = 0; a < (job->gauntlet ? 1 : job->agents); a++) {
        for (int b = a + 1; b < job->agents; b++)
            result->pair[result->pairs++] = (struct arena_pair){.a = a, .b = b};
    }
    result->sets = sets;
    result->games_max = sets * in_set * (uint64_t)result->pairs;
}

/* Adds the sums of the interrupted run. */
static void add_earlier(struct arena_result *sum, const struct arena_result *part)
{
    for (int i = 0; i < sum->pairs; i++) {
        sum->pair[i].sets += part->pair[i].sets;
        sum->pair[i].games += part->pair[i].games;
        sum->pair[i].sum += part->pair[i].sum;
        sum->pair[i].squares += part->pair[i].squares;
    }
    for (int i = 0; i < ARENA_AGENTS_MAX; i++) {
        add_thinking(&sum->thinking[i], &part->thinking[i]);
        sum->forfeits[i] += part->forfeits[i];
    }
    sum->done += part->done;
    sum->games += part->games;
    sum->seconds += part->seconds;
}

/* Whether a game from this start has chance: there is some in a game at random. */
static bool has_dice(const struct game *game, union game_state state)
{
    enum { MOVES_MAX = 10000 };
    struct game_history history = {0};
    game_action list[GAME_ACTIONS_MAX];
    struct rng rng;
    int seat, moves = 0;
    rng_seed(&rng, 1);
    while ((seat = game->mover(&state)) > 0 && moves++ < MOVES_MAX) {
        const size_t count = game->actions(&state, seat, list);
        game->apply(&state, list[rng_below(&rng, (uint32_t)count)], &history);
    }
    game_history_free(&history);
    return seat == GAME_CHANCE || seat == GAME_ANYONE; /* the order of speakers is chance too */
}

bool arena_run(const struct arena_job *job, struct arena_result *result, struct text *why)
{
    bool reproducible;
    if (!arena_check(job, &reproducible, why))
        return false;
    struct run *run = memory_new(1, sizeof *run);
    run->job = job;
    arena_plan(job, &run->result);
    run->result.reproducible = reproducible;
    job->game->start(&run->start, &job->settings, why);
    run->result.dice = has_dice(job->game, run->start);
    if (job->earlier)
        add_earlier(&run->result, job->earlier);
    while (run->next_test < run->result.done)
        run->next_test += arena_batch(run->next_test);
    if (run->result.done == 0)
        run->next_test = arena_batch(0);
    else
        test_set(run); /* an interrupted run may have been decided */
    const double began = omp_get_wtime() - run->result.seconds;
    const uint64_t all = run->result.sets * (uint64_t)run->result.pairs;
    const struct batch_job batch = {.first = run->result.done,
                                    .end =
                                        run->result.decision == ARENA_OPEN ? all : run->result.done,
                                    .threads = job->threads,
                                    .stop = job->stop,
                                    .patient = job->patient,
                                    .context = run,
                                    .open = open_worker,
                                    .close = close_worker,
                                    .work = play_block,
                                    .take = take_block,
                                    .watch = job->progress ? watch_run : NULL};
    const bool ended = batch_run(&batch);
    *result = run->result;
    result->seconds = omp_get_wtime() - began;
    result->stopped = result->games < result->games_max && result->decision == ARENA_OPEN;
    result->abandoned = !ended;
    if (ended)
        memory_free(run);
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
