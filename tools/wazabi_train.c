/* wazabi_train: teaches a network of agents/wazabi_value.h by play.
 *
 *     wazabi_train two|more SECONDS THREADS SEED GREEDY [OLD] >NEW
 *
 * Every seat plays the action whose position the network likes best, now and then a random one; in
 * GREEDY games of a hundred all but one are `greedy`, so that the network knows other players than
 * itself (100 makes the networks for play among greedy players). Each position of a game is then
 * drawn towards what came of it: partly the result, partly what the network said of the positions
 * in between. What came of a random action says nothing of the positions before it. `more` plays
 * three to six, with partners too; other numbers of dice are played as well. Each thread teaches a
 * network of its own; now and then all take the mean of them. OLD is a network to begin with, as
 * NEW will be. How often the network wins against `greedy`, alone at a table of two or four, is
 * told on standard error. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/wazabi_greedy.h"
#include "agents/wazabi_value.h"
#include "base/memory.h"
#include "base/simd.h"

enum { SAMPLES = 2000, HIDDEN = WAZABI_NET_HIDDEN, ROWS = WAZABI_NET_ROWS };
enum { ROUND_GAMES = 500, TRIAL_GAMES = 200000 };
enum { RANDOM_ONE_IN = 40 };
static const double lambda = 0.5, rate_first = 0.01, rate_last = 0.00005;

struct net {
    float first[HIDDEN], row[ROWS][HIDDEN], out[HIDDEN], last;
};

struct sample {
    uint16_t rows[WAZABI_NET_INPUTS];
    uint8_t count;
    bool fresh; /* the action before this one was random */
    float value;
};

/* A thread's own: its network, and the positions of a game as each seat saw them. */
struct pupil {
    struct net net;
    struct rng rng;
    uint32_t greedy_percent;
    bool two, tried;       /* two players; a trial, without learning */
    unsigned greedy_seats; /* in this game, a bit each */
    struct sample samples[WAZABI_SEATS][SAMPLES];
    size_t count[WAZABI_SEATS];
};

static float forward(const struct net *net, const struct sample *at, float sum[HIDDEN])
{
    float odds = net->last;
    memcpy(sum, net->first, sizeof net->first);
    for (int i = 0; i < at->count; i++) {
        const float *row = net->row[at->rows[i]];
        for (int h = 0; h < HIDDEN; h++)
            sum[h] += row[h];
    }
    for (int h = 0; h < HIDDEN; h++) {
        sum[h] = sum[h] < 0 ? 0 : sum[h] > 1 ? 1 : sum[h];
        odds += sum[h] * sum[h] * net->out[h];
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
        back[h] = open * sum[h] * net->out[h];
        net->out[h] += error * sum[h] * sum[h];
        net->first[h] += back[h];
    }
    net->last += error;
    for (int i = 0; i < at->count; i++) {
        float *row = net->row[at->rows[i]];
        for (int h = 0; h < HIDDEN; h++)
            row[h] += back[h];
    }
}

