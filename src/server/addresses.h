/* addresses.h: rate limits for each client address. */
#ifndef CORNET_SERVER_ADDRESSES_H
#define CORNET_SERVER_ADDRESSES_H

#include <stdbool.h>

#include "net/ip.h"
#include "server/settings.h"

#define ADDRESSES_HASH 16384 /* buckets */

/* A token bucket. */
struct bucket {
    double tokens;  /* at the time `updated` */
    double updated; /* monotonic seconds */
};

/* A client address; of IPv6 its network, see address_name. */
struct address {
    struct address *hash_next;
    char name[IP_TEXT_MAX];
    unsigned connections; /* WebSockets */
    unsigned sockets;     /* TCP connections of its own: not those of a proxy for it */
    unsigned holds;       /* while there are any it is not freed */
    struct bucket creates, messages, requests;
};

/* All zero but the settings: there are none yet. */
struct addresses {
    const struct server_settings *settings;
    struct address *hash[ADDRESSES_HASH];
};

/* The name under which a client's address is counted. */
void address_name(const struct in6_addr *ip, char name[IP_TEXT_MAX]);

/* Finds or adds an address, which stays until it is released. */
struct address *address_hold(struct addresses *all, const char *name);
void address_release(struct address *address);

/* Counts a TCP connection; false if there are too many, but it is counted too. */
bool address_come(const struct addresses *all, struct address *address);
void address_gone(struct address *address);

/* Counts a WebSocket; NULL if the address has too many. */
struct address *address_connect(struct addresses *all, struct address *address);
void address_disconnect(struct address *address);

/* Frees addresses that nobody holds whose bucket of new tables is full again; `at_end`: all that
 * nobody holds. */
void addresses_expire(struct addresses *all, bool at_end);

/* Take a token for a new table, a message, an HTTP request; false if there is none. */
bool address_may_create(struct addresses *all, struct address *address);
bool address_may_send(struct addresses *all, struct address *address);
bool address_may_request(struct addresses *all, struct address *address);

/* Takes this many more tokens of HTTP requests, for one that costs as much as so many; false, and
 * then none is taken, if there is none left. The bucket may then be overdrawn. */
bool address_may_request_more(struct addresses *all, const char *name, int tokens);

#endif
