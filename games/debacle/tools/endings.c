/* debacle_endings: how endings of Débâcle with two dice a side come out.
 *
 *     debacle_endings solve         solves all of them, as described below
 *     debacle_endings sample N SEED any|once
 *                                   tries N random ones by the full rules, two turns deep
 *
 * Each side holds four dice, so that the next capture ends the round. `solve` goes through every
 * placement (dice on the five ranks where a turn can end) with a turn of two moves, and finds by
 * retrograde analysis from which the side to move takes its fifth die whatever the other side does.
 * It does so twice: as if nobody could recover a die; and where a side that can recover in its turn
 * counts as safe, since the ending then has three dice on a side: wins found so are certain. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "games/debacle/rules.h"
#include "games/debacle/tools/proof.h"

enum { HOME = 30, PAIRS = HOME * (HOME - 1) / 2, SETS = PAIRS * 36, WORDS = (SETS + 63) / 64 };
enum { ENDS_MAX = 512 };

/* Two dice of a side, as it sees the board: squares from its own camp, values from 0. */
struct pair {
    int square[2], value[2];
};

struct turn {
    int ends[ENDS_MAX]; /* numbers of the pairs that the turn can leave, with repetitions */
    int count;
    bool captures, recovers;
};

static struct pair pair_of[SETS];
static int first_of[HOME][HOME];

static void make_pairs(void)
{
    int n = 0;
    for (int a = 0; a < HOME; a++) {
        for (int b = a + 1; b < HOME; b++) {
            first_of[a][b] = n;
            for (int values = 0; values < 36; values++)
                pair_of[n++] = (struct pair){{a, b}, {values / 6, values % 6}};
        }
    }
}

static int number_of(const struct pair *p)
{
    const int a = p->square[0] > p->square[1];
    return first_of[p->square[a]][p->square[!a]] + 6 * p->value[a] + p->value[!a];
}

static bool takes(int value, int victim)
{
    return value == 0 ? victim > 0 : victim < value;
}

static bool is_beside(int a, int b)
{
    return a + 6 == b || b + 6 == a || (a / 6 == b / 6 && (a + 1 == b || b + 1 == a));
}

static bool can_capture(const struct pair *own, const struct pair *other)
{
    for (int i = 0; i < 4; i++) {
        if (is_beside(own->square[i / 2], other->square[i % 2]) &&
            takes(own->value[i / 2], other->value[i % 2]))
            return true;
    }
    return false;
}

static bool is_empty(const struct pair *own, const struct pair *other, int square)
{
    return own->square[0] != square && own->square[1] != square && other->square[0] != square &&
           other->square[1] != square;
}

static void go_on(struct turn *turn, const struct pair *own, const struct pair *other, int moves,
                  int flipped);

/* After a move of a die: a return if it stands in the enemy's camp, and the rest of the turn. */
static void arrive(struct turn *turn, struct pair own, const struct pair *other, int moves, int die,
                   int flipped)
{
    if (own.square[die] < HOME) {
        go_on(turn, &own, other, moves - 1, flipped);
        return;
    }
    for (int square = 0; square < 6; square++) {
        if (is_empty(&own, other, square)) {
            struct pair back = own;
            back.square[die] = square;
            go_on(turn, &back, other, moves - 1, flipped);
        }
    }
}

static void roll(struct turn *turn, const struct pair *own, const struct pair *other, int moves,
                 int die, int to)
{
    struct pair next = *own;
    if (!is_empty(own, other, to))
        return;
    next.square[die] = to;
    next.value[die] = (own->value[die] + 1) % 6;
    arrive(turn, next, other, moves, die, -1);
}

/* Everything that the side to move can do with the moves left. */
static void go_on(struct turn *turn, const struct pair *own, const struct pair *other, int moves,
                  int flipped)
{
    turn->ends[turn->count++] = number_of(own);
    turn->recovers = turn->recovers || (moves < 2 && own->value[0] == own->value[1]);
    if (moves == 0)
        return;
    turn->captures = turn->captures || can_capture(own, other);
    for (int die = 0; die < 2; die++) {
        const int square = own->square[die];
        roll(turn, own, other, moves, die, square + 6);
        if (square % 6 > 0)
            roll(turn, own, other, moves, die, square - 1);
        if (square % 6 < 5)
            roll(turn, own, other, moves, die, square + 1);
        if (flipped != die) {
            struct pair next = *own;
            next.value[die] = 5 - own->value[die];
            go_on(turn, &next, other, moves - 1, die);
        }
    }
}

/* The other side's pair as the side to move sees it. False: a square is taken twice. */
static bool look_across(const struct pair *own, int number, struct pair *other)
{
    *other = pair_of[number];
    for (int i = 0; i < 2; i++)
        other->square[i] = DEBACLE_SQUARES - 1 - other->square[i];
    return is_empty(own, other, -1) && own->square[0] != other->square[0] &&
           own->square[0] != other->square[1] && own->square[1] != other->square[0] &&
           own->square[1] != other->square[1];
}

/* ---- all of them ---- */

typedef uint64_t row[WORDS]; /* by the side to move's pair: a bit for each pair of the other side */

static bool has(const row *set, int own, int other)
{
    return set[own][other / 64] >> other % 64 & 1;
}

static void put(row *set, int own, int other)
{
    set[own][other / 64] |= 1ull << other % 64;
}

