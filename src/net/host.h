/* host.h: the host of the server's public address, with which a request's Host is compared. */
#ifndef CORNET_NET_HOST_H
#define CORNET_NET_HOST_H

#include <stdbool.h>

#define HOST_MAX 256

struct host {
    char name[HOST_MAX];      /* in lower case, with the port if it is not the scheme's own */
    const char *default_port; /* ":443" */
};

/* Of "https://dice.example/". False if it is no such URL. */
bool host_of_url(struct host *host, const char *url);
bool host_is(const struct host *host, const char *header);

#endif
