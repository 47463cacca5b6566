/* easycome_work: the computation of a layer's values: what its turns give at its present values,
 * and Newton's step towards the fixed point. Private to layer.c and path.c. */
#ifndef CORNET_GAMES_EASYCOME_SOLVE_WORK_H
#define CORNET_GAMES_EASYCOME_SOLVE_WORK_H

#include "games/easycome/solve/layer.h"
#include "games/easycome/solve/play.h"

/* Arrays are indexed by position, counted from the layer's first. Owns all of them but `value`. */
struct easycome_work {
    const struct easycome_layer_job *job;
    size_t count;
    int players;
    double *value;    /* [count][players], part of job->value */
    int32_t *next;    /* [count][ENDS]: the position of this layer that an end leads to; or -1 */
    uint8_t *places;  /* [count][ENDS]: by how many places the seats rotate */
    double *worth;    /* [count][ENDS][players]: values of the ends, seats from the roller */
    double *chance;   /* [count][ENDS] */
    double *slope;    /* [count][ENDS][ENDS] */
    double *residual; /* [count][players] */
    double *step, *back, *sweep; /* [count][players]: temporary vectors */
    double *basis;               /* for gmres */
    double damping;              /* of the step being computed */
    uint64_t plays;              /* turns planned so far */
};

void easycome_work_open(struct easycome_work *w, const struct easycome_layer_job *job);
void easycome_work_close(struct easycome_work *w);

/* Finds where each end of each turn leads, and sets the worths of ends that leave the layer, from
 * the values of all positions. */
void easycome_work_link(struct easycome_work *w, const double *value);

/* Sets the worths of ends that stay in the layer, for some of its positions. */
void easycome_work_refresh(struct easycome_work *w, size_t from, size_t to);

/* Loads the worths of four turns to the player who rolls. */
void easycome_work_load(const struct easycome_work *w, struct easycome_play *play, size_t first);

/* Plans every turn of the layer at its present values. Returns the largest residual. */
double easycome_work_evaluate(struct easycome_work *w, double noise, bool slopes);

/* Newton's step, after evaluating with slopes: its linear system is solved to a relative residual
 * of `tolerance`. Damping shortens the step: 0 gives Newton's own, a value much larger than 1 a
 * small part of a step of value iteration. */
void easycome_work_step(struct easycome_work *w, double damping, double tolerance);

/* path.c: solves the layer with noise, and returns the noise that was reached. */
double easycome_path_solve(struct easycome_work *w);

#endif
