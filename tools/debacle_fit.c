/* debacle_fit: plays rounds of Débâcle against itself, fits the weights of the evaluation to who
 * won them by logistic regression, counts how rounds end, and prints agents/debacle_weights.h anew.
 *
 *     build/default/tools/debacle_fit [ROUNDS [NODES]] >new.h && mv new.h agents/debacle_weights.h
 */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/debacle_search.h"
#include "base/memory.h"
#include "games/debacle.h"

/* The features, three for the moves left, and the two of threats. */
enum { MOVES = DEBACLE_FEATURES, FIRST = MOVES + 3, SECOND, COLUMNS };
enum { OPENING = 8, ROUND_POSITIONS = 60, POINTS = 40 };

struct sample {
    int8_t x[COLUMNS];
    int8_t side;
    float won; /* by the side to move: 1, 0, or a half */
};

struct samples {
    struct sample *at;
    size_t count, room;
};

static void describe(const struct debacle *s, struct sample *out)
{
    int own[DEBACLE_FEATURES], other[DEBACLE_FEATURES];
    memset(out, 0, sizeof *out);
    debacle_features(s, s->side, own);
    debacle_features(s, !s->side, other);
    for (int i = 0; i < DEBACLE_FEATURES; i++)
        out->x[i] = (int8_t)(own[i] - other[i]);
    out->x[MOVES + (s->moves > 2 ? 2 : s->moves)] = 1;
    out->x[FIRST] = s->moves > 0 && own[DEBACLE_F_THREATS] > 0;
    out->x[SECOND] = other[DEBACLE_F_THREATS] > 1;
    out->side = (int8_t)s->side;
}

/* One round from a random set-up and a random opening. Returns how many positions it gave. */
static size_t play_round(struct debacle_searcher *searcher, uint64_t nodes, struct rng *rng,
                         struct sample out[], int end[2])
{
    const struct debacle_limits limits = {.depth = DEBACLE_PLY_MOST / 2, .nodes = nodes};
    struct game_settings settings;
    struct game_side trail = {0};
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct debacle s, before;
    size_t seen = 0;
    game_presets(&debacle_game, &settings);
    if (!game_set(&debacle_game, &settings, span_of("setup"), span_of("random"), &reason) ||
        !debacle_game.start(&s, &settings, &reason))
        exit(1);
    debacle_game.apply(&s, debacle_game.sample(&s, rng), &trail);
    for (int step = 0; s.rounds == 0; step++) {
        game_action list[GAME_ACTIONS_MAX];
        const size_t legal = debacle_list(&s, list);
        game_action action = list[rng_below(rng, (uint32_t)legal)];
        if (step >= OPENING && legal > 1) {
            struct debacle_answer answer;
            debacle_search(searcher, &s, &trail, &limits, &answer);
            action = answer.line[0];
            /* A long round would drown the others: of all its positions, so many at random. */
            const size_t place = seen < ROUND_POSITIONS ? seen : rng_below(rng, (uint32_t)seen + 1);
            if (!s.owed && !s.bounce && place < ROUND_POSITIONS)
                describe(&s, &out[place]);
            seen += !s.owed && !s.bounce;
        }
        before = s;
        debacle_make(&before, action);
        debacle_game.apply(&s, action, &trail);
    }
    game_side_free(&trail);
    end[0] = debacle_points(&before, 0);
    end[1] = debacle_points(&before, 1);
    const size_t count = seen < ROUND_POSITIONS ? seen : ROUND_POSITIONS;
    for (size_t i = 0; i < count; i++)
        out[i].won = end[0] == end[1] ? 0.5f : (end[out[i].side] > end[!out[i].side]);
    return count;
}

/* Gradient descent with a little weight decay; the features are scaled by their spread. */
static void fit(const struct samples *samples, double weight[COLUMNS])
{
    double spread[COLUMNS] = {0}, step[COLUMNS] = {0};
    for (size_t i = 0; i < samples->count; i++) {
        for (int c = 0; c < COLUMNS; c++)
            spread[c] += samples->at[i].x[c] * samples->at[i].x[c];
    }
    for (int c = 0; c < COLUMNS; c++) {
        spread[c] = sqrt(spread[c] / (double)samples->count) + 1e-3;
        weight[c] = 0;
    }
    for (int round = 0; round < 400; round++) {
        double slope[COLUMNS] = {0}, loss = 0;
#pragma omp parallel for reduction(+ : slope[:COLUMNS], loss)
        for (size_t i = 0; i < samples->count; i++) {
            const struct sample *sample = &samples->at[i];
            double sum = 0;
            for (int c = 0; c < COLUMNS; c++)
                sum += weight[c] * sample->x[c] / spread[c];
            const double chance = 1 / (1 + exp(-sum)), off = sample->won - chance;
            loss -= sample->won * log(chance + 1e-9) + (1 - sample->won) * log(1 - chance + 1e-9);
            for (int c = 0; c < COLUMNS; c++)
                slope[c] += off * sample->x[c] / spread[c];
        }
        for (int c = 0; c < COLUMNS; c++) {
            step[c] = 0.9 * step[c] + 0.4 * (slope[c] / (double)samples->count - 1e-4 * weight[c]);
            weight[c] += step[c];
        }
        if (round % 100 == 99)
            fprintf(stderr, "round %d of the fit: loss %.5f\n", round + 1,
                    loss / (double)samples->count);
    }
    for (int c = 0; c < COLUMNS; c++)
        weight[c] = 100 * weight[c] / spread[c];
}

