#include "program/progress.h"

#include <omp.h>
#include <stdarg.h>
#include <unistd.h>

#include "base/lang.h"
#include "program/screen.h"

struct progress progress_start(void)
{
    const double now = omp_get_wtime();
    return (struct progress){.terminal = isatty(STDERR_FILENO), .began = now, .last = now};
}

double progress_seconds(const struct progress *progress)
{
    return omp_get_wtime() - progress->began;
}

/* Rewrites the line. */
__attribute__((format(printf, 2, 3))) static void show(struct progress *progress,
                                                       const char *format, ...)
{
    char line[256];
    const double now = omp_get_wtime();
    if (!progress->terminal || now - progress->last < 0.25)
        return;
    progress->last = now;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    struct screen screen = screen_on(stderr);
    fputs("\r", stderr);
    screen_put(&screen, line);
    fputs("\033[K", stderr);
    fflush(stderr);
}

void progress_part(struct progress *progress, double before, double done, const char *what)
{
    const double seconds = progress_seconds(progress), now = done - before;
    if (now <= 0) {
        show(progress, tr("%s (%.0f s so far)"), what, seconds);
        return;
    }
    const double left = seconds * (1 - done) / now;
    const unsigned long long minutes = (unsigned long long)(left / 60);
    if (left < 100)
        show(progress, tr("%s (%.1f %%), %.0f s left"), what, 100 * done, left);
    else if (minutes < 100)
        show(progress, tr("%s (%.1f %%), %llu min left"), what, 100 * done, minutes);
    else
        show(progress, tr("%s (%.1f %%), %llu h left"), what, 100 * done, minutes / 60);
}

void progress_clear(const struct progress *progress)
{
    if (progress->terminal)
        fputs("\r\033[K", stderr);
}
