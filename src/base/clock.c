#include "base/clock.h"

#include <time.h>

static uint64_t milliseconds(clockid_t id)
{
    struct timespec now;
    clock_gettime(id, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

double clock_steady(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

uint64_t clock_real(void)
{
    return milliseconds(CLOCK_REALTIME);
}

static uint64_t machine_now(const struct clock *clock)
{
    return clock->offset + milliseconds(CLOCK_MONOTONIC);
}

static double machine_seconds_until(const struct clock *clock, uint64_t when)
{
    const uint64_t now = machine_now(clock);
    return when > now ? (double)(when - now) / 1000 : 0;
}

struct clock clock_start(void)
{
    return (struct clock){machine_now, machine_seconds_until,
                          clock_real() - milliseconds(CLOCK_MONOTONIC)};
}

uint64_t clock_now(const struct clock *clock)
{
    return clock->now(clock);
}
