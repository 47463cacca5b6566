/* server.h: `cornet serve`: HTTP and WebSocket on one event loop (docs/design/server.md). */
#ifndef CORNET_SERVER_SERVER_H
#define CORNET_SERVER_SERVER_H

#include "base/clock.h"
#include "base/text.h"
#include "server/settings.h"

/* What the program around a server provides. */
struct server_runtime {
    struct clock clock;     /* of the tables */
    const double *timeouts; /* of connections, as in struct socket_place */
    void (*ready)(int port, int metrics_port, void *context); /* the server listens now */
    void *context;
};

/* Serves until server_stop. False with a reason. */
bool server_run(const struct server_settings *settings, const struct server_runtime *runtime,
                struct text *why);

/* Reloads the certificate and the key, and reopens the access log. May be called from a signal
 * handler. */
void server_reload(void);

/* Makes server_run return after everything is stored and all clients are notified. May be called
 * from a signal handler. */
void server_stop(void);

#endif
