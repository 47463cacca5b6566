#include "server/addresses.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"

/* An IPv6 address is cut to its /64 network, since a client can use any address of that. */
void address_name(const struct in6_addr *ip, char name[IP_TEXT_MAX])
{
    struct in6_addr counted = *ip;
    if (!IN6_IS_ADDR_V4MAPPED(ip) && !IN6_IS_ADDR_LOOPBACK(ip))
        memset(&counted.s6_addr[8], 0, 8);
    ip_write(&counted, name);
}

#define MESSAGES_FACTOR 10 /* an address may send as much as this many connections */
#define REQUESTS_FACTOR 5  /* HTTP requests for each message that a connection may send */
#define MORE_SOCKETS 64    /* TCP connections of an address beside its WebSockets */
#define BURST_SECONDS 3.0  /* the size of a bucket, in seconds of its rate */

static void bucket_fill(struct bucket *bucket, double rate, double max)
{
    const double now = clock_steady();
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

static double creates_rate(const struct addresses *all)
{
    return all->settings->creates_per_hour / 3600.0;
}

/* Finds or adds an address. The buckets of a new one are full: they count as last updated two hours
 * ago. */
static struct address *find(struct addresses *all, const char *name)
{
    struct address **at = &all->hash[text_hash(name) % ADDRESSES_HASH];
    while (*at && strcmp((*at)->name, name) != 0)
        at = &(*at)->hash_next;
    if (!*at) {
        *at = memory_new(1, sizeof **at);
        snprintf((*at)->name, sizeof(*at)->name, "%s", name);
        (*at)->creates.updated = (*at)->messages.updated = (*at)->requests.updated =
            clock_steady() - 7200;
    }
    return *at;
}

struct address *address_hold(struct addresses *all, const char *name)
{
    struct address *address = find(all, name);
    address->holds++;
    return address;
}

void address_release(struct address *address)
{
    address->holds--; /* addresses_expire frees it later */
}

bool address_come(const struct addresses *all, struct address *address)
{
    return address->sockets++ < (unsigned)all->settings->per_address + MORE_SOCKETS;
}

void address_gone(struct address *address)
{
    address->sockets--;
}

struct address *address_connect(struct addresses *all, struct address *address)
{
    if (address->connections >= (unsigned)all->settings->per_address)
        return NULL;
    address->connections++;
    return address;
}

void address_disconnect(struct address *address)
{
    address->connections--;
}

void addresses_expire(struct addresses *all, bool at_end)
{
    const double max = all->settings->creates_per_hour;
    for (size_t i = 0; i < ADDRESSES_HASH; i++) {
        for (struct address **at = &all->hash[i]; *at;) {
            struct address *address = *at;
            bucket_fill(&address->creates, creates_rate(all), max);
            if (address->holds == 0 && (at_end || address->creates.tokens >= max)) {
                *at = address->hash_next;
                free(address);
            } else {
                at = &address->hash_next;
            }
        }
    }
}

bool address_may_create(struct addresses *all, struct address *address)
{
    return bucket_take(&address->creates, creates_rate(all), all->settings->creates_per_hour);
}

bool address_may_send(struct addresses *all, struct address *address)
{
    const double rate = all->settings->messages_per_second * MESSAGES_FACTOR;
    return rate == 0 || bucket_take(&address->messages, rate, rate * BURST_SECONDS);
}

bool address_may_request(struct addresses *all, struct address *address)
{
    const double rate = all->settings->messages_per_second * REQUESTS_FACTOR;
    return rate == 0 || bucket_take(&address->requests, rate, rate * BURST_SECONDS);
}

bool address_may_request_more(struct addresses *all, const char *name, int tokens)
{
    struct address *address = find(all, name);
    if (!address_may_request(all, address))
        return false;
    if (all->settings->messages_per_second)
        address->requests.tokens -= tokens - 1;
    return true;
}
