/* wazabi_train: trains a network of agents/wazabi_value.h by self-play.
 *
 *     wazabi_train two|more SECONDS THREADS SEED GREEDY [OLD] >NEW
 *
 * Every seat plays the action whose position the network evaluates best, and one time in
 * RANDOM_ONE_IN a random one. In GREEDY per cent of the games all seats but one are `greedy`, so
 * that the network also learns from players unlike itself (100 makes the networks for play among
 * greedy players).
 *
 * This is TD(lambda): each position of a game is moved towards a mixture of the game's result and
 * the network's values of the positions in between; the positions before a random action do not
 * learn from what came after it. `more` plays with three to six seats, also in teams; some games
 * start with other numbers of dice. Each thread trains a network of its own, and after ROUND_GAMES
 * games all continue with their mean. OLD is a network to start from, in the format of NEW:
 * agents/wazabi_net.h. Standard error gets how often the network wins against `greedy`, alone at a
 * table of two or four. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/wazabi_greedy.h"
#include "agents/wazabi_net.h"
#include "base/files.h"
#include "base/memory.h"
#include "base/simd.h"

enum { SAMPLES = 2000, HIDDEN = WAZABI_NET_HIDDEN, ROWS = WAZABI_NET_ROWS };
enum { ROUND_GAMES = 500, TRIAL_GAMES = 200000 };
enum { RANDOM_ONE_IN = 40 };
static const double lambda = 0.5, rate_first = 0.01, rate_last = 0.00005;

struct net {
    float bias[HIDDEN], row[ROWS][HIDDEN], output[HIDDEN], output_bias;
};

struct sample {
    uint16_t rows[WAZABI_NET_INPUTS];
    uint8_t count;
    bool fresh; /* the action before this one was random */
    float value;
};

/* What a thread owns: its network, and the positions of a game as each seat saw them. */
struct learner {
    struct net net;
    struct rng rng;
    uint32_t greedy_percent;
    bool two;              /* two players; otherwise three to six */
    bool trial;            /* plays without learning, to measure */
    unsigned greedy_seats; /* in this game, as a bitmask */
    struct sample samples[WAZABI_SEATS][SAMPLES];
    size_t count[WAZABI_SEATS];
};

static float forward(const struct net *net, const struct sample *at, float sum[HIDDEN])
{
    float odds = net->output_bias;
    memcpy(sum, net->bias, sizeof net->bias);
    for (int i = 0; i < at->count; i++) {
        const float *row = net->row[at->rows[i]];
        for (int h = 0; h < HIDDEN; h++)
            sum[h] += row[h];
    }
    for (int h = 0; h < HIDDEN; h++) {
        sum[h] = sum[h] < 0 ? 0 : sum[h] > 1 ? 1 : sum[h];
        odds += sum[h] * sum[h] * net->output[h];
    }
    return odds;
}

static float chance(float odds)
{
    return 1 / (1 + expf(-odds));
}

static void learn(struct net *net, const struct sample *at, float target, float rate)
{
    float sum[HIDDEN], back[HIDDEN];
    const float error = rate * (target - chance(forward(net, at, sum)));
    for (int h = 0; h < HIDDEN; h++) {
        const float open = sum[h] > 0 && sum[h] < 1 ? 2 * error : 0;
        back[h] = open * sum[h] * net->output[h];
        net->output[h] += error * sum[h] * sum[h];
        net->bias[h] += back[h];
    }
    net->output_bias += error;
    for (int i = 0; i < at->count; i++) {
        float *row = net->row[at->rows[i]];
        for (int h = 0; h < HIDDEN; h++)
            row[h] += back[h];
    }
}

static void add_sample(struct learner *p, const struct wazabi_after *after, int seat)
{
    float sum[HIDDEN];
    if (p->trial || p->greedy_seats >> seat & 1 || p->count[seat] == SAMPLES)
        return;
    struct sample *at = &p->samples[seat][p->count[seat]++];
    at->count = (uint8_t)wazabi_net_inputs(after, seat, at->rows);
    at->value = chance(forward(&p->net, at, sum));
    at->fresh = false;
}

static int net_odds(const void *judge, const struct wazabi_after *after, int seat)
{
    struct sample at;
    float sum[HIDDEN];
    at.count = (uint8_t)wazabi_net_inputs(after, seat, at.rows);
    return (int)lrintf(forward(judge, &at, sum) * WAZABI_ODDS_ONE);
}

static size_t best_by_net(struct learner *p, const struct wazabi *s, int seat,
                          const game_action actions[], size_t count)
{
    int odds[GAME_ACTIONS_MAX];
    wazabi_evaluate_actions_with(net_odds, &p->net, s, seat, actions, count, odds);
    return wazabi_highest(odds, count);
}

