/* clock.h: the time of the machine. */
#ifndef CORNET_BASE_CLOCK_H
#define CORNET_BASE_CLOCK_H

#include <stdint.h>

/* Seconds of the monotonic clock. */
double clock_steady(void);

/* Milliseconds since 1970, by the system clock, which somebody may set back. */
uint64_t clock_real(void);

/* The clock that tables follow; the caller of a server provides it. */
struct clock {
    uint64_t (*now)(const struct clock *clock); /* milliseconds since 1970 that never go back */
    double (*seconds_until)(const struct clock *clock, uint64_t when); /* 0: `when` is over */
    uint64_t offset; /* of the monotonic clock, in milliseconds */
};

/* The machine's clock, which does not go back even if somebody sets it. */
struct clock clock_start(void);

uint64_t clock_now(const struct clock *clock);

#endif
