/* http.h: what can be looked up without sitting down. */
#ifndef CORNET_SERVER_HTTP_H
#define CORNET_SERVER_HTTP_H

#include <stddef.h>

struct lws;
struct server;

int http_request(struct server *server, struct lws *wsi, const char *path, void *session);
int http_writable(struct lws *wsi, void *session);
void http_closed(void *session);
size_t http_session_size(void);

#endif
