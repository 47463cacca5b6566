/* metrics.h: the page for Prometheus. */
#ifndef CORNET_SERVER_METRICS_H
#define CORNET_SERVER_METRICS_H

#include "base/text.h"

struct server;

/* The bounds in seconds of the buckets in which the turns of the loop are counted; the last bucket,
 * METRICS_BOUNDS, is for those above all of them. */
enum { METRICS_BOUNDS = 7 };
extern const double metrics_bound[METRICS_BOUNDS];

void metrics_write(const struct server *server, struct text *out);

#endif
