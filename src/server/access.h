/* access.h: what goes into the access log (`serve --access-log`): a line for each request, and two
 * for each WebSocket. docs/design/server.md has the format.
 *
 * No line has the query of a request, a header or a message, and of a table's id only the start:
 * whoever knows it may sit down there. */
#ifndef CORNET_SERVER_ACCESS_H
#define CORNET_SERVER_ACCESS_H

#include <stddef.h>

#include "net/http_head.h"

struct link;
struct server;

/* `request` is NULL if it could not be read. */
void access_answered(struct server *server, const struct link *link,
                     const struct http_request *request, int status, size_t bytes);
void access_opened(const struct link *link, const struct http_request *request);
void access_closed(const struct link *link);

#endif
