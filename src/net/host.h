/* host.h: the host of the server's public address, to check the Host header of requests. */
#ifndef CORNET_NET_HOST_H
#define CORNET_NET_HOST_H

#include <stdbool.h>

#define HOST_MAX 256

struct host {
    char name[HOST_MAX];      /* lower case, with the port unless it is the scheme's default */
    const char *default_port; /* ":443" */
};

/* Parses "https://dice.example/". False if it is not such a URL. */
bool host_of_url(struct host *host, const char *url);
bool host_is(const struct host *host, const char *header);

#endif
