/* metrics.h: the page for Prometheus. */
#ifndef CORNET_SERVER_METRICS_H
#define CORNET_SERVER_METRICS_H

#include "server/tables.h"
#include "server/work/log.h"

enum { METRICS_BOUNDS = 9 };

/* How often something took how long. */
struct histogram {
    uint64_t count[METRICS_BOUNDS + 1]; /* by the bounds in metrics.c, then all above */
    double sum;                         /* seconds */
};

struct metrics {
    const struct tables *tables;
    const struct conns *conns;
    const struct socket_listener *listener;
    struct log *access_log; /* NULL: none */
    const struct writer *writer;
    struct store *store;
    struct pool *bots, *reviewer, *reader;
    double began; /* monotonic seconds: when the server started */

    const struct health *health;
    uint64_t store_errors;
    uint64_t leases_lost;
    struct histogram turns;   /* loop iterations, from waking to sleeping */
    struct histogram commits; /* from the batch's hand-over to the thread to its end */
    struct histogram events;  /* from the batch's first event to its end: an upper bound for each */
    double turn_longest, turn_longest_ever; /* seconds: since the last page, since the start */
};

/* Counts a loop iteration that took this long; and the last commit. */
void metrics_turn(struct metrics *metrics, double seconds);
void metrics_commit(struct metrics *metrics);

double metrics_memory(void); /* in use, in bytes */

/* Writes the page. Each page starts a new measurement of the longest turn. */
void metrics_write(struct metrics *metrics, struct text *out);

#endif
