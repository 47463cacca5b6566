#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "server/core.h"

/* An IPv6 address is cut to its /64 network, since a client can use any address of that. */
void address_name(const struct in6_addr *ip, char name[ADDRESS_NAME_MAX])
{
    struct in6_addr counted = *ip;
    if (!IN6_IS_ADDR_V4MAPPED(ip) && !IN6_IS_ADDR_LOOPBACK(ip))
        memset(&counted.s6_addr[8], 0, 8);
    ip_write(&counted, name);
}

_Static_assert(ADDRESS_NAME_MAX >= IP_TEXT_MAX, "a name is an address");

static struct address **find_slot(struct server *server, const char *name)
{
    uint64_t hash = 14695981039346656037u;
    for (const char *c = name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    struct address **at = &server->addresses[hash % SERVER_HASH];
    while (*at && strcmp((*at)->name, name) != 0)
        at = &(*at)->hash_next;
    return at;
}

#define MESSAGES_FACTOR 10 /* an address may send as much as this many connections */
#define REQUESTS_FACTOR 5  /* HTTP requests for each message that a connection may send */
#define MORE_SOCKETS 64    /* TCP connections of an address beside its WebSockets */
#define BURST_SECONDS 3.0  /* the size of a bucket, in seconds of its rate */

static void bucket_fill(struct bucket *bucket, double rate, double max)
{
    const double now = server_steady();
    bucket->tokens += (now - bucket->updated) * rate;
    bucket->tokens = bucket->tokens > max ? max : bucket->tokens;
    bucket->updated = now;
}

static bool bucket_take(struct bucket *bucket, double rate, double max)
{
    bucket_fill(bucket, rate, max);
    if (bucket->tokens < 1)
        return false;
    bucket->tokens--;
    return true;
}

static double creates_rate(const struct server *server)
{
    return server->settings.creates_per_hour / 3600.0;
}

/* Finds or adds an address. The buckets of a new one are full: they count as last updated two hours
 * ago. */
static struct address *find(struct server *server, const char *name)
{
    struct address **at = find_slot(server, name);
    if (!*at) {
        *at = memory_new(1, sizeof **at);
        snprintf((*at)->name, sizeof(*at)->name, "%s", name);
        (*at)->creates.updated = (*at)->messages.updated = (*at)->requests.updated =
            server_steady() - 7200;
    }
    return *at;
}

struct address *address_hold(struct server *server, const char *name)
{
    struct address *address = find(server, name);
    address->holds++;
    return address;
}

void address_release(struct address *address)
{
    address->holds--; /* addresses_expire frees it later */
}

bool address_come(const struct server *server, struct address *address)
{
    return address->sockets++ < (unsigned)server->settings.per_address + MORE_SOCKETS;
}

void address_gone(struct address *address)
{
    address->sockets--;
}

struct address *address_connect(struct server *server, struct address *address)
{
    if (address->connections >= (unsigned)server->settings.per_address)
        return NULL;
    address->connections++;
    return address;
}

void address_disconnect(struct address *address)
{
    address->connections--;
}

void addresses_expire(struct server *server)
{
    const double max = server->settings.creates_per_hour;
    for (size_t i = 0; i < SERVER_HASH; i++) {
        for (struct address **at = &server->addresses[i]; *at;) {
            struct address *address = *at;
            bucket_fill(&address->creates, creates_rate(server), max);
            if (address->holds == 0 && (server->stopping || address->creates.tokens >= max)) {
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
    return bucket_take(&address->creates, creates_rate(server), server->settings.creates_per_hour);
}

bool address_may_send(struct server *server, struct address *address)
{
    const double rate = server->settings.messages_per_second * MESSAGES_FACTOR;
    return rate == 0 || bucket_take(&address->messages, rate, rate * BURST_SECONDS);
}

bool address_may_request(struct server *server, struct address *address)
{
    const double rate = server->settings.messages_per_second * REQUESTS_FACTOR;
    return rate == 0 || bucket_take(&address->requests, rate, rate * BURST_SECONDS);
}

bool address_may_request_more(struct server *server, const char *name, int tokens)
{
    const double rate = server->settings.messages_per_second * REQUESTS_FACTOR;
    struct bucket *bucket = &find(server, name)->requests;
    if (rate == 0)
        return true;
    if (!bucket_take(bucket, rate, rate * BURST_SECONDS))
        return false;
    bucket->tokens -= tokens - 1;
    return true;
}

bool server_is_everywhere(const struct server_settings *settings)
{
    const char *at = settings->interface;
    return !at || strcmp(at, "0.0.0.0") == 0 || strcmp(at, "::") == 0;
}

void server_url(const struct server_settings *settings, const char *host, int port,
                char url[SERVER_URL_MAX])
{
    struct text out = text_on(url, SERVER_URL_MAX);
    text_add(&out, settings->certificate ? "https://" : "http://");
    ip_write_for_url(host, &out);
    text_printf(&out, ":%d/", port);
}

void addresses_of_server(const struct server *server, struct lines *out)
{
    struct ifaddrs *list = NULL;
    char url[SERVER_URL_MAX];
    if (server->settings.address) {
        lines_add(out, span_of(server->settings.address));
        return;
    }
    const bool all = server_is_everywhere(&server->settings);
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
            server_url(&server->settings, text, server->port, url);
            lines_add(out, span_of(url));
        }
        freeifaddrs(list);
    }
    const bool is_local = all || strcmp(server->settings.interface, "127.0.0.1") == 0;
    server_url(&server->settings, is_local ? "localhost" : server->settings.interface, server->port,
               url);
    lines_add(out, span_of(url));
}
