#include "games/easycome/solve/gmres.h"

#include <math.h>
#include <string.h>

static double dot(size_t count, const double *a, const double *b)
{
    double part[4] = {0};
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        for (int j = 0; j < 4; j++)
            part[j] += a[i + j] * b[i + j];
    }
    for (; i < count; i++)
        part[0] += a[i] * b[i];
    return (part[0] + part[1]) + (part[2] + part[3]);
}

static void add_scaled(size_t count, double factor, const double *from, double *to)
{
    for (size_t i = 0; i < count; i++)
        to[i] += factor * from[i];
}

static void scale(size_t count, double factor, double *vector)
{
    for (size_t i = 0; i < count; i++)
        vector[i] *= factor;
}

int gmres(size_t count, gmres_product *product, void *context, const double *right, double *x,
          double tolerance, double *basis)
{
    double h[GMRES_MAX + 1][GMRES_MAX], cosine[GMRES_MAX], sine[GMRES_MAX];
    double left[GMRES_MAX + 1] = {0}; /* the residual, in the basis */
    const double length = sqrt(dot(count, right, right));
    int used = 0;
    memset(x, 0, count * sizeof *x);
    if (length == 0)
        return 0;
    memcpy(basis, right, count * sizeof *basis);
    scale(count, 1 / length, basis);
    left[0] = length;
    while (used < GMRES_MAX && fabs(left[used]) > tolerance * length) {
        const int k = used++;
        double *next = basis + (size_t)used * count;
        product(context, basis + (size_t)k * count, next);
        for (int i = 0; i <= k; i++) {
            h[i][k] = dot(count, next, basis + (size_t)i * count);
            add_scaled(count, -h[i][k], basis + (size_t)i * count, next);
        }
        const double rest = sqrt(dot(count, next, next));
        if (rest > 0)
            scale(count, 1 / rest, next);
        for (int i = 0; i < k; i++) {
            const double a = h[i][k], b = h[i + 1][k];
            h[i][k] = cosine[i] * a + sine[i] * b;
            h[i + 1][k] = cosine[i] * b - sine[i] * a;
        }
        const double whole = hypot(h[k][k], rest);
        if (whole == 0) { /* the product is zero: this direction adds nothing */
            used--;
            break;
        }
        cosine[k] = h[k][k] / whole;
        sine[k] = rest / whole;
        h[k][k] = whole;
        left[used] = -sine[k] * left[k];
        left[k] *= cosine[k];
        if (rest == 0)
            break;
    }
    for (int i = used; i-- > 0;) {
        for (int j = i + 1; j < used; j++)
            left[i] -= h[i][j] * left[j];
        left[i] /= h[i][i];
    }
    for (int i = 0; i < used; i++)
        add_scaled(count, left[i], basis + (size_t)i * count, x);
    return used;
}
