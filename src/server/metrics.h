/* metrics.h: the page for Prometheus. */
#ifndef CORNET_SERVER_METRICS_H
#define CORNET_SERVER_METRICS_H

#include "server/tables.h"
#include "server/work/log.h"

enum { METRICS_BOUNDS = 7 };

struct metrics {
    const struct tables *tables;
    const struct conns *conns;
    const struct socket_listener *listener;
    struct log *access_log; /* NULL: none */
    const struct writer *writer;
    struct store *store;
    struct pool *bots, *reviewer, *reader;
    double began; /* monotonic seconds: when the server started */

    uint64_t store_errors;
    uint64_t turns[METRICS_BOUNDS + 1]; /* loop iterations, from waking to sleeping, by duration */
    double turn_seconds, turn_longest;  /* in total, and of the longest one */
};

/* Counts a loop iteration that took this long. */
void metrics_turn(struct metrics *metrics, double seconds);

void metrics_write(const struct metrics *metrics, struct text *out);

#endif
