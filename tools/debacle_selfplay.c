/* debacle_selfplay: plays rounds of Débâcle against itself and writes what tools/debacle_train.py
 * learns from: positions, what the search thought of them, and how their rounds ended.
 *
 *     debacle_selfplay ROUNDS NODES SEED linear|net FILE
 *
 * Scores before the round are random; the target is what the scores after it are worth. Some
 * actions are random, to reach positions that good play avoids; positions before a random action do
 * not learn from what came after it. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/debacle_search.h"
#include "base/memory.h"

enum { OPENING = 10, RANDOM_ONE_IN = 60, KEEP_ONE_IN = 3, ROUND_MAX = 20000 };
static const double lambda = 0.98; /* how much of a target comes from later positions */

/* One position, as bytes in the file: the trainer knows this layout. */
struct sample {
    uint16_t own[DEBACLE_NET_INPUTS], other[DEBACLE_NET_INPUTS]; /* padded with ROWS */
    int8_t column[24];
    float value, target;     /* the search's value; that mixed with later ones: -1 to 1 */
    float score_odds;        /* log-odds by the scores alone */
    uint8_t points[2];       /* held now by the side to move and the other … */
    uint8_t final_points[2]; /* … and at the end of the round */
    uint8_t captures[2];
    uint8_t ended_by; /* 1: five captures, 0: repetition or a limit */
    uint8_t side;
};

_Static_assert(DEBACLE_COLUMNS <= 24, "the columns fit");

static void describe(const struct debacle *s, struct sample *out)
{
    int column[DEBACLE_COLUMNS];
    uint16_t *const list[2] = {out->own, out->other};
    memset(out, 0, sizeof *out);
    for (int other = 0; other < 2; other++) {
        const size_t n = debacle_net_inputs(s, s->side ^ other, list[other]);
        for (size_t i = n; i < DEBACLE_NET_INPUTS; i++)
            list[other][i] = DEBACLE_NET_ROWS;
        out->points[other] = (uint8_t)debacle_points(s, s->side ^ other);
        out->captures[other] = s->captures[s->side ^ other];
    }
    debacle_columns(s, column);
    for (int i = 0; i < DEBACLE_COLUMNS; i++)
        out->column[i] = (int8_t)column[i];
    out->score_odds = (float)debacle_score_odds(s) / 1000;
    out->side = s->side;
}

static void start(struct debacle *s, struct rng *rng, struct game_history *trail)
{
    struct game_settings settings;
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    game_defaults(&debacle_game, &settings);
    if (!game_set(&debacle_game, &settings, span_of("setup"), span_of("random"), &reason) ||
        !debacle_game.start(s, &settings, &reason))
        exit(1);
    debacle_game.apply(s, debacle_game.sample(s, rng), trail);
    if (rng_below(rng, 3) > 0) {
        s->score[0] = (uint16_t)rng_below(rng, s->target);
        s->score[1] = (uint16_t)rng_below(rng, s->target);
    }
}

/* From the last position to the first: a target is a mixture of the search's value of the position
 * and the next position's target. `cut`: a random action was played there. */
static void set_targets(struct sample at[], size_t count, const bool cut[],
                        const struct debacle *last, bool five)
{
    double red = (double)debacle_round_value(last, DEBACLE_RED) / DEBACLE_WON;
    for (size_t i = count; i-- > 0;) {
        const int sign = at[i].side == DEBACLE_RED ? 1 : -1;
        red = cut[i] ? sign * at[i].value : (1 - lambda) * sign * at[i].value + lambda * red;
        at[i].target = (float)(sign * red);
        for (int other = 0; other < 2; other++)
            at[i].final_points[other] = (uint8_t)debacle_points(last, at[i].side ^ other);
        at[i].ended_by = five;
    }
}

/* Plays one round from a random set-up and a random opening. Returns the number of positions. */
static size_t play_round(struct debacle_searcher *searcher, const struct debacle_limits *limits,
                         struct rng *rng, struct sample out[], bool cut[])
{
    struct game_history trail = {0};
    struct debacle s, before;
    size_t count = 0;
    bool five = false;
    start(&s, rng, &trail);
    for (int step = 0; s.rounds == 0; step++) {
        game_action list[GAME_ACTIONS_MAX];
        const size_t legal = debacle_list(&s, list);
        const bool wild = step < OPENING || rng_below(rng, RANDOM_ONE_IN) == 0;
        game_action action = list[rng_below(rng, (uint32_t)legal)];
        if (step >= OPENING && legal > 1 && count < ROUND_MAX) {
            struct debacle_answer answer;
            debacle_search(searcher, &s, &trail, limits, &answer);
            action = wild ? action : answer.line[0];
            describe(&s, &out[count]);
            out[count].value = (float)answer.value / DEBACLE_WON;
            cut[count++] = wild;
        }
        before = s;
        five = debacle_make(&before, action);
        debacle_game.apply(&s, action, &trail);
    }
    game_history_free(&trail);
    set_targets(out, count, cut, &before, five);
    return count;
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        fprintf(stderr, "usage: debacle_selfplay ROUNDS NODES SEED linear|net FILE\n");
        return 2;
    }
    const int rounds = atoi(argv[1]);
    const struct debacle_limits limits = {.depth = DEBACLE_PLY_MAX / 2,
                                          .nodes = strtoull(argv[2], NULL, 10),
                                          .linear = strcmp(argv[4], "linear") == 0};
    const uint64_t seed = strtoull(argv[3], NULL, 10);
    FILE *file = fopen(argv[5], "wb");
    size_t written = 0, seen = 0;
    int done = 0, fives = 0;
    if (!file) {
        perror(argv[5]);
        return 1;
    }
#pragma omp parallel
    {
        struct debacle_searcher *searcher = debacle_searcher_new(10, 1);
        struct sample *positions = memory_new(ROUND_MAX, sizeof *positions);
        bool *cut = memory_new(ROUND_MAX, sizeof *cut);
#pragma omp for schedule(dynamic)
        for (int round = 0; round < rounds; round++) {
            struct rng rng;
            rng_seed(&rng, seed * 1000003 + (uint64_t)round);
            const size_t count = play_round(searcher, &limits, &rng, positions, cut);
#pragma omp critical
            {
                for (size_t i = rng_below(&rng, KEEP_ONE_IN); i < count; i += KEEP_ONE_IN)
                    written += fwrite(&positions[i], sizeof positions[i], 1, file);
                seen += count;
                fives += count > 0 && positions[0].ended_by;
                if (++done % 500 == 0 || done == rounds)
                    fprintf(stderr,
                            "%d of %d rounds, %zu positions a round, %d ended by five captures, "
                            "%zu written\n",
                            done, rounds, seen / (size_t)done, fives, written);
            }
        }
        debacle_searcher_free(searcher);
        free(positions);
        free(cut);
    }
    return fclose(file) == 0 ? 0 : 1;
}