static bool loses(const struct turn *turn, const row *won, int other)
{
    for (int i = 0; i < turn->count; i++) {
        if (!has(won, other, turn->ends[i]))
            return false;
    }
    return true;
}

static bool wins(const struct turn *turn, const row *lost, int other)
{
    for (int i = 0; i < turn->count; i++) {
        if (has(lost, other, turn->ends[i]))
            return true;
    }
    return false;
}

/* One pass over all endings not yet decided: the first finds the captures, then by turns those lost
 * and those won. Returns how many it found; `all` and `safe` are counted in the first. */
static long pass(row *won, row *lost, int step, bool recover, long *all, long *safe)
{
    long found = 0, seen = 0, able = 0;
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : found, seen, able)
    for (int own = 0; own < SETS; own++) {
        for (int across = 0; across < SETS; across++) {
            struct pair other;
            struct turn turn;
            if (!look_across(&pair_of[own], across, &other))
                continue;
            seen++;
            if (step > 0 && (has(won, own, across) || has(lost, own, across)))
                continue;
            turn.count = 0;
            turn.captures = turn.recovers = false;
            if (step % 2 == 1 && !has(won, across, own)) /* passing is no loss */
                continue;
            go_on(&turn, &pair_of[own], &other, 2, -1);
            able += !turn.captures && turn.recovers;
            if (step == 0 ? turn.captures
                : step % 2 == 1
                    ? !(recover && turn.recovers) && loses(&turn, (const row *)won, across)
                    : wins(&turn, (const row *)lost, across)) {
                put(step % 2 == 1 ? lost : won, own, across);
                found++;
            }
        }
    }
    if (step == 0) {
        *all = seen;
        *safe = able;
    }
    return found;
}

static void solve(bool recover)
{
    row *won = memory_new(SETS, sizeof *won), *lost = memory_new(SETS, sizeof *lost);
    long all = 0, safe = 0;
    printf("%s\n", recover ? "who can recover is safe" : "nobody recovers");
    for (int step = 0;; step++) {
        const long found = pass(won, lost, step, recover, &all, &safe);
        if (step == 0)
            printf("  %ld endings; %ld (%.2f %%) cannot capture but recover in this turn\n", all,
                   safe, 100.0 * (double)safe / (double)all);
        printf("  %s in %d turns: %ld (%.4f %%)\n", step % 2 ? "lost" : "won", step + 1, found,
               100.0 * (double)found / (double)all);
        fflush(stdout);
        if (step > 0 && found == 0)
            break;
    }
    free(won);
    free(lost);
}

/* ---- some of them, by the full rules ---- */

static void start(struct debacle *s, const struct pair *own, const struct pair *other,
                  struct rng *rng, const char *recover)
{
    struct game_settings settings;
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    game_defaults(&debacle_game, &settings);
    if (!game_set(&debacle_game, &settings, span_of("recover"), span_of(recover), &reason) ||
        !debacle_game.start(s, &settings, &reason)) {
        fprintf(stderr, "debacle_endings: %s\n", why);
        exit(2);
    }
    memset(s->dice, 0, sizeof s->dice);
    s->hash = 0;
    for (int i = 0; i < 2; i++) {
        debacle_put(s, DEBACLE_RED, (unsigned)own->value[i] + 1, (unsigned)own->square[i]);
        debacle_put(s, DEBACLE_BLACK, (unsigned)other->value[i] + 1, (unsigned)other->square[i]);
    }
    for (int side = 0; side < 2; side++) {
        s->captures[side] = 4;
        for (int i = 0; i < 4; i++)
            s->held[side][rng_below(rng, DEBACLE_VALUES)]++;
    }
}

static void sample(long count, uint64_t seed, const char *recover)
{
    long one = 0, two = 0, open = 0;
#pragma omp parallel for schedule(dynamic, 8) reduction(+ : one, two, open)
    for (long i = 0; i < count; i++) {
        struct rng rng;
        struct pair other;
        struct debacle s;
        struct turn turn = {.count = 0};
        int own, across;
        rng_seed(&rng, seed * 1000003 + (uint64_t)i);
        do {
            own = (int)rng_below(&rng, SETS);
            across = (int)rng_below(&rng, SETS);
        } while (!look_across(&pair_of[own], across, &other));
        start(&s, &pair_of[own], &other, &rng, recover);
        go_on(&turn, &pair_of[own], &other, 2, -1);
        long budget = 1000000;
        const bool now = debacle_can_force(&s, DEBACLE_RED, 1, &budget);
        if (turn.captures && !now) {
            fprintf(stderr, "debacle_endings: `solve` sees a capture where there is none\n");
            exit(1);
        }
        one += now;
        budget = 20000000;
        const bool then = !now && debacle_can_force(&s, DEBACLE_RED, 2, &budget);
        two += then;
        open += !now && !then && budget < 0;
    }
    printf("recover=%s: of %ld won in one turn %ld, in two %ld, not settled %ld\n", recover, count,
           one, two, open);
}

int main(int argc, char **argv)
{
    make_pairs();
    if (argc == 2 && strcmp(argv[1], "solve") == 0) {
        solve(false);
        solve(true);
        return 0;
    }
    if (argc == 5 && strcmp(argv[1], "sample") == 0) {
        sample(atol(argv[2]), strtoull(argv[3], NULL, 10), argv[4]);
        return 0;
    }
    fprintf(stderr, "usage: debacle_endings solve | sample N SEED any|once\n");
    return 2;
}
