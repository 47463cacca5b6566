/* dial.h: a WebSocket to a server, on the loop: the client's side, plain or with TLS, as `cornet
 * join` uses it. */
#ifndef CORNET_CLI_DIAL_H
#define CORNET_CLI_DIAL_H

#include <ev.h>
#include <stdbool.h>

#include "base/text.h"

struct dial;

/* None of these may call dial_close. */
struct dial_events {
    void (*opened)(void *context);
    void (*message)(void *context, struct span text);
    void (*sent)(void *context);   /* everything is */
    void (*closed)(void *context); /* or it could not be opened; it is freed next */
};

/* Starts to connect to ws://HOST:PORT/ws, or wss, with this behind it: "" or a query. NULL if that
 * cannot even be tried. */
struct dial *dial_open(struct ev_loop *loop, const char *host, int port, bool tls,
                       const char *query, const struct dial_events *events, void *context);
void dial_send(struct dial *dial, struct span text);
void dial_close(struct dial *dial); /* at once and without `closed`; may be NULL */

#endif
