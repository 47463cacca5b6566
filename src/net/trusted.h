/* trusted.h: trusted proxies (`serve --trusted-proxy`), and the client that they name in
 * X-Forwarded-For. */
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

/* Whether a network of the list has all IPv4 or all IPv6 addresses. */
bool trusted_has_all(const struct trusted *trusted);

/* The client of a request forwarded by trusted proxies. Each proxy appends its peer's address on
 * the right, so the client is the rightmost address that is not a trusted proxy. Addresses left of
 * it could be forged and are ignored. If all are trusted, the client is the leftmost one. False if
 * a needed address is malformed. */
bool trusted_client(const struct trusted *trusted, const char *header, struct in6_addr *client);

#endif
