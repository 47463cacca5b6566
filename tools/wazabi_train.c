/* wazabi_train: teaches the network of agents/wazabi_value.h by playing against itself.
 *
 *     wazabi_train SECONDS THREADS SEED GREEDY >agents/wazabi_net_weights.h
 *
 * Every seat plays the action whose position the network likes best, now and then a random one; in
 * GREEDY games of a hundred all but one are `greedy`, so that the network knows other players than
 * itself. Each position of a game is then drawn towards what came of it: mostly
 * the result, a little what the network said of the positions in between. All numbers of players,
 * partners, and other numbers of dice are played. Each thread teaches a network of its own; now
 * and then all take the mean of them. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "agents/wazabi_value.h"
#include "base/memory.h"

enum { SAMPLES = 4000, HIDDEN = WAZABI_NET_HIDDEN, ROWS = WAZABI_NET_ROWS, RANDOM_ONE_IN = 40 };
enum { ROUND_GAMES = 500 };
static const float lambda = 0.8f, out_most = 1.98f;

struct net {
    float first[HIDDEN], row[ROWS][HIDDEN], out[HIDDEN], last;
};

struct sample {
    uint16_t rows[WAZABI_NET_INPUTS];
    uint8_t count;
    float value;
};

/* A thread's own: its network, and the positions of a game as each seat saw them. */
struct pupil {
    struct net net;
    struct rng rng;
    struct bot greedy;
    uint32_t greedy_percent;
    unsigned greedy_seats; /* in this game, a bit each */
    struct sample samples[WAZABI_SEATS][SAMPLES];
    size_t count[WAZABI_SEATS];
};

static float forward(const struct net *net, const struct sample *at, float sum[HIDDEN])
{
    float odds = net->last;
    memcpy(sum, net->first, sizeof net->first);
    for (int i = 0; i < at->count; i++) {
        for (int h = 0; h < HIDDEN; h++)
            sum[h] += net->row[at->rows[i]][h];
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
        const bool open = sum[h] > 0 && sum[h] < 1;
        back[h] = open ? error * 2 * sum[h] * net->out[h] : 0;
        net->out[h] += error * sum[h] * sum[h];
        net->out[h] = fminf(fmaxf(net->out[h], -out_most), out_most);
        net->first[h] += back[h];
    }
    net->last += error;
    for (int i = 0; i < at->count; i++) {
        for (int h = 0; h < HIDDEN; h++)
            net->row[at->rows[i]][h] += back[h];
    }
}

static void note(struct pupil *p, const struct wazabi_after *after, int seat)
{
    float sum[HIDDEN];
    if (p->count[seat] == SAMPLES)
        return;
    struct sample *at = &p->samples[seat][p->count[seat]++];
    at->count = (uint8_t)wazabi_net_inputs(after, seat, at->rows);
    at->value = chance(forward(&p->net, at, sum));
}

static game_action choose(struct pupil *p, const struct wazabi *s, int seat)
{
    game_action actions[GAME_ACTIONS_MAX];
    const size_t count = wazabi_game.actions(s, seat + 1, actions);
    if (count == 1)
        return actions[0];
    size_t best = rng_below(&p->rng, (uint32_t)count);
    struct wazabi_after after;
    if (p->greedy_seats >> seat & 1) {
        const struct agent_turn turn = {
            .view = s, .seat = seat + 1, .actions = actions, .count = count};
        const game_action action = p->greedy.agent->choose(&p->greedy, &turn, &p->rng);
        for (best = 0; actions[best] != action;)
            best++;
    } else if (rng_below(&p->rng, RANDOM_ONE_IN) > 0) {
        float most = -1e9f;
        for (size_t i = 0; i < count; i++) {
            struct sample at;
            float sum[HIDDEN];
            wazabi_look_ahead(s, seat, actions[i], &after);
            at.count = (uint8_t)wazabi_net_inputs(&after, seat, at.rows);
            const float odds = after.won ? 1e8f : forward(&p->net, &at, sum);
            if (odds > most) {
                most = odds;
                best = i;
            }
        }
    }
    wazabi_look_ahead(s, seat, actions[best], &after);
    if (!after.won)
        note(p, &after, seat);
    return actions[best];
}

static void start(struct wazabi *s, struct rng *rng)
{
    static const int players[] = {2, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5, 6, 6, 4, 6};
    const uint32_t kind = rng_below(rng, 20);
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct game_settings settings;
    game_presets(&wazabi_game, &settings);
    settings.players = players[kind];
    if (kind >= 18)
        game_set(&wazabi_game, &settings, span_of("teams"), span_of("on"), &reason);
    if (!wazabi_game.start(s, &settings, &reason))
        exit(1);
    if (rng_below(rng, 6) == 0) { /* other numbers of dice */
        for (int seat = 0; seat < s->players; seat++)
            s->dice[seat] = (uint8_t)(1 + rng_below(rng, (uint32_t)(WAZABI_DICE / s->players)));
    }
}

