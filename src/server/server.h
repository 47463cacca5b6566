/* server.h: `cornet serve`: HTTP and WebSocket on one event loop (docs/design/server.md). */
#ifndef CORNET_SERVER_SERVER_H
#define CORNET_SERVER_SERVER_H

#include "base/text.h"
#include "server/settings.h"

/* Serves until server_stop; calls `ready` with its ports once it listens. False with a reason. */
bool server_run(const struct server_settings *settings,
                void (*ready)(int port, int metrics_port, void *context), void *context,
                struct text *why);

/* Reads the certificate and the key again, and opens the access log again. May be called from a
 * signal handler. */
void server_reload(void);

/* Ends server_run after everything is stored and everybody is told. May be called from a signal
 * handler. */
void server_stop(void);

#endif
