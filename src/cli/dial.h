/* dial.h: the WebSocket client of `cornet join`, on the event loop, plain or with TLS. */
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
    void (*sent)(void *context);   /* all queued messages are sent */
    void (*closed)(void *context); /* closed, or could not be opened; freed after this call */
};

/* Starts to connect to ws://HOST:PORT/ws (or wss), followed by `query` ("" if none). NULL if it
 * cannot even start. */
struct dial *dial_open(struct ev_loop *loop, const char *host, int port, bool tls,
                       const char *query, const struct dial_events *events, void *context);
void dial_send(struct dial *dial, struct span text);
void dial_close(struct dial *dial); /* immediately and without calling `closed`; may be NULL */

#endif