static void play_game(struct pupil *p, float rate)
{
    struct wazabi s;
    uint8_t share[GAME_SEATS_MAX];
    memset(p->count, 0, sizeof p->count);
    start(&s, &p->rng);
    p->greedy_seats = 0;
    if (rng_below(&p->rng, 100) < p->greedy_percent)
        p->greedy_seats = ~(1u << rng_below(&p->rng, s.players));
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
    for (int seat = 0; seat < s.players; seat++) {
        if (p->greedy_seats >> seat & 1)
            continue; /* what a position is worth to greedy is another matter */
        float target = share[seat] > 0;
        for (size_t i = p->count[seat]; i-- > 0;) {
            learn(&p->net, &p->samples[seat][i], target, rate);
            target = lambda * target + (1 - lambda) * p->samples[seat][i].value;
        }
    }
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

static void print_row(const float row[HIDDEN], double one)
{
    for (int h = 0; h < HIDDEN; h++)
        printf("%s%ld", h ? "," : "", lrint(row[h] * one));
}

static void print_net(const struct net *mean)
{
    puts(
        "/* wazabi_net_weights.h: made by tools/wazabi_train.c from self-play. */\n"
        "#ifndef CORNET_AGENTS_WAZABI_NET_WEIGHTS_H\n#define CORNET_AGENTS_WAZABI_NET_WEIGHTS_H\n\n"
        "#include <stdint.h>\n\n/* clang-format off */");
    printf("static const int16_t wazabi_net_first[%d] = {\n", HIDDEN);
    print_row(mean->first, 255);
    printf("};\nstatic const int16_t wazabi_net_row[%d][%d] = {\n", ROWS, HIDDEN);
    for (int row = 0; row < ROWS; row++) {
        printf("{");
        print_row(mean->row[row], 255);
        puts("},");
    }
    printf("};\nstatic const int16_t wazabi_net_out[%d] = {\n", HIDDEN);
    print_row(mean->out, 64);
    printf("};\nstatic const int32_t wazabi_net_last = %ld;\n", lrint(mean->last * 64 * 255));
    puts("/* clang-format on */\n\n#endif");
}

/* So many rounds of play on each thread, and the mean after each. `last` becomes the mean of the
 * means of the run's last part. */
static void teach(struct pupil *pupil[], int threads, double seconds, struct net *last)
{
    const double began = omp_get_wtime();
    struct net now = pupil[0]->net;
    int rounds = 0, averaged = 0;
    for (double done = 0; done < 1; done = (omp_get_wtime() - began) / seconds) {
        const float rate = (float)(0.02 * pow(0.01, done));
#pragma omp parallel for num_threads(threads)
        for (int i = 0; i < threads; i++) {
            pupil[i]->net = now;
            for (int game = 0; game < ROUND_GAMES; game++)
                play_game(pupil[i], rate);
        }
        for (int i = 0; i < threads; i++)
            add(&now, &pupil[i]->net, 1.0f / (float)(i + 1));
        if (done > 0.8)
            add(last, &now, 1.0f / (float)++averaged);
        if (++rounds % 50 == 0)
            fprintf(stderr, "%d games, %.0f %%\n", rounds * ROUND_GAMES * threads, 100 * done);
    }
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: wazabi_train SECONDS THREADS SEED GREEDY"
                        " >agents/wazabi_net_weights.h\n");
        return 2;
    }
    const int threads = atoi(argv[2]);
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct rng rng;
    struct net mean = {0};
    struct pupil **pupil = memory_new((size_t)threads, sizeof *pupil);
    rng_seed(&rng, strtoull(argv[3], NULL, 10));
    for (int i = 0; i < threads; i++) {
        pupil[i] = memory_new(1, sizeof *pupil[i]);
        pupil[i]->rng = rng;
        pupil[i]->greedy_percent = (uint32_t)atoi(argv[4]);
        rng_jump(&rng);
        if (!bot_open(&pupil[i]->greedy, &wazabi_game, span_of("greedy"), &reason))
            return 1;
    }
    begin(&pupil[0]->net, &rng);
    teach(pupil, threads, atof(argv[1]), &mean);
    print_net(&mean);
    for (int i = 0; i < threads; i++)
        free(pupil[i]);
    free(pupil);
    return 0;
}
