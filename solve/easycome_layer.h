/* easycome_layer: finds the values of one layer of positions, given those of the level before.
 *
 * The values of a position are everybody's chances of winning, counted from the player to roll. The
 * turn's plan is best for that player, given what each end of the turn leads to; so the layer's
 * values are a fixed point. With two players one gains what the other loses, and choosing plans and
 * computing values in turn finds it. With more there is in general none without mixed choices, and
 * iterating runs in circles. So choices are made slightly random, which makes a smooth system of
 * equations; Newton's method solves it, and the noise is lowered step by step to the one asked
 * for, each solution the start of the next. */
#ifndef CORNET_SOLVE_EASYCOME_LAYER_H
#define CORNET_SOLVE_EASYCOME_LAYER_H

#include "solve/easycome_space.h"

struct easycome_layer_job {
    const struct easycome_space *space;
    int layer;
    double *value;    /* of all positions, `players` numbers each; solving writes the layer's */
    double *response; /* the same, what each could get alone by knowing better; checking writes */
    double noise;     /* to reach, or that was reached; 0: exact choices, for two players */
    double enough;    /* where the path bends below this noise, it is not followed any further */
    int threads;      /* to use within the layer */
};

struct easycome_layer_report {
    double residual; /* the most by which a value differs from what its turn gives */
    double regret;   /* the most a player could gain by playing one turn otherwise */
    double gain;     /* the most a player could gain by playing otherwise from there on */
};

/* Returns the noise that was reached: the one asked for or less, or more where that is as far as it
 * went. `plays` gets how many turns were planned. */
double easycome_layer_solve(const struct easycome_layer_job *job, uint64_t *plays);

/* How good the layer's values are; the level before must have been checked. */
void easycome_layer_check(const struct easycome_layer_job *job,
                          struct easycome_layer_report *report);

#endif
