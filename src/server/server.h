/* server.h: `cornet serve`: HTTP and WebSocket on one event loop (docs/server.md). */
#ifndef CORNET_SERVER_SERVER_H
#define CORNET_SERVER_SERVER_H

#include <ev.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"
#include "base/text.h"
#include "store/store.h"

/* The caller owns the texts, which must outlive the server. */
struct server_settings {
    const char *interface;         /* the address to listen at, as in struct socket_place */
    int port;                      /* 0: any free one */
    const char *store;             /* path, or the address of a database */
    char name;                     /* of this server among those that share a database */
    const char *web;               /* a folder to serve before the built-in files; NULL: none */
    const char *origin;            /* another origin that may connect; NULL: none */
    const char *address;           /* the public address, for links, and the Host that requests must
                                      have; NULL: the machine's own, and any */
    const char *certificate, *key; /* paths, for TLS; NULL: none */
    const struct agent_opener *opener; /* who makes the bots; NULL: bot_open */
    const char *trusted_proxies;       /* addresses and networks, with commas; NULL: none */
    const char *access_log;            /* path; "-": standard output; NULL: none */
    const char *metrics_bind; /* ADDRESS:PORT for the metrics alone, PORT 0: any free one; NULL:
                                 they are public */
    int tables_max, connections_max, per_address, creates_per_hour;
    int messages_per_second; /* of one connection; 0: no limit */
    int bot_threads;
    double review_seconds; /* for one analysis; after that it is cut off */
    int round_pause;       /* milliseconds between rounds, where a game has a clock of its own */

    /* For tests: tables_self_check is active; and the tables' time runs this much faster. */
    bool self_check;
    unsigned time_scale;  /* 1: real time */
    double hurry;         /* the limits of connections are divided by this; 0: as 1 */
    unsigned short_waits; /* bits of enum socket_wait: their limit is a second instead */
};

void server_defaults(struct server_settings *settings);

/* Serves until server_stop; calls `ready` with its ports once it listens. False with a reason. */
bool server_run(const struct server_settings *settings,
                void (*ready)(int port, int metrics_port, void *context), void *context,
                struct text *why);

/* Whether it listens at all addresses of the machine, of IPv4, IPv6 or both. */
bool server_is_everywhere(const struct server_settings *settings);

/* The URL at which a host of this server is reached. */
#define SERVER_URL_MAX 160
void server_url(const struct server_settings *settings, const char *host, int port,
                char url[SERVER_URL_MAX]);

/* Reads the certificate and the key again, and opens the access log again. May be called from a
 * signal handler. */
void server_reload(void);

/* Ends server_run after everything is stored and everybody is told. May be called from a signal
 * handler. */
void server_stop(void);

#endif