static game_action choose(struct learner *p, const struct wazabi *s, int seat)
{
    game_action actions[GAME_ACTIONS_MAX];
    const size_t count = wazabi_game.actions(s, seat + 1, actions);
    size_t best = 0;
    if (p->greedy_seats >> seat & 1)
        return wazabi_greedy_choice(s, seat, actions, count);
    const bool random = !p->trial && count > 1 && rng_below(&p->rng, RANDOM_ONE_IN) == 0;
    if (random)
        best = rng_below(&p->rng, (uint32_t)count);
    else if (count > 1)
        best = best_by_net(p, s, seat, actions, count);
    if (s->phase == WAZABI_PLAY || s->phase == WAZABI_KEEP) { /* the turn is done */
        struct wazabi_after after;
        wazabi_look_ahead(s, seat, actions[best], &after);
        if (!after.won)
            add_sample(p, &after, seat);
    }
    if (random && p->count[seat] > 0)
        p->samples[seat][p->count[seat] - 1].fresh = true;
    return actions[best];
}

static void start(struct wazabi *s, struct learner *p)
{
    static const int players[] = {3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 6, 6, 6, 4, 6};
    const uint32_t kind = rng_below(&p->rng, 20);
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct game_settings settings;
    game_defaults(&wazabi_game, &settings);
    settings.players = p->two ? 2 : p->trial ? 4 : players[kind];
    if (kind >= 18 && !p->two && !p->trial)
        game_set(&wazabi_game, &settings, span_of("teams"), span_of("on"), &reason);
    if (!wazabi_game.start(s, &settings, &reason))
        exit(1);
    if (!p->trial && rng_below(&p->rng, 6) == 0) { /* other numbers of dice */
        for (int seat = 0; seat < s->players; seat++)
            s->dice[seat] = (uint8_t)(1 + rng_below(&p->rng, (uint32_t)(WAZABI_DICE / s->players)));
    }
}

/* From the last position to the first, moves each towards a mixture of the result and the values of
 * the positions after it. */
static void learn_game(struct learner *p, int seat, bool won, float rate)
{
    float target = won;
    for (size_t i = p->count[seat]; i-- > 0;) {
        const struct sample *at = &p->samples[seat][i];
        learn(&p->net, at, target, rate);
        target = (float)lambda * target + (1 - (float)lambda) * at->value;
        if (at->fresh)
            return;
    }
}

/* Returns whether the seat that is not greedy won, if there is exactly one. */
static bool play_game(struct learner *p, float rate)
{
    struct wazabi s;
    uint8_t share[GAME_SEATS_MAX];
    memset(p->count, 0, sizeof p->count);
    start(&s, p);
    const uint32_t learner = rng_below(&p->rng, s.players);
    p->greedy_seats = rng_below(&p->rng, 100) < p->greedy_percent ? ~(1u << learner) : 0;
    for (int mover; (mover = wazabi_game.mover(&s)) != GAME_OVER;) {
        if (s.phase == WAZABI_ROLL) {
            const struct wazabi_after here = {.s = s, .next = s.seat};
            for (int seat = 0; seat < s.players; seat++)
                add_sample(p, &here, seat);
        }
        wazabi_game.apply(
            &s, mover == GAME_CHANCE ? wazabi_game.sample(&s, &p->rng) : choose(p, &s, mover - 1),
            NULL);
    }
    wazabi_game.result(&s, share);
    for (int seat = 0; seat < s.players; seat++)
        learn_game(p, seat, share[seat] > 0, rate);
    return share[learner] > 0;
}

static void begin(struct net *net, struct rng *rng)
{
    for (int h = 0; h < HIDDEN; h++) {
        net->bias[h] = 0.3f;
        net->output[h] = h % 2 ? 0.5f : -0.5f;
        for (int row = 0; row < ROWS; row++)
            net->row[row][h] = ((float)rng_below(rng, 2001) - 1000) / 10000;
    }
}

static void add(struct net *sum, const struct net *net, float weight)
{
    const float *from = (const float *)net;
    float *to = (float *)sum;
    for (size_t i = 0; i < sizeof *net / sizeof(float); i++)
        to[i] += weight * (from[i] - to[i]);
}

/* The weight as a 16-bit integer in units of 1/`one`. */
static int16_t to_whole(float weight, int one)
{
    const long whole = lrint((double)weight * one);
    if (whole < INT16_MIN || whole > INT16_MAX) {
        fprintf(stderr, "wazabi_train: a weight of %g does not fit 16 bits\n", (double)weight);
        exit(1);
    }
    return (int16_t)whole;
}

/* Writes a file of data/ (agents/wazabi_net.h). */
static bool write_net(const struct net *net, uint32_t rows, FILE *out)
{
    const size_t length = sizeof(struct wazabi_net) + rows * HIDDEN * sizeof(int16_t);
    struct wazabi_net *file = memory_new(1, length);
    file->header = (struct data_header){.length = (uint32_t)length, .rows = rows};
    memcpy(file->header.magic, WAZABI_NET_MAGIC, sizeof file->header.magic);
    file->units = HIDDEN;
    file->output_bias = (int32_t)lrint(net->output_bias * WAZABI_NET_OUT_ONE * SIMD_SQUARE_ONE);
    for (int h = 0; h < HIDDEN; h++) {
        file->bias[h] = to_whole(net->bias[h], SIMD_SQUARE_ONE);
        file->output[h] = to_whole(net->output[h], WAZABI_NET_OUT_ONE);
        for (uint32_t row = 0; row < rows; row++)
            file->row[row][h] = to_whole(net->row[row][h], SIMD_SQUARE_ONE);
    }
    const bool good = fwrite(file, length, 1, out) == 1 && fflush(out) == 0;
    free(file);
    return good;
}

