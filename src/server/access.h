/* access.h: writes the access log (`serve --access-log`): one line per request and two per
 * WebSocket. docs/design/server.md has the format.
 *
 * Lines never contain a request's query, headers or messages, and only the start of a table's id,
 * since anybody who knows the id may take a seat. */
#ifndef CORNET_SERVER_ACCESS_H
#define CORNET_SERVER_ACCESS_H

#include "net/link.h"
#include "server/settings.h"
#include "server/work/log.h"

struct access {
    struct log *log; /* NULL: none */
    const struct server_settings *settings;
    double woken; /* start of the current loop iteration, in monotonic seconds */
};

/* Finds what the log has of addresses: full, network or none. */
bool access_find(const char *name, int *what);

/* `request` is NULL if it could not be read. */
void access_answered(const struct access *access, const struct link *link,
                     const struct http_request *request, int status, size_t bytes);
void access_opened(const struct access *access, const struct link *link,
                   const struct http_request *request);

/* `bytes` were sent since `opened`, in monotonic seconds. */
void access_closed(const struct access *access, const struct link *link, uint64_t bytes,
                   double opened);

#endif
