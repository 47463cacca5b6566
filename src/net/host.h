/* host.h: checks the Host header of requests. A server with a public address requires that one. A
 * server without one accepts its own names and numeric addresses only: otherwise a page of another
 * site could point its own name at this server and use it (DNS rebinding). */
#ifndef CORNET_NET_HOST_H
#define CORNET_NET_HOST_H

#include <stdbool.h>

#include "base/lines.h"

#define HOST_MAX 256

struct host {
    char name[HOST_MAX];      /* lower case, with the port unless it is the scheme's default */
    const char *default_port; /* ":443" */
};

/* Parses "https://dice.example/". False if it is not such a URL. */
bool host_of_url(struct host *host, const char *url);
bool host_is(const struct host *host, const char *header);

/* Adds the names of this machine: its host name, with and without its domain, and in `.local`. */
void host_own_names(struct lines *names);

/* Whether the header has localhost, a numeric address or one of the names, with any port. */
bool host_is_own(const struct lines *names, const char *header);

#endif
