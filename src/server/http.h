/* http.h: answers to HTTP requests: files, and what /api and /metrics offer. */
#ifndef CORNET_SERVER_HTTP_H
#define CORNET_SERVER_HTTP_H

#include "net/http_head.h"

struct link;
struct server;

void http_answer(struct server *server, struct link *link, const struct http_request *http);

/* The same for a request that was put off (later.h). */
void http_answer_again(struct server *server, struct link *link, const struct http_request *http);

/* At the metrics' own address: those and the health, and nothing else. */
void http_answer_metrics(struct server *server, struct link *link, const struct http_request *http);

/* A response without a body; `http` is NULL if the request could not be read. */
void http_refuse(struct server *server, struct link *link, const struct http_request *http,
                 int status);

#endif