/* Reads what write_net wrote. */
static bool read_net(const char *path, struct net *net, uint32_t rows)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    size_t length;
    struct wazabi_net *file = files_read(path, &length, &why);
    const bool good = file && length == sizeof *file + rows * HIDDEN * sizeof(int16_t) &&
                      memcmp(file->header.magic, WAZABI_NET_MAGIC, DATA_MAGIC) == 0 &&
                      file->header.rows == rows && file->units == HIDDEN;
    if (good) {
        net->output_bias =
            (float)((double)file->output_bias / (WAZABI_NET_OUT_ONE * SIMD_SQUARE_ONE));
        for (int h = 0; h < HIDDEN; h++) {
            net->bias[h] = (float)file->bias[h] / SIMD_SQUARE_ONE;
            net->output[h] = (float)file->output[h] / WAZABI_NET_OUT_ONE;
            for (uint32_t row = 0; row < rows; row++)
                net->row[row][h] = (float)file->row[row][h] / SIMD_SQUARE_ONE;
        }
    }
    free(file);
    return good;
}

static void trial(struct learner *learner[], int threads, const struct net *net, int games)
{
    const int each = games / threads;
    int won = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : won)
    for (int i = 0; i < threads; i++) {
        const uint32_t percent = learner[i]->greedy_percent;
        learner[i]->greedy_percent = 100;
        learner[i]->trial = true;
        learner[i]->net = *net;
        for (int game = 0; game < each; game++)
            won += play_game(learner[i], 0);
        learner[i]->trial = false;
        learner[i]->greedy_percent = percent;
    }
    const double rate = won / (double)(each * threads);
    fprintf(stderr, "against greedy: %.2f %% ± %.2f\n", 100 * rate,
            196 * sqrt(rate * (1 - rate) / (each * threads)));
}

/* Trains for that many seconds, averaging the threads' networks after each round of games. `last`
 * becomes the mean of those averages over the last part of the run. */
static void train(struct learner *learner[], int threads, double seconds, struct net *last)
{
    const double began = omp_get_wtime();
    struct net now = learner[0]->net;
    int rounds = 0, averaged = 0, told = 0;
    for (double done = 0; done < 1; done = (omp_get_wtime() - began) / seconds) {
        const float rate = (float)(rate_first * pow(rate_last / rate_first, done));
#pragma omp parallel for num_threads(threads)
        for (int i = 0; i < threads; i++) {
            learner[i]->net = now;
            for (int game = 0; game < ROUND_GAMES; game++)
                play_game(learner[i], rate);
        }
        for (int i = 0; i < threads; i++)
            add(&now, &learner[i]->net, 1.0f / (float)(i + 1));
        if (done > 0.85 || averaged == 0)
            add(last, &now, 1.0f / (float)++averaged);
        rounds++;
        if (done * 10 >= told + 1) {
            told++;
            fprintf(stderr, "%d thousand games, %.0f %%, ", rounds * ROUND_GAMES / 1000 * threads,
                    100 * done);
            trial(learner, threads, &now, TRIAL_GAMES / 10);
        }
    }
}

int main(int argc, char **argv)
{
    if (argc < 6 || (strcmp(argv[1], "two") != 0 && strcmp(argv[1], "more") != 0)) {
        fprintf(stderr, "usage: wazabi_train two|more SECONDS THREADS SEED GREEDY [OLD] >NEW\n");
        return 2;
    }
    const bool two = strcmp(argv[1], "two") == 0;
    const uint32_t rows = two ? WAZABI_NET_ROWS_TWO : WAZABI_NET_ROWS;
    const int threads = atoi(argv[3]);
    struct rng rng;
    struct net mean = {0};
    struct learner **learner = memory_new((size_t)threads, sizeof *learner);
    rng_seed(&rng, strtoull(argv[4], NULL, 10));
    for (int i = 0; i < threads; i++) {
        learner[i] = memory_new(1, sizeof *learner[i]);
        learner[i]->rng = rng;
        learner[i]->two = two;
        learner[i]->greedy_percent = (uint32_t)atoi(argv[5]);
        rng_jump(&rng);
    }
    begin(&learner[0]->net, &rng);
    if (argc > 6 && !read_net(argv[6], &learner[0]->net, rows)) {
        fprintf(stderr, "wazabi_train: %s holds no network of these sizes\n", argv[6]);
        return 1;
    }
    train(learner, threads, atof(argv[2]), &mean);
    trial(learner, threads, &mean, TRIAL_GAMES);
    const bool written = write_net(&mean, rows, stdout);
    if (!written)
        perror("wazabi_train");
    for (int i = 0; i < threads; i++)
        free(learner[i]);
    free(learner);
    return written ? 0 : 1;
}
