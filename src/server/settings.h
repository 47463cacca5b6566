/* settings.h: the settings of a server, and its addresses derived from them. */
#ifndef CORNET_SERVER_SETTINGS_H
#define CORNET_SERVER_SETTINGS_H

#include <stdbool.h>

#include "base/lines.h"

struct agent_opener;

enum { ADDRESSES_FULL, ADDRESSES_NETWORK, ADDRESSES_NONE };

/* The caller owns the texts, which must outlive the server. */
struct server_settings {
    const char *interface; /* the address to listen on, as in struct socket_place */
    int port;              /* 0: any free one */
    const char *store;     /* path, or the address of a database */
    const char *name;      /* this server's among those that share a database */
    const char *fair_key;  /* path of the key file of fair dice 3, made if missing; NULL: no table
                              has version 3 */
    const char *web;       /* a folder to serve before the built-in files; NULL: none */
    const char *origin;    /* another origin that may connect; NULL: none */
    const char *address; /* the public address: used in links, and required as the Host of requests;
                            NULL: the machine's own addresses, and any Host */
    const char *certificate, *key;     /* paths, for TLS; NULL: none */
    const struct agent_opener *opener; /* creates the bots; NULL: bot_open */
    const char *trusted_proxies;       /* addresses and networks, with commas; NULL: none */
    const char *access_log;            /* path; "-": standard output; NULL: none */
    int log_addresses;                 /* in that: ADDRESSES_FULL, ... */
    const char *metrics_bind; /* separate ADDRESS:PORT for the metrics, PORT 0: any free one; NULL:
                                 served on the public port */
    int tables_max, connections_max, per_address, creates_per_hour;
    int messages_per_second;                /* of one connection; 0: no limit */
    int loop_percent;                       /* of the loop's time, for one address; 0: no limit */
    int storage_per_day;                    /* megabytes that one address may store; 0: no limit */
    int keep, keep_unfinished;              /* days after which tables are deleted; 0: never */
    const char *contact, *report, *privacy; /* addresses for the page's footer; NULL: none */
    int bot_threads;
    int round_pause; /* milliseconds between rounds of games with their own clock */
    int grace;       /* as in struct table_env, but in seconds */
};

void server_defaults(struct server_settings *settings);

/* Whether it listens on all addresses of the machine: IPv4, IPv6 or both. */
bool server_is_everywhere(const struct server_settings *settings);

/* The server's URL at this host. */
#define SERVER_URL_MAX 160
void server_url(const struct server_settings *settings, const char *host, int port,
                char url[SERVER_URL_MAX]);

/* The URLs to give to players: the one in the settings, or the machine's own, with those of the
 * local network before localhost. */
void server_urls(const struct server_settings *settings, int port, struct lines *out);

#endif
