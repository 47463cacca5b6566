/* progress.h: a progress line on the terminal for long computations. It is rewritten in place, at
 * most four times a second, and only if standard error is a terminal. */
#ifndef CORNET_PROGRAM_PROGRESS_H
#define CORNET_PROGRAM_PROGRESS_H

#include <stdbool.h>

struct progress {
    bool terminal;      /* standard error is one */
    double began, last; /* seconds: the start, and when the line was last written */
};

struct progress progress_start(void);
double progress_seconds(const struct progress *progress); /* since the start */

/* Shows `what`, the part that is done (0 to 1), and the estimated remaining time. `before` is the
 * part that was already done at the start. */
void progress_part(struct progress *progress, double before, double done, const char *what);
void progress_clear(const struct progress *progress);

#endif
