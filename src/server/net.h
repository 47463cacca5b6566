/* net.h: listening, WebSockets and HTTP requests. */
#ifndef CORNET_SERVER_NET_H
#define CORNET_SERVER_NET_H

#include <stdbool.h>

#include "base/text.h"
#include "net/socket.h"

struct server;

/* Reads and checks the settings: proxies, addresses, the certificate, the folder of pages. */
bool net_prepare(struct server *server, struct text *why);

/* Starts to listen and sets server->port. False with a reason. */
bool net_open(struct server *server, struct text *why);
void net_close(struct server *server); /* after it was opened, or tried */

/* Reads the certificate and the key again, for those who connect from now on. False with a reason,
 * and then those from before stay. */
bool net_reload(struct server *server, struct text *why);

/* The number of TCP connections for each wait; those of the metrics' address do not count. */
void net_count(const struct server *server, size_t counts[SOCKET_WAITS]);

#endif
