/* http.h: answers HTTP requests: files, /api and /metrics. */
#ifndef CORNET_SERVER_HTTP_H
#define CORNET_SERVER_HTTP_H

#include "server/accounts.h"
#include "server/deferred.h"
#include "server/metrics.h"
#include "server/pages.h"
#include "server/reviews.h"

struct http {
    const struct server_settings *settings;
    const struct health *health;
    struct metrics *metrics;
    const struct access *access;
    const struct conns *conns;
    const struct writer *writer;
    struct addresses *addresses;
    struct tables *tables;
    struct loading *loading;
    struct listing *listing;
    struct pages *pages;
    struct reviews *reviews;
    struct accounts *accounts;
    int port; /* at which the server listens */

    struct deferrals deferrals; /* http_open sets it */
};

void http_open(struct http *site);

void http_answer(struct http *site, struct link *link, const struct http_request *http);

/* For the separate metrics address: serves only the metrics and the health check. */
void http_answer_metrics(struct http *site, struct link *link, const struct http_request *http);

/* A response with at most a sentence; `http` is NULL if the request could not be read. */
void http_refuse(struct http *site, struct link *link, const struct http_request *http, int status,
                 const char *sentence);

#endif
