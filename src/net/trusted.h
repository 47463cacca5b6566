/* trusted.h: the proxies whose word counts (`serve --trusted-proxy`), and the client that they name
 * in X-Forwarded-For. */
#ifndef CORNET_NET_TRUSTED_H
#define CORNET_NET_TRUSTED_H

#include "net/ip.h"

#define TRUSTED_MAX 64

struct trusted {
    struct ip_net net[TRUSTED_MAX];
    size_t count;
};

/* ADDRESS or ADDRESS/BITS, separated by commas; NULL: none. */
bool trusted_read(struct trusted *trusted, const char *list, struct text *why);
bool trusted_has(const struct trusted *trusted, const struct in6_addr *ip);

/* The client of a request that came by trusted proxies: each adds the address it was called from at
 * the right of the header, so it is the rightmost address that is not itself trusted. What is left
 * of that anybody may have written, and it is not looked at. If all are trusted, the leftmost.
 * False if an address that counts cannot be read. */
bool trusted_client(const struct trusted *trusted, const char *header, struct in6_addr *client);

#endif
