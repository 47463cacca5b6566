/* A loop as one writes it by hand from the rules: dice in an array, owners in an array, conditions
 * computed from the dice. No tables, no text, no bots, no other number of players. It has a fast
 * generator, inlined, and allocates nothing. */
#include "tools/bench/plain.h"

#include <stdbool.h>
#include <string.h>

#include "base/rng.h"

enum { DICE = 4, FACES = 6, PRIZES = 9, CENTRE = -1 };

static void sort(int dice[], int count)
{
    for (int i = 1; i < count; i++) {
        const int die = dice[i];
        int j = i;
        for (; j > 0 && dice[j - 1] > die; j--)
            dice[j] = dice[j - 1];
        dice[j] = die;
    }
}

static int sum_of(const int dice[DICE])
{
    return dice[0] + dice[1] + dice[2] + dice[3];
}

/* The prizes that four dice win, as a bitmask. */
static unsigned won(const int rolled[DICE])
{
    int d[DICE];
    memcpy(d, rolled, sizeof d);
    sort(d, DICE);
    const int sum = sum_of(d);
    const bool four = d[0] == d[3];
    const bool three = !four && (d[0] == d[2] || d[1] == d[3]);
    const int odd = (d[0] & 1) + (d[1] & 1) + (d[2] & 1) + (d[3] & 1);
    return (unsigned)four | (unsigned)(!four && d[0] == d[1] && d[2] == d[3]) << 1 |
           (unsigned)(three && odd == DICE) << 2 | (unsigned)(three && odd == 0) << 3 |
           (unsigned)(sum == 7) << 4 | (unsigned)(sum == 13) << 5 | (unsigned)(sum <= 3) << 6 |
           (unsigned)(sum >= 17) << 7 |
           (unsigned)(d[1] == d[0] + 1 && d[2] == d[1] + 1 && d[3] == d[2] + 1) << 8;
}

/* The different ways to keep some of the sorted dice, but not all, as bitmasks of the dice. */
static int keeps(const int dice[], int count, unsigned out[])
{
    int n = 0;
    for (unsigned mask = 1; mask + 1 < 1u << count; mask++) {
        bool first = true; /* of equal dice, those that come first are kept */
        for (int i = 1; i < count; i++)
            first = first && !(dice[i] == dice[i - 1] && (mask >> (i - 1) & 3) == 2);
        if (first)
            out[n++] = mask;
    }
    return n;
}

struct plain {
    int owner[PRIZES]; /* CENTRE, 0 or 1 */
    int held[2];
    int endured[2];
    int seat;
};

/* Ends the turn; true if the game is over. */
static bool end_turn(struct plain *s)
{
    const int other = 1 - s->seat;
    if (s->held[other] == 3 && ++s->endured[other] == 2)
        return true;
    if (s->held[other] != 3)
        s->seat = other;
    return false;
}

static void take(struct plain *s, int prize)
{
    const int owner = s->owner[prize];
    if (owner != CENTRE) {
        s->held[owner]--;
        s->endured[owner] = 0;
    }
    s->owner[prize] = s->seat;
    s->held[s->seat]++;
}

/* A whole turn: returns when it has been ended by a take, a stop, or a last die without a prize. */
static void play_turn(struct plain *s, struct rng *rng, struct plain_counts *counts)
{
    int dice[DICE], frozen = 0; /* the first ones are kept */
    const bool closed = s->held[1 - s->seat] == 3;
    for (;;) {
        for (int i = frozen; i < DICE; i++)
            dice[i] = (int)rng_below(rng, FACES);
        sort(dice + frozen, DICE - frozen);
        counts->moves++;
        int prizes[PRIZES], takes = 0;
        const unsigned all = won(dice);
        for (int prize = 0; prize < PRIZES; prize++) {
            if (all >> prize & 1 && s->owner[prize] != s->seat &&
                !(closed && s->owner[prize] == CENTRE))
                prizes[takes++] = prize;
        }
        if (frozen == DICE - 1 && takes == 0)
            return;
        unsigned masks[14];
        const int kept = keeps(dice + frozen, DICE - frozen, masks);
        const int chosen = (int)rng_below(rng, (uint32_t)(takes + kept + 1));
        counts->moves++;
        counts->decisions++;
        if (chosen < takes) {
            take(s, prizes[chosen]);
            return;
        }
        if (chosen == takes + kept)
            return;
        int rest[DICE], others = 0, at = frozen;
        const unsigned mask = masks[chosen - takes];
        for (int i = frozen; i < DICE; i++) {
            if (mask >> (i - frozen) & 1)
                dice[at++] = dice[i];
            else
                rest[others++] = dice[i];
        }
        memcpy(dice + at, rest, (size_t)others * sizeof *rest);
        frozen = at;
    }
}

/* Both throw for the start until the totals differ. */
static int roll_off(struct rng *rng, struct plain_counts *counts)
{
    for (;;) {
        int total[2] = {0};
        for (int seat = 0; seat < 2; seat++) {
            for (int i = 0; i < DICE; i++)
                total[seat] += (int)rng_below(rng, FACES);
            counts->moves++;
        }
        if (total[0] != total[1])
            return total[0] > total[1] ? 0 : 1;
    }
}

struct plain_counts plain_games(uint64_t games, uint64_t seed)
{
    struct plain_counts counts = {0};
    struct rng rng;
    rng_seed(&rng, seed);
    for (uint64_t game = 0; game < games; game++) {
        struct plain s = {0};
        for (int prize = 0; prize < PRIZES; prize++)
            s.owner[prize] = CENTRE;
        s.seat = roll_off(&rng, &counts);
        do {
            play_turn(&s, &rng, &counts);
            counts.turns++;
        } while (!end_turn(&s));
        counts.wins += s.seat == 1; /* the other one has endured */
    }
    return counts;
}
