/* settings.h: the settings of a server, and the addresses that follow from them. */
#ifndef CORNET_SERVER_SETTINGS_H
#define CORNET_SERVER_SETTINGS_H

#include <stdbool.h>

#include "base/lines.h"

struct agent_opener;

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

    /* For tests: self_check.h is active; and the tables' time runs this much faster. */
    bool self_check;
    unsigned time_scale;  /* 1: real time */
    double hurry;         /* the limits of connections are divided by this; 0: as 1 */
    unsigned short_waits; /* bits of enum socket_wait: their limit is a second instead */
};

void server_defaults(struct server_settings *settings);

/* Whether it listens at all addresses of the machine, of IPv4, IPv6 or both. */
bool server_is_everywhere(const struct server_settings *settings);

/* The URL at which a host of this server is reached. */
#define SERVER_URL_MAX 160
void server_url(const struct server_settings *settings, const char *host, int port,
                char url[SERVER_URL_MAX]);

/* URLs of the server to give to others: the one in its settings, or those of the machine, with
 * those of the local network before localhost. */
void server_urls(const struct server_settings *settings, int port, struct lines *out);

#endif
