/* cpu_clock: preloaded (LD_PRELOAD) it makes both engines of match.py count CPU time. They read
 * CLOCK_MONOTONIC, and on a machine that has other work to do a budget of wall-clock time is not
 * the same amount of thinking twice.
 *
 * The main thread of `cornet` keeps the real clock, by which it sleeps while another thread plays.
 * That thread waits for the other program's answer without using CPU time, so no answer is late. */
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (clock == CLOCK_MONOTONIC &&
        (gettid() != getpid() || strcmp(program_invocation_short_name, "cornet") != 0))
        clock = CLOCK_THREAD_CPUTIME_ID;
    return (int)syscall(SYS_clock_gettime, clock, now);
}
