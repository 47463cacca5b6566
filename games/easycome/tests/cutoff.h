/* easycome_cutoff: Easy Come Easy Go cut off after a number of turns, with equal shares for all
 * players then. Plain backward induction, exact for any number of players. Of equally good choices
 * it takes the first. */
#ifndef CORNET_GAMES_EASYCOME_TESTS_CUTOFF_H
#define CORNET_GAMES_EASYCOME_TESTS_CUTOFF_H

#include <string.h>

#include "base/memory.h"
#include "games/easycome/solve/play.h"
#include "games/easycome/solve/space.h"

struct easycome_cutoff {
    struct easycome_rules rules;
    int turns, threads;
    void (*progress)(int turns_done, int turns, void *context); /* may be NULL */
    void *context;
};

struct induction {
    const struct easycome_space *space;
    struct easycome_next *next; /* [position][ENDS] */
    double *now, *later;        /* [position][players]: values with n turns left, and with n - 1 */
};

/* The value for a seat at the end of a turn. Seats are counted from the player who rolled. */
static double worth_of(const struct induction *in, const struct easycome_next *next, int seat)
{
    const int players = in->space->rules.players;
    if (next->number == EASYCOME_CLOSED)
        return EASYCOME_CLOSED_WORTH;
    if (next->number == EASYCOME_WON)
        return seat == next->seat;
    const int place = (seat - next->seat + players) % players;
    return in->later[(size_t)next->number * (size_t)players + (size_t)place];
}

static void induce_four(struct induction *in, struct easycome_play *play, uint32_t first)
{
    const int players = in->space->rules.players;
    for (int lane = 0; lane < EASYCOME_LANES; lane++) {
        const uint32_t i =
            first + (uint32_t)lane < in->space->count ? first + (uint32_t)lane : first;
        for (int end = 0; end < EASYCOME_ENDS; end++)
            play->worth[end][lane] =
                worth_of(in, &in->next[(size_t)i * EASYCOME_ENDS + (size_t)end], 0);
    }
    easycome_play_best(play);
    for (uint32_t i = first; i < first + EASYCOME_LANES && i < in->space->count; i++) {
        double *value = &in->now[(size_t)i * (size_t)players];
        memset(value, 0, (size_t)players * sizeof *value);
        for (int end = 0; end < EASYCOME_ENDS; end++) {
            const double chance = play->chance[end][i - first];
            for (int seat = 0; chance > 0 && seat < players; seat++)
                value[seat] +=
                    chance * worth_of(in, &in->next[(size_t)i * EASYCOME_ENDS + (size_t)end], seat);
        }
    }
}

/* Computes all players' chances at the start, with the first seat to roll. Returns the number of
 * positions. */
static uint32_t easycome_cutoff_solve(const struct easycome_cutoff *cutoff,
                                      double value[EASYCOME_SEATS])
{
    struct easycome_space *space = easycome_space_new(cutoff->rules);
    const size_t players = (size_t)cutoff->rules.players, numbers = space->count * players;
    struct induction in = {
        .space = space,
        .next = memory_new((size_t)space->count * EASYCOME_ENDS, sizeof(struct easycome_next)),
        .now = memory_new(numbers, sizeof(double)),
        .later = memory_new(numbers, sizeof(double))};
    for (uint32_t i = 0; i < space->count; i++) {
        struct easycome_spot spot;
        easycome_spot_of(space, i, &spot);
        for (int end = 0; end < EASYCOME_ENDS; end++)
            in.next[(size_t)i * EASYCOME_ENDS + (size_t)end] =
                easycome_spot_next(space, &spot, end);
    }
    for (size_t n = 0; n < numbers; n++)
        in.now[n] = 1.0 / (double)players;
    for (int turn = 0; turn < cutoff->turns; turn++) {
        double *spare = in.later;
        in.later = in.now;
        in.now = spare;
#pragma omp parallel num_threads(cutoff->threads)
        {
            struct easycome_play *play = memory_new(1, sizeof *play);
#pragma omp for schedule(static)
            for (uint32_t first = 0; first < space->count; first += EASYCOME_LANES)
                induce_four(&in, play, first);
            memory_free(play);
        }
        if (cutoff->progress)
            cutoff->progress(turn + 1, cutoff->turns, cutoff->context);
    }
    const uint32_t count = space->count;
    memcpy(value, &in.now[(count - 1) * players], players * sizeof *value);
    memory_free(in.next);
    memory_free(in.now);
    memory_free(in.later);
    easycome_space_free(space);
    return count;
}

#endif
