/* easycome_play: plans a turn of Easy Come Easy Go, given what each of its ends is worth.
 *
 * The worths are the chances of winning after ending the turn with a prize, or with none. There are
 * two ways to play: exactly the best choice at every throw (the first of equals), or a noisy choice
 * (logit response), where an option that is worse by d is exp(-d / noise) times as likely. The
 * second makes the plan smooth in the worths; with a very small noise it differs from the first
 * only if two options are almost equal: then it is a mixed choice.
 *
 * The result of a plan is the chance of each end. Four turns are computed side by side with SIMD.
 */
#ifndef CORNET_GAMES_EASYCOME_SOLVE_PLAY_H
#define CORNET_GAMES_EASYCOME_SOLVE_PLAY_H

#include "games/easycome/solve/throws.h"

#define EASYCOME_CLOSED_WORTH (-1e6) /* of a prize that may not be taken */

enum { EASYCOME_LANES = 4 };

/* One number for each of four turns; aligned only as malloc aligns. */
typedef double easycome_lanes __attribute__((vector_size(8 * EASYCOME_LANES), aligned(16)));

/* exp(value / noise) as 2^whole times rest; see play.c. */
struct easycome_power {
    easycome_lanes whole, rest;
};

struct easycome_play {
    easycome_lanes worth[EASYCOME_ENDS]; /* given; EASYCOME_CLOSED_WORTH for closed ends */

    easycome_lanes
        value[EASYCOME_SETS]; /* by the dice set aside: before rolling the rest; with four
                                 dice, of the best end. With noise it is the log-sum-exp
                                 of the options, a little more than the expectation */
    easycome_lanes chance[EASYCOME_ENDS]; /* of each end */
    easycome_lanes slope[EASYCOME_ENDS]
                        [EASYCOME_ENDS]; /* derivatives of the chances by the worths */

    /* The chances of each end from each set of dice on, for easycome_play_follow. */
    easycome_lanes after[EASYCOME_SETS][EASYCOME_ENDS];

    easycome_lanes share[EASYCOME_OPTIONS_MAX]; /* how likely each option of each throw is */
    uint16_t live[EASYCOME_THROWS_MAX],
        live_end[EASYCOME_SETS]; /* bitmasks of options with a share */
    easycome_lanes reach[EASYCOME_SETS], mixed[EASYCOME_SETS];
    struct easycome_power power[EASYCOME_SETS];
};

/* `worth` to `value` alone, which is what choosing needs: the best play if the noise is 0. */
void easycome_play_values(struct easycome_play *play, double noise);

/* `worth` to `value` and `chance`: the best play. */
void easycome_play_best(struct easycome_play *play);

/* The same with noise; with `slopes` also `after` and `slope`. */
void easycome_play_noisy(struct easycome_play *play, double noise, bool slopes);

/* The number of multiply-adds in one turn's best play: for each option of each throw, one backwards
 * and one forwards. */
double easycome_play_multiplications(void);

/* After either of the two: fills `after`. */
void easycome_play_follow(struct easycome_play *play);

#endif
