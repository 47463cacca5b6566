/* fetch.h: requests of a client, over http or https. They block, for FETCH_SECONDS at most. */
#ifndef CORNET_NET_FETCH_H
#define CORNET_NET_FETCH_H

#include <openssl/ssl.h>
#include <stdbool.h>

#include "base/text.h"

enum { FETCH_SECONDS = 15 };

struct fetch_url {
    char host[256], path[512]; /* path: with its `/`, or empty */
    int port;
    bool tls;
};

/* Reads http://HOST:PORT/PATH, or https, ws or wss; without a scheme it is http. */
bool fetch_read_url(const char *text, struct fetch_url *url);

/* The body of an answer with status 200, which the caller frees; a NUL follows it. NULL with a
 * reason, and with the status, or 0 if there was no answer. Follows redirections within the host.
 */
char *fetch_get(const struct fetch_url *url, const char *path, size_t *length, int *status,
                struct text *why);

/* A request of a person (docs/develop/people.md). */
struct fetch_request {
    const char *path;
    const char *token; /* of a session; NULL: none */
    const char *body;  /* JSON to POST; NULL: GET */
};

/* The body of an answer with any status, which the caller frees. NULL with a reason if there was no
 * answer. */
char *fetch_ask(const struct fetch_url *url, const struct fetch_request *request, size_t *length,
                int *status, struct text *why);

/* The TLS settings of a client, which verify the server; NULL: no memory. */
SSL_CTX *fetch_tls(void);

#endif
