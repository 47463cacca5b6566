/* easycome_work: a layer of positions at work: what its turns give at its present values, and
 * Newton's step towards values that give themselves. For easycome_layer.c and easycome_path.c
 * alone. */
#ifndef CORNET_SOLVE_EASYCOME_WORK_H
#define CORNET_SOLVE_EASYCOME_WORK_H

#include "solve/easycome_layer.h"
#include "solve/easycome_play.h"

/* A layer at work. Arrays go by position, counted from the layer's first. */
struct easycome_work {
    const struct easycome_layer_job *job;
    size_t count;
    int players;
    double *value;    /* the layer's: [count][players] */
    int32_t *inside;  /* [count][ENDS]: the position an end leads to, within the layer; or -1 */
    uint8_t *places;  /* [count][ENDS]: by how many places the seats move round */
    double *worth;    /* [count][ENDS][players]: to everybody, counted from who rolls */
    double *chance;   /* [count][ENDS] */
    double *slope;    /* [count][ENDS][ENDS] */
    double *residual; /* [count][players] */
    double *step, *back, *sweep, *capacity;
    double drag; /* of the step being computed */
    uint64_t plays;
};

void easycome_work_open(struct easycome_work *w, const struct easycome_layer_job *job);
void easycome_work_close(struct easycome_work *w);

/* Where each end of each turn leads. What leads out of the layer is known for good, from the values
 * of all positions. */
void easycome_work_link(struct easycome_work *w, const double *value);

/* The worths that the layer's own values give, for some of its positions. */
void easycome_work_refresh(struct easycome_work *w, size_t from, size_t to);

/* Four turns' worths to who rolls. */
void easycome_work_load(const struct easycome_work *w, struct easycome_play *play, size_t first);

/* Plans every turn of the layer at its present values; returns the largest residual. */
double easycome_work_evaluate(struct easycome_work *w, double noise, bool slopes);

/* Newton's step, after evaluating with slopes: its linear system is solved up to a remainder
 * `enough` times as long as the residual. Drag shortens it: at 0 it is Newton's own, at much more
 * than 1 a small part of a plain sweep. */
void easycome_work_step(struct easycome_work *w, double drag, double enough);

/* easycome_path.c: solves the layer with noise, and returns the noise that was reached. */
double easycome_path_solve(struct easycome_work *w);

#endif