static void note(struct pupil *p, const struct wazabi_after *after, int seat)
{
    float sum[HIDDEN];
    if (p->tried || p->greedy_seats >> seat & 1 || p->count[seat] == SAMPLES)
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

static size_t best_by_net(struct pupil *p, const struct wazabi *s, int seat,
                          const game_action actions[], size_t count)
{
    int odds[GAME_ACTIONS_MAX];
    wazabi_judge_actions_by(net_odds, &p->net, s, seat, actions, count, odds);
    return wazabi_highest(odds, count);
}

static game_action choose(struct pupil *p, const struct wazabi *s, int seat)
{
    game_action actions[GAME_ACTIONS_MAX];
    const size_t count = wazabi_game.actions(s, seat + 1, actions);
    size_t best = 0;
    if (p->greedy_seats >> seat & 1)
        return wazabi_greedy_choice(s, seat, actions, count);
    const bool random = !p->tried && count > 1 && rng_below(&p->rng, RANDOM_ONE_IN) == 0;
    if (random)
        best = rng_below(&p->rng, (uint32_t)count);
    else if (count > 1)
        best = best_by_net(p, s, seat, actions, count);
    if (s->phase == WAZABI_PLAY || s->phase == WAZABI_KEEP) { /* the turn is done */
        struct wazabi_after after;
        wazabi_look_ahead(s, seat, actions[best], &after);
        if (!after.won)
            note(p, &after, seat);
    }
    if (random && p->count[seat] > 0)
        p->samples[seat][p->count[seat] - 1].fresh = true;
    return actions[best];
}

static void start(struct wazabi *s, struct pupil *p)
{
    static const int players[] = {3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 6, 6, 6, 4, 6};
    const uint32_t kind = rng_below(&p->rng, 20);
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct game_settings settings;
    game_defaults(&wazabi_game, &settings);
    settings.players = p->two ? 2 : p->tried ? 4 : players[kind];
    if (kind >= 18 && !p->two && !p->tried)
        game_set(&wazabi_game, &settings, span_of("teams"), span_of("on"), &reason);
    if (!wazabi_game.start(s, &settings, &reason))
        exit(1);
    if (!p->tried && rng_below(&p->rng, 6) == 0) { /* other numbers of dice */
        for (int seat = 0; seat < s->players; seat++)
            s->dice[seat] = (uint8_t)(1 + rng_below(&p->rng, (uint32_t)(WAZABI_DICE / s->players)));
    }
}

/* Backwards, each position towards a mixture of the result and what was thought in between. */
static void learn_game(struct pupil *p, int seat, bool won, float rate)
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

/* Whether the seat that is not greedy won, where there is only one. */
static bool play_game(struct pupil *p, float rate)
{
    struct wazabi s;
    uint8_t share[GAME_SEATS_MAX];
    memset(p->count, 0, sizeof p->count);
    start(&s, p);
    const uint32_t pupil = rng_below(&p->rng, s.players);
    p->greedy_seats = rng_below(&p->rng, 100) < p->greedy_percent ? ~(1u << pupil) : 0;
    for (int mover; (mover = wazabi_game.mover(&s)) != GAME_OVER;) {
        if (s.phase == WAZABI_ROLL) {
            const struct wazabi_after here = {.s = s, .next = s.seat};
            for (int seat = 0; seat < s.players; seat++)
                note(p, &here, seat);
        }
        wazabi_game.apply(
            &s, mover == GAME_CHANCE ? wazabi_game.sample(&s, &p->rng) : choose(p, &s, mover - 1),
            NULL);
    }
    wazabi_game.result(&s, share);
    for (int seat = 0; seat < s.players; seat++)
        learn_game(p, seat, share[seat] > 0, rate);
    return share[pupil] > 0;
}

static void begin(struct net *net, struct rng *rng)
{
    for (int h = 0; h < HIDDEN; h++) {
        net->first[h] = 0.3f;
        net->out[h] = h % 2 ? 0.5f : -0.5f;
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

static void print_row(const float row[HIDDEN], double one, const char *end)
{
    for (int h = 0; h < HIDDEN; h++)
        printf("%s%ld", h ? "," : "{", lrint(row[h] * one));
    printf("}%s\n", end);
}

static void print_net(const struct net *mean, int rows)
{
    puts("/* Made by tools/wazabi_train: see wazabi_net */\n/* clang-format off */\n.first =");
    print_row(mean->first, SIMD_SQUARE_ONE, ",");
    puts(".out =");
    print_row(mean->out, WAZABI_NET_OUT_ONE, ",");
    printf(".last = %ld,\n.row = {\n", lrint(mean->last * WAZABI_NET_OUT_ONE * SIMD_SQUARE_ONE));
    for (int row = 0; row < rows; row++)
        print_row(mean->row[row], SIMD_SQUARE_ONE, ",");
    puts("},\n/* clang-format on */");
}

static bool read_row(FILE *in, float row[HIDDEN], double one)
{
    long number;
    for (int h = 0; h < HIDDEN; h++) {
        if (fscanf(in, h ? ",%ld" : " {%ld", &number) != 1)
            return false;
        row[h] = (float)((double)number / one);
    }
    return fscanf(in, "},") == 0;
}

/* What print_net wrote. */
static bool read_net(const char *path, struct net *net, int rows)
{
    FILE *in = fopen(path, "r");
    long number = 0;
    if (!in)
        return false;
    bool good = fscanf(in, "%*[^.].first =") == 0 && read_row(in, net->first, SIMD_SQUARE_ONE) &&
                fscanf(in, " .out =") == 0 && read_row(in, net->out, WAZABI_NET_OUT_ONE) &&
                fscanf(in, " .last = %ld, .row = {", &number) == 1;
    net->last = (float)((double)number / (WAZABI_NET_OUT_ONE * SIMD_SQUARE_ONE));
    for (int row = 0; good && row < rows; row++)
        good = read_row(in, net->row[row], SIMD_SQUARE_ONE);
    fclose(in);
    return good;
}

static void trial(struct pupil *pupil[], int threads, const struct net *net, int games)
{
    const int each = games / threads;
    int won = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : won)
    for (int i = 0; i < threads; i++) {
        const uint32_t percent = pupil[i]->greedy_percent;
        pupil[i]->greedy_percent = 100;
        pupil[i]->tried = true;
        pupil[i]->net = *net;
        for (int game = 0; game < each; game++)
            won += play_game(pupil[i], 0);
        pupil[i]->tried = false;
        pupil[i]->greedy_percent = percent;
    }
    const double rate = won / (double)(each * threads);
    fprintf(stderr, "against greedy: %.2f %% ± %.2f\n", 100 * rate,
            196 * sqrt(rate * (1 - rate) / (each * threads)));
}

/* So many rounds of play on each thread, and the mean after each. `last` becomes the mean of the
 * means of the run's last part. */
static void teach(struct pupil *pupil[], int threads, double seconds, struct net *last)
{
    const double began = omp_get_wtime();
    struct net now = pupil[0]->net;
    int rounds = 0, averaged = 0, told = 0;
    for (double done = 0; done < 1; done = (omp_get_wtime() - began) / seconds) {
        const float rate = (float)(rate_first * pow(rate_last / rate_first, done));
#pragma omp parallel for num_threads(threads)
        for (int i = 0; i < threads; i++) {
            pupil[i]->net = now;
            for (int game = 0; game < ROUND_GAMES; game++)
                play_game(pupil[i], rate);
        }
        for (int i = 0; i < threads; i++)
            add(&now, &pupil[i]->net, 1.0f / (float)(i + 1));
        if (done > 0.85 || averaged == 0)
            add(last, &now, 1.0f / (float)++averaged);
        rounds++;
        if (done * 10 >= told + 1) {
            told++;
            fprintf(stderr, "%d thousand games, %.0f %%, ", rounds * ROUND_GAMES / 1000 * threads,
                    100 * done);
            trial(pupil, threads, &now, TRIAL_GAMES / 10);
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
    const int threads = atoi(argv[3]);
    struct rng rng;
    struct net mean = {0};
    struct pupil **pupil = memory_new((size_t)threads, sizeof *pupil);
    rng_seed(&rng, strtoull(argv[4], NULL, 10));
    for (int i = 0; i < threads; i++) {
        pupil[i] = memory_new(1, sizeof *pupil[i]);
        pupil[i]->rng = rng;
        pupil[i]->two = two;
        pupil[i]->greedy_percent = (uint32_t)atoi(argv[5]);
        rng_jump(&rng);
    }
    begin(&pupil[0]->net, &rng);
    if (argc > 6 && !read_net(argv[6], &pupil[0]->net, two ? WAZABI_NET_ROWS_TWO : ROWS)) {
        fprintf(stderr, "wazabi_train: %s holds no network of these sizes\n", argv[6]);
        return 1;
    }
    teach(pupil, threads, atof(argv[2]), &mean);
    trial(pupil, threads, &mean, TRIAL_GAMES);
    print_net(&mean, two ? WAZABI_NET_ROWS_TWO : WAZABI_NET_ROWS);
    for (int i = 0; i < threads; i++)
        free(pupil[i]);
    free(pupil);
    return 0;
}
