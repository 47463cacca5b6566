#include "apps/commands/progress.h"

#include <omp.h>
#include <stdarg.h>
#include <unistd.h>

#include "apps/terminal/screen.h"

struct progress progress_start(void)
{
    const double now = omp_get_wtime();
    return (struct progress){.terminal = isatty(STDERR_FILENO), .began = now, .last = now};
}

double progress_seconds(const struct progress *progress)
{
    return omp_get_wtime() - progress->began;
}

void progress_show(struct progress *progress, const char *format, ...)
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

void progress_clear(const struct progress *progress)
{
    if (progress->terminal)
        fputs("\r\033[K", stderr);
}
