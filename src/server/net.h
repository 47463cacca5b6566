/* net.h: listening, WebSockets and HTTP requests. */
#ifndef CORNET_SERVER_NET_H
#define CORNET_SERVER_NET_H

#include "net/host.h"
#include "net/trusted.h"
#include "server/http.h"

struct net {
    const struct server_settings *settings;
    const double *timeouts; /* of connections, as in struct socket_place */
    const struct health *health;
    const struct access *access;
    struct ev_loop *loop;
    struct addresses *addresses;
    struct conns *conns;
    struct http *http;

    /* net_prepare and net_open set these. */
    struct link_host host, metrics;
    struct trusted trusted;
    struct host public;                /* of settings->address, if there is one */
    struct lines names;                /* without settings->address: the names of this machine */
    char metrics_address[IP_TEXT_MAX]; /* of settings->metrics_bind */
    int metrics_port;                  /* the actual port, once open; 0: none */
    int connections_max;               /* WebSockets */
    SSL_CTX *tls;                      /* until the listener owns it */
    bool is_open, has_metrics;
    double began; /* when the work for a socket began, by address_clock */
};

/* Reads and checks the settings: proxies, addresses, the certificate, the folder of pages. Uses
 * nothing else. */
bool net_prepare(struct net *net, struct text *why);

/* Starts to listen and sets http->port. False with a reason. */
bool net_open(struct net *net, struct text *why);
void net_close(struct net *net); /* after net_open, net_prepare or neither */

/* Reloads the certificate and the key for new connections. On failure returns false with a reason
 * and keeps the old ones. */
bool net_reload(struct net *net, struct text *why);

#endif
