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

struct clock clock_start(unsigned scale)
{
    return (struct clock){clock_real() - milliseconds(CLOCK_MONOTONIC) * scale, scale};
}

uint64_t clock_now(const struct clock *clock)
{
    return clock->offset + milliseconds(CLOCK_MONOTONIC) * clock->scale;
}
