/* server: `cornet serve`: HTTP and WebSocket on one event loop. docs/server.md. */
#ifndef CORNET_SERVER_SERVER_H
#define CORNET_SERVER_SERVER_H

#include <ev.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"
#include "base/text.h"
#include "store/store.h"

struct server_settings {
    const char *interface;         /* the address to listen at; NULL: all */
    int port;                      /* 0: any */
    const char *store;             /* path */
    const char *web;               /* a folder to serve instead of what is built in; NULL: none */
    const char *origin;            /* another origin that may connect; NULL: none */
    const char *address;           /* the address that others use, for links; NULL: found out */
    const char *certificate, *key; /* TLS; NULL: none */
    int tables_max, connections_max, per_address, creates_per_hour;
    int messages_per_second; /* of one connection; 0: no limit */
    int bot_threads;
    double review_seconds; /* for one analysis; then what has been judged must do */

    /* For tests: after events and when everybody has left, a table is restored from the store and
     * compared with the live one (abort if they differ); and tables' time runs this much faster. */
    bool self_check;
    unsigned time_scale; /* 1: as it is */
};

void server_defaults(struct server_settings *settings);

/* Serves until told to stop; `ready` is told the port once it listens. False with a reason. */
bool server_run(const struct server_settings *settings, void (*ready)(int port, void *context),
                void *context, struct text *why);

/* For a signal handler: finish what is being stored, tell everybody, and end. */
void server_stop(void);

#endif
