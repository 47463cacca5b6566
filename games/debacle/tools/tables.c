/* debacle_tables: prints the constant tables of Débâcle as C, while the library is built: `keys`
 * for games/debacle/rules.c, `chances` for games/debacle/bot_eval.c. */
#include <stdlib.h>

#include "base/data.h"
#include "base/files.h"
#include "base/rng.h"
#include "games/debacle/bot_chance.h"
#include "games/debacle/rules.h"
#include "tools/print_table.h"

static void print_keys(void)
{
    struct rng rng;
    rng_seed(&rng, 0x64656261636c65u); /* any fixed number: keys are the same everywhere */
    printf("#include \"games/debacle/rules_make.h\"\n\n"
           "const uint64_t debacle_square_key[2][DEBACLE_VALUES][DEBACLE_SQUARES] = {\n");
    for (int side = 0; side < 2; side++) {
        printf("{");
        for (int value = 0; value < DEBACLE_VALUES; value++) {
            printf("{\n");
            for (int square = 0; square < DEBACLE_SQUARES; square++)
                printf("0x%" PRIx64 ",\n", rng_next(&rng));
            printf("},");
        }
        printf("},\n");
    }
    printf("};\n");
}

/* ---- the chance of winning the game by scores ---- */

static const char rounds_file[] =
    "games/debacle/data/debacle-rounds.table"; /* how rounds of self-play ended */

struct outcome {
    uint8_t winner, loser; /* points of the side that took five dice, and of the other */
    uint16_t share;        /* of all rounds, in ten-thousandths */
};

struct rounds {
    struct data_header header;
    struct outcome row[];
};

static struct rounds *read_rounds(void)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    size_t length;
    struct rounds *rounds = files_read(rounds_file, &length, &why);
    if (!rounds) {
        fprintf(stderr, "debacle_tables: %s\n", buffer);
        exit(1);
    }
    if (length < sizeof *rounds || memcmp(rounds->header.magic, "dbc-rnd1", 8) != 0 ||
        rounds->header.length != length ||
        length != sizeof *rounds + rounds->header.rows * sizeof *rounds->row) {
        fprintf(stderr, "debacle_tables: %s is not a table of rounds\n", rounds_file);
        exit(1);
    }
    return rounds;
}

enum { NEEDS = DEBACLE_TABLE_TARGET + 1 };
static float chance_by_need[NEEDS][NEEDS];
static int16_t odds_by_need[NEEDS][NEEDS];

/* The chance of the side that needs `a` points, if the other needs `b`. */
static double chance_of(const struct rounds *rounds, int a, int b)
{
    double chance = 0;
    for (uint32_t i = 0; i < rounds->header.rows; i++) {
        const int won = rounds->row[i].winner, lost = rounds->row[i].loser;
        const double share = rounds->row[i].share / 10000.0;
        for (int side = 0; side < 2; side++) {
            const int x = a - (side ? lost : won), y = b - (side ? won : lost);
            const double then = x > 0 && y > 0 ? chance_by_need[x][y] : x == y ? 0.5 : x < y;
            chance += then * share / 2;
        }
    }
    return chance;
}

/* Assumes that rounds are independent and end as those of self-play did. */
static void make_chances(void)
{
    struct rounds *rounds = read_rounds();
    for (int sum = 2; sum <= 2 * DEBACLE_TABLE_TARGET; sum++) { /* needs, smallest first */
        for (int a = 1; a < sum; a++) {
            const int b = sum - a;
            if (a > DEBACLE_TABLE_TARGET || b > DEBACLE_TABLE_TARGET)
                continue;
            const double chance = chance_of(rounds, a, b);
            chance_by_need[a][b] = (float)chance;
            odds_by_need[a][b] = (int16_t)lrint(1000 * log((chance + 1e-3) / (1 - chance + 1e-3)));
        }
    }
    free(rounds);
}

static void print_chances(void)
{
    make_chances();
    printf("#include \"games/debacle/bot_chance.h\"\n\n#include <stdint.h>\n\n"
           "enum { NEEDS = DEBACLE_TABLE_TARGET + 1 };\n\n"
           "/* By what both sides still need, in parts of the target: the first side's chance of\n"
           " * winning; and the same as log-odds, in thousandths. */\n"
           "static const float chance_by_need[NEEDS][NEEDS] = {");
    for (int i = 0; i < NEEDS * NEEDS; i++) {
        printf("%s", i % NEEDS ? "" : i ? "},\n{" : "\n{");
        printf("%af,", chance_by_need[i / NEEDS][i % NEEDS]);
    }
    printf("}};\nstatic const int16_t odds_by_need[NEEDS][NEEDS] = {");
    for (int i = 0; i < NEEDS * NEEDS; i++) {
        printf("%s", i % NEEDS ? "" : i ? "},\n{" : "\n{");
        printf("%d,", odds_by_need[i / NEEDS][i % NEEDS]);
    }
    printf("}};\n\n/* The value of log-odds, which begin at -DEBACLE_ODDS_MAX. */\n"
           "static const int16_t value_by_odds[2 * DEBACLE_ODDS_MAX + 1] = {");
    for (int odds = -DEBACLE_ODDS_MAX; odds <= DEBACLE_ODDS_MAX; odds++) {
        print_gap((size_t)(odds + DEBACLE_ODDS_MAX));
        printf("%d,", debacle_scaled(2 * debacle_chance(odds) - 1));
    }
    printf("};\n");
}

int main(int argc, char **argv)
{
    static const struct print_table list[] = {
        {"keys", print_keys}, {"chances", print_chances}, {NULL, NULL}};
    return print_asked(argc, argv, list);
}
