/* http.h: HTTP requests: files, and what /api and /metrics offer. */
#ifndef CORNET_SERVER_HTTP_H
#define CORNET_SERVER_HTTP_H

#include <stddef.h>

struct lws;
struct server;

/* Callbacks of libwebsockets. `session` is the memory that it keeps for a request, of
 * http_session_size() bytes. A result other than 0 closes the connection. */
int http_request(struct server *server, struct lws *wsi, const char *path, void *session);
int http_writable(struct lws *wsi, void *session);
void http_closed(void *session);
size_t http_session_size(void);

#endif
