/* clock.h: the time of the machine. */
#ifndef CORNET_BASE_CLOCK_H
#define CORNET_BASE_CLOCK_H

#include <stdint.h>

/* Seconds of the monotonic clock. */
double clock_steady(void);

/* Milliseconds since 1970, by the system clock, which somebody may set back. */
uint64_t clock_real(void);

/* Milliseconds since 1970 that never go back, even if the machine's clock is set. */
struct clock {
    uint64_t offset; /* of the monotonic clock, in milliseconds */
    unsigned scale;  /* speed factor; 1: real time */
};

struct clock clock_start(unsigned scale);
uint64_t clock_now(const struct clock *clock);

#endif
