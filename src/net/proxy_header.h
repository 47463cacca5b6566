/* proxy_header.h: the PROXY protocol, versions 1 (a line of text) and 2 (binary): the first bytes
 * that a proxy sends, to name its client. They can arrive in pieces of any size and are untrusted.
 */
#ifndef CORNET_NET_PROXY_HEADER_H
#define CORNET_NET_PROXY_HEADER_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>

enum proxy_header_result {
    PROXY_HEADER_MORE, /* all bytes were consumed, and more are needed */
    PROXY_HEADER_DONE,
    PROXY_HEADER_NONE, /* not a PROXY header, or malformed */
};

/* Initialise with zeros. */
struct proxy_header {
    unsigned char bytes[16 + 2048]; /* received so far; a longer header is malformed */
    size_t length;
    bool names_client;      /* false: the proxy's own connection, for instance a health check */
    struct in6_addr client; /* valid if names_client */
};

/* Parses more bytes; `used` gets the number consumed, which never exceeds the header. */
enum proxy_header_result proxy_header_read(struct proxy_header *header, const unsigned char *bytes,
                                           size_t length, size_t *used);

#endif
