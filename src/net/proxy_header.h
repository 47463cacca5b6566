/* proxy_header.h: the PROXY protocol, versions 1 (a line of text) and 2 (binary): what a proxy
 * sends before anything else, to name the client for whom it connects. It can come in pieces of any
 * size. The bytes are untrusted. */
#ifndef CORNET_NET_PROXY_HEADER_H
#define CORNET_NET_PROXY_HEADER_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>

enum proxy_header_result {
    PROXY_HEADER_MORE, /* all bytes were taken, and more are needed */
    PROXY_HEADER_DONE,
    PROXY_HEADER_NONE, /* it is no such header, or a malformed one */
};

/* All zero: nothing has come. */
struct proxy_header {
    unsigned char bytes[16 + 2048]; /* those taken so far; a longer header is malformed */
    size_t length;
    bool names_client; /* else the connection is the proxy's own, a health check for instance */
    struct in6_addr client; /* then */
};

/* Reads on; `used` gets how many of the bytes were taken, which is never more than the header's. */
enum proxy_header_result proxy_header_read(struct proxy_header *header, const unsigned char *bytes,
                                           size_t length, size_t *used);

#endif
