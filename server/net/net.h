/* net.h: listening, WebSockets and HTTP requests. */
#ifndef CORNET_SERVER_NET_H
#define CORNET_SERVER_NET_H

#include <stdbool.h>

#include "base/text.h"

struct server;

/* Starts to listen and sets server->port. False with a reason. */
bool net_open(struct server *server, struct text *why);
void net_close(struct server *server); /* after it was opened, or tried */

#endif
