/* gmres: solves a large linear system of which only the product with a vector is known (Saad and
 * Schultz 1986), in at most so many products. */
#ifndef CORNET_SOLVE_GMRES_H
#define CORNET_SOLVE_GMRES_H

#include <stddef.h>

/* out = A in */
typedef void gmres_product(void *context, const double *in, double *out);

enum { GMRES_MAX = 60 };

/* x gets the best solution of A x = right found within GMRES_MAX products, or the first whose
 * remainder is `enough` times as long as `right`. `room` holds (GMRES_MAX + 1) * count numbers.
 * Returns the products used. */
int gmres(size_t count, gmres_product *product, void *context, const double *right, double *x,
          double enough, double *capacity);

#endif