static const char *const names[DEBACLE_FEATURES] = {
    "CAPTURE_1", "CAPTURE_2", "CAPTURE_3", "CAPTURE_4", "HELD",    "VALUE_1",
    "VALUE_2",   "VALUE_3",   "VALUE_4",   "VALUE_5",   "VALUE_6", "THREATS",
    "TWICE",     "NEAR",      "FORWARD",   "ALIKE",     "BONUS",   "MOBILITY"};

static void print_header(const double weight[COLUMNS], const unsigned ends[POINTS][POINTS],
                         unsigned decided)
{
    puts("/* debacle_weights.h: what self-play has taught the engine. "
         "`build/default/tools/debacle_fit`"
         "\n * prints this file anew; docs/debacle-engine.md says how. */\n"
         "#ifndef CORNET_AGENTS_DEBACLE_WEIGHTS_H\n#define CORNET_AGENTS_DEBACLE_WEIGHTS_H\n\n"
         "#include \"agents/debacle_eval.h\"\n\n"
         "/* Log-odds of winning the round, in hundredths, for each feature that one side has more "
         "of. "
         "*/\nstatic const int debacle_weight[DEBACLE_FEATURES] = {");
    for (int i = 0; i < DEBACLE_FEATURES; i++)
        printf("    [DEBACLE_F_%s] = %ld,\n", names[i], lrint(weight[i]));
    printf("};\n\n/* For the side to move, by the moves it has left. */\n"
           "static const int debacle_to_move[3] = {%ld, %ld, %ld};\n"
           "static const int debacle_first_threat = %ld;\n"
           "static const int debacle_second_threat = %ld;\n\n",
           lrint(weight[MOVES]), lrint(weight[MOVES + 1]), lrint(weight[MOVES + 2]),
           lrint(weight[FIRST]), -lrint(weight[SECOND]));
    puts("/* How rounds end: the points of whoever got more, of the other side, and how often. */\n"
         "static const struct {\n    int winner, loser;\n    double share;\n} debacle_outcome[] = "
         "{");
    for (int winner = 0; winner < POINTS; winner += 4) { /* in blocks of four points */
        for (int loser = 0; loser < POINTS; loser += 4) {
            unsigned count = 0;
            double w = 0, l = 0;
            for (int i = 0; i < 16; i++) {
                const unsigned n = ends[winner + i / 4][loser + i % 4];
                count += n;
                w += n * (winner + i / 4);
                l += n * (loser + i % 4);
            }
            if (count * 200 > decided)
                printf("    {%ld, %ld, %.4f},\n", lrint(w / count), lrint(l / count),
                       (double)count / decided);
        }
    }
    puts("};\nenum { DEBACLE_OUTCOMES = sizeof debacle_outcome / sizeof *debacle_outcome "
         "};\n\n#endif");
}

int main(int argc, char **argv)
{
    const int rounds = argc > 1 ? atoi(argv[1]) : 4000;
    const uint64_t nodes = argc > 2 ? strtoull(argv[2], NULL, 10) : 500;
    struct samples samples = {0};
    static unsigned ends[POINTS][POINTS];
    unsigned decided = 0;
    double weight[COLUMNS];
#pragma omp parallel
    {
        struct debacle_searcher *searcher = debacle_searcher_new(12);
        struct sample *positions = memory_new(ROUND_POSITIONS, sizeof *positions);
#pragma omp for schedule(dynamic)
        for (int round = 0; round < rounds; round++) {
            struct rng rng;
            int end[2];
            rng_seed(&rng, (uint64_t)round + 1);
            const size_t count = play_round(searcher, nodes, &rng, positions, end);
#pragma omp critical
            {
                if (samples.count + count > samples.room) {
                    samples.room = 2 * samples.room + count;
                    samples.at = memory_resize(samples.at, samples.room, sizeof *samples.at);
                }
                memcpy(samples.at + samples.count, positions, count * sizeof *positions);
                samples.count += count;
                if (end[0] != end[1]) {
                    ends[end[0] > end[1] ? end[0] : end[1]][end[0] > end[1] ? end[1] : end[0]]++;
                    decided++;
                }
                if (round % 500 == 499)
                    fprintf(stderr, "%d of %d rounds, %zu positions, %u decided\n", round + 1,
                            rounds, samples.count, decided);
            }
        }
        debacle_searcher_free(searcher);
        free(positions);
    }
    fit(&samples, weight);
    print_header(weight, ends, decided);
    free(samples.at);
    return 0;
}
