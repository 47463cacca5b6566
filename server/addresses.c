/* What each address uses of the server; and under which addresses the server can be reached. */
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "server/inside.h"

static struct address **find_place(struct server *server, const char *name)
{
    uint64_t hash = 14695981039346656037u;
    for (const char *c = name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    struct address **at = &server->addresses[hash % SERVER_HASH];
    while (*at && strcmp((*at)->name, name) != 0)
        at = &(*at)->hash_next;
    return at;
}

/* One connection more from there; NULL where there are too many. */
struct address *address_take(struct server *server, const char *name)
{
    struct address **at = find_place(server, name);
    if (!*at) {
        *at = memory_new(1, sizeof **at);
        snprintf((*at)->name, sizeof(*at)->name, "%s", name);
        (*at)->creates = server->settings.creates_per_hour;
        (*at)->creates_at = room_now();
    }
    if ((*at)->connections >= (unsigned)server->settings.per_address)
        return NULL;
    (*at)->connections++;
    return *at;
}

static void refill(const struct server *server, struct address *address)
{
    const double most = server->settings.creates_per_hour, now = room_now();
    address->creates += (now - address->creates_at) / 3600 * most;
    address->creates = address->creates > most ? most : address->creates;
    address->creates_at = now;
}

/* An address is forgotten when nothing of it is left and it could create as much as anybody. */
void address_drop(struct server *server, struct address *address)
{
    address->connections--;
    refill(server, address);
    if (address->connections > 0 || address->creates < server->settings.creates_per_hour)
        return;
    struct address **at = find_place(server, address->name);
    *at = address->hash_next;
    free(address);
}

void addresses_forget(struct server *server)
{
    for (size_t i = 0; i < SERVER_HASH; i++) {
        for (struct address **at = &server->addresses[i]; *at;) {
            struct address *address = *at;
            refill(server, address);
            if (address->connections == 0 &&
                (server->stopping || address->creates >= server->settings.creates_per_hour)) {
                *at = address->hash_next;
                free(address);
            } else {
                at = &address->hash_next;
            }
        }
    }
}

bool address_may_create(struct server *server, struct address *address)
{
    refill(server, address);
    if (address->creates < 1)
        return false;
    address->creates--;
    return true;
}

/* The addresses to give to others: what was told, or those of the machine, the local network's
 * before the loopback's. */
void addresses_of_machine(const struct server *server, struct lines *out)
{
    const char *scheme = server->settings.certificate ? "https" : "http";
    struct ifaddrs *list = NULL;
    char url[160];
    if (server->settings.address) {
        lines_add(out, span_of(server->settings.address));
        return;
    }
    const bool all = !server->settings.interface;
    if (all && getifaddrs(&list) == 0) {
        for (const struct ifaddrs *i = list; i; i = i->ifa_next) {
            char text[INET_ADDRSTRLEN];
            if (!i->ifa_addr || i->ifa_addr->sa_family != AF_INET || !(i->ifa_flags & IFF_UP) ||
                (i->ifa_flags & IFF_LOOPBACK))
                continue;
            const void *address =
                &((const struct sockaddr_in *)(const void *)i->ifa_addr)->sin_addr;
            if (!inet_ntop(AF_INET, address, text, sizeof text))
                continue;
            snprintf(url, sizeof url, "%s://%s:%d/", scheme, text, server->port);
            lines_add(out, span_of(url));
        }
        freeifaddrs(list);
    }
    snprintf(url, sizeof url, "%s://%s:%d/", scheme,
             all || strcmp(server->settings.interface, "127.0.0.1") == 0
                 ? "localhost"
                 : server->settings.interface,
             server->port);
    lines_add(out, span_of(url));
}
