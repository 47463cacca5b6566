/* proxy_headers.h: valid and malformed PROXY headers, for the tests of their parser and of the
 * server. */
#ifndef CORNET_TESTS_PROXY_HEADERS_H
#define CORNET_TESTS_PROXY_HEADERS_H

#include <stddef.h>

struct proxy_case {
    const char *bytes;
    size_t length;
    const char *client; /* "": the proxy itself; NULL: the header is malformed */
};

enum { PROXY_CASES = 32 };
extern const struct proxy_case proxy_cases[PROXY_CASES];

#endif
