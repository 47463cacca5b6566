/* gmres: solves a large linear system that is given only by its product with a vector (Saad and
 * Schultz 1986), without restarts. */
#ifndef CORNET_GAMES_EASYCOME_SOLVE_GMRES_H
#define CORNET_GAMES_EASYCOME_SOLVE_GMRES_H

#include <stddef.h>

/* out = A in */
typedef void gmres_product(void *context, const double *in, double *out);

enum { GMRES_MAX = 60 };

/* x gets the first solution of A x = right whose relative residual is at most `tolerance`, or the
 * best one after GMRES_MAX products. `basis` is scratch space for (GMRES_MAX + 1) * count numbers.
 * Returns the number of products. */
int gmres(size_t count, gmres_product *product, void *context, const double *right, double *x,
          double tolerance, double *basis);

#endif
