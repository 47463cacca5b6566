/* progress.h: a line on the terminal that says how far a long computation is. It is rewritten in
 * place, at most four times a second, and only if standard error is a terminal. */
#ifndef CORNET_PROGRAM_PROGRESS_H
#define CORNET_PROGRAM_PROGRESS_H

#include <stdbool.h>

struct progress {
    bool terminal;      /* standard error is one */
    double began, last; /* seconds: the start, and when the line was last written */
};

struct progress progress_start(void);
double progress_seconds(const struct progress *progress); /* since the start */
__attribute__((format(printf, 2, 3))) void progress_show(struct progress *progress,
                                                         const char *format, ...);

/* Shows `what`, how much of the whole is done, from 0 to 1, and how long the rest takes if it goes
 * on as since the start, when `before` was done already. */
void progress_part(struct progress *progress, double before, double done, const char *what);
void progress_clear(const struct progress *progress);

#endif
