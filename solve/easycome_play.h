/* easycome_play: how a turn of Easy Come Easy Go is played where each way to end it has its worth.
 *
 * The worths are the chances of winning after ending the turn with a prize, or with none. Two ways
 * to play: exactly the best choice at every throw (the first of equals), or a choice that is
 * slightly random, where an option that is worse by d is exp(-d / noise) times as likely. The
 * second makes everything smooth in the worths, and with a very small noise it differs from the
 * first only where two options are as good as equal: there it is a mixed choice.
 *
 * A turn's whole plan boils down to the chances of its ends. Four turns are computed side by side.
 */
#ifndef CORNET_SOLVE_EASYCOME_PLAY_H
#define CORNET_SOLVE_EASYCOME_PLAY_H

#include "solve/easycome_space.h"

#define EASYCOME_CLOSED_WORTH (-1e6) /* of a prize that may not be taken */

enum { EASYCOME_LANES = 4, EASYCOME_THROWS_MAX = 1300, EASYCOME_OPTIONS_MAX = 6000 };

/* One number for each of four turns; aligned as plain allocation is. */
typedef double easycome_lanes __attribute__((vector_size(8 * EASYCOME_LANES), aligned(16)));

/* exp(value / noise) as 2^whole times rest; see easycome_play.c. */
struct easycome_power {
    easycome_lanes whole, rest;
};

struct easycome_play {
    easycome_lanes worth[EASYCOME_ENDS]; /* given; EASYCOME_CLOSED_WORTH for what is not open */

    easycome_lanes value[EASYCOME_SETS];  /* before rolling the rest, by what is set aside; the best
                                             way to end with four dice. With noise, a little more
                                             than is won: the noise counts as pleasure */
    easycome_lanes chance[EASYCOME_ENDS]; /* of each end */
    easycome_lanes slope[EASYCOME_ENDS][EASYCOME_ENDS]; /* of those chances, by the worths */

    /* The chances of each end from each set of dice on, for easycome_play_follow. */
    easycome_lanes after[EASYCOME_SETS][EASYCOME_ENDS];

    easycome_lanes share[EASYCOME_OPTIONS_MAX]; /* how likely each option of each throw is */
    uint16_t live[EASYCOME_THROWS_MAX], live_end[EASYCOME_SETS]; /* those that are, a bit each */
    easycome_lanes reach[EASYCOME_SETS], mixed[EASYCOME_SETS];
    struct easycome_power power[EASYCOME_SETS];
};

/* `worth` to `value` alone, which is what choosing needs: the best play if the noise is 0. */
void easycome_play_values(struct easycome_play *play, double noise);

/* `worth` to `value` and `chance`: the best play. */
void easycome_play_best(struct easycome_play *play);

/* The same with noise; with `slopes` also `after` and `slope`. */
void easycome_play_noisy(struct easycome_play *play, double noise, bool slopes);

/* How many multiply-adds one turn's best play takes: one for each option of each throw, backwards,
 * and one forwards. */
double easycome_play_multiplications(void);

/* After either of the two: fills `after`. */
void easycome_play_follow(struct easycome_play *play);

#endif
