/* easycome_layer: finds the values of one layer of positions, given those of the level before.
 *
 * The values of a position are everybody's chances of winning; seats are counted from the player to
 * roll. That player plays the turn optimally, given the values of the positions it can lead to, so
 * the layer's values are a fixed point. With two players the game is zero-sum, and policy iteration
 * finds it. With more there is in general no fixed point without mixed choices, and iteration
 * cycles. So choices are made slightly random, which gives a smooth system of equations; Newton's
 * method solves it, and the noise is lowered step by step to the one asked for, each solution being
 * the start of the next. */
#ifndef CORNET_GAMES_EASYCOME_SOLVE_LAYER_H
#define CORNET_GAMES_EASYCOME_SOLVE_LAYER_H

#include "games/easycome/solve/space.h"

struct easycome_layer_job {
    const struct easycome_space *space;
    int layer;
    double *value;     /* [position][players], of all layers; solving writes this layer's */
    double *response;  /* as `value`, for everybody's best response; checking writes this layer's */
    double noise;      /* solving: the goal; checking: the layer's; 0: exact, for two players */
    double acceptable; /* if a step below this noise fails, no shorter one is tried */
    int threads;       /* to use within the layer */
};

struct easycome_layer_report {
    double residual; /* the largest difference between a value and what its turn gives */
    double regret;   /* the most that a player could gain by changing the plan of one turn */
    double gain;     /* the most that a player could gain by a best response from there on */
};

/* Returns the noise that was reached; it is higher than job->noise if the path could not be
 * followed further. `plays` gets the number of turns that were planned. */
double easycome_layer_solve(const struct easycome_layer_job *job, uint64_t *plays);

/* Measures the quality of the layer's values; the level before must have been checked. */
void easycome_layer_check(const struct easycome_layer_job *job,
                          struct easycome_layer_report *report);

#endif
