/* ip.h: IP addresses and networks. An IPv4 address is kept as the IPv6 address that stands for it
 * (::ffff:192.0.2.1), so that an address has one form however it was learnt. */
#ifndef CORNET_NET_IP_H
#define CORNET_NET_IP_H

#include <netinet/in.h>
#include <stdbool.h>
#include <sys/socket.h>

#include "base/text.h"

#define IP_TEXT_MAX INET6_ADDRSTRLEN

struct in6_addr ip_of_four(const void *four); /* four bytes */
bool ip_read(struct span text, struct in6_addr *out);
void ip_write(const struct in6_addr *ip, char text[IP_TEXT_MAX]); /* IPv4 as 192.0.2.1 */
void ip_of_peer(const struct sockaddr_storage *peer, struct in6_addr *out);

/* ADDRESS:PORT, an IPv6 address in brackets; the port may be 0. The address is written as inet_pton
 * reads it. */
bool ip_read_place(struct span text, char address[IP_TEXT_MAX], int *port);

/* The address as it stands in a URL: IPv6 in brackets. */
void ip_write_for_url(const char *address, struct text *out);

struct ip_net {
    struct in6_addr ip;
    unsigned bits; /* of `ip` that matter, of 128 */
};

bool ip_net_read(struct span text, struct ip_net *out); /* ADDRESS or ADDRESS/BITS */
bool ip_net_has(const struct ip_net *net, const struct in6_addr *ip);

#endif
