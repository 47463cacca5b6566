/* addresses.h: rate limits for each client address; and the addresses of the server itself. */
#ifndef CORNET_SERVER_ADDRESSES_H
#define CORNET_SERVER_ADDRESSES_H

#include <stdbool.h>

#include "base/lines.h"
#include "net/ip.h"

#define ADDRESS_NAME_MAX 48

struct server;

/* A token bucket. */
struct bucket {
    double tokens;  /* at the time `updated` */
    double updated; /* monotonic seconds */
};

/* A client address; of IPv6 its network, see address_name. */
struct address {
    struct address *hash_next;
    char name[ADDRESS_NAME_MAX];
    unsigned connections; /* WebSockets */
    unsigned sockets;     /* TCP connections of its own: not those of a proxy for it */
    unsigned holds;       /* while there are any it is not freed */
    struct bucket creates, messages, requests;
};

/* The name under which a client's address is counted. */
void address_name(const struct in6_addr *ip, char name[ADDRESS_NAME_MAX]);

/* Finds or adds an address, which stays until it is released. */
struct address *address_hold(struct server *server, const char *name);
void address_release(struct address *address);

/* Counts a TCP connection; false if there are too many, but it is counted too. */
bool address_come(const struct server *server, struct address *address);
void address_gone(struct address *address);

/* Counts a WebSocket; NULL if the address has too many. */
struct address *address_connect(struct server *server, struct address *address);
void address_disconnect(struct address *address);

/* Frees addresses that nobody holds whose bucket of new tables is full again; all that nobody holds
 * if the server is stopping. */
void addresses_expire(struct server *server);

/* Take a token for a new table, a message, an HTTP request; false if there is none. */
bool address_may_create(struct server *server, struct address *address);
bool address_may_send(struct server *server, struct address *address);
bool address_may_request(struct server *server, struct address *address);

/* Takes this many more tokens of HTTP requests, for one that costs as much as so many; false, and
 * then none is taken, if there is none left. The bucket may then be overdrawn. */
bool address_may_request_more(struct server *server, const char *name, int tokens);

/* URLs of the server to give to others: the one in its settings, or those of the machine, with
 * those of the local network before localhost. */
void addresses_of_server(const struct server *server, struct lines *out);

#endif
