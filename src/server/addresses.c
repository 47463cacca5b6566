#include "server/addresses.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

/* The /48 network of an IPv6 address, which providers give to one customer; false for IPv4. */
static bool wide_name(const char *name, char wide[IP_TEXT_MAX])
{
    struct in6_addr ip;
    char text[IP_TEXT_MAX];
    if (strchr(name, '/') || !ip_read(span_of(name), &ip) || IN6_IS_ADDR_V4MAPPED(&ip) ||
        IN6_IS_ADDR_LOOPBACK(&ip))
        return false;
    memset(&ip.s6_addr[6], 0, 10);
    ip_write(&ip, text);
    snprintf(wide, IP_TEXT_MAX, "%.40s/48", text); /* at most 17 characters are left */
    return true;
}

#define WIDE_FACTOR 8      /* a /48 network may do as much as this many addresses */
#define WORK_PATIENCE 2    /* seconds of its loop time that it may owe before it is refused */
#define WORK_BURST 5       /* seconds: the burst of loop time that an address may use */
#define TURN_SECONDS 0.005 /* that it may use in one turn of the loop; then others go ahead */
#define MESSAGES_FACTOR 10 /* an address may send as much as this many connections */
#define REQUESTS_FACTOR 5  /* HTTP requests for each message that a connection may send */
#define MORE_SOCKETS 64    /* TCP connections of an address beside its WebSockets */
#define BURST_SECONDS 3.0  /* the size of a bucket, in seconds of its rate */
#define SEATS_BURST 6      /* open seats of public tables that an address may take at once */
#define SEATS_RATE 0.05    /* and then per second */
#define MOVES_RATE 100.0   /* moves per second of its bots at tables without people */
#define MOVES_BURST 2000.0
#define DAY_SECONDS 86400.0
#define NAMES_MAX 10.0 /* new accounts, per hour */
#define TRIES_MAX 20.0 /* wrong secrets, per hour */
#define HOUR 3600.0

static void bucket_fill(struct bucket *bucket, double rate, double max)
{
    const double now = clock_steady();
    bucket->tokens += (now - bucket->updated) * rate;
    bucket->tokens = bucket->tokens > max ? max : bucket->tokens;
    bucket->updated = now;
}

/* How many times the limits of one address it has. */
static unsigned factor_of(const struct address *address)
{
    return strchr(address->name, '/') ? WIDE_FACTOR : 1;
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

/* The bytes that an address may store in a day; 0: no limit. */
static double storage_of(const struct addresses *all)
{
    return all->settings->storage_per_day * 1e6;
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
        struct address *new = *at; /* `at` is of another list after the next find */
        char wide[sizeof new->name];
        new->creates.updated = new->messages.updated = new->requests.updated =
            new->handshakes.updated = new->seats.updated = new->moves.updated = new->work.updated =
                new->names.updated = new->tries.updated = clock_steady() - 7200;
        new->stored = (struct bucket){storage_of(all), clock_steady()};
        if (wide_name(name, wide))
            new->wide = address_hold(all, wide);
        return new;
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
    bool good = true;
    for (; address; address = address->wide)
        good &= address->sockets++ <
                factor_of(address) * ((unsigned)all->settings->per_address + MORE_SOCKETS);
    return good;
}

void address_gone(struct address *address)
{
    for (; address; address = address->wide)
        address->sockets--;
}

struct address *address_connect(struct addresses *all, struct address *address)
{
    for (const struct address *a = address; a; a = a->wide) {
        if (a->connections >= factor_of(a) * (unsigned)all->settings->per_address)
            return NULL;
    }
    for (struct address *a = address; a; a = a->wide)
        a->connections++;
    return address;
}

void address_disconnect(struct address *address)
{
    for (; address; address = address->wide)
        address->connections--;
}

static bool has_all_storage(const struct addresses *all, struct address *address)
{
    const double max = storage_of(all) * factor_of(address);
    bucket_fill(&address->stored, max / DAY_SECONDS, max);
    return address->stored.tokens >= max;
}

static void expire(struct addresses *all, bool at_end)
{
    const double max = all->settings->creates_per_hour;
    for (size_t i = 0; i < ADDRESSES_HASH; i++) {
        for (struct address **at = &all->hash[i]; *at;) {
            struct address *address = *at;
            bucket_fill(&address->creates, creates_rate(all), max);
            bucket_fill(&address->names, NAMES_MAX / HOUR, NAMES_MAX);
            bucket_fill(&address->tries, TRIES_MAX / HOUR, TRIES_MAX);
            const bool full = address->creates.tokens >= max && has_all_storage(all, address) &&
                              address->names.tokens >= NAMES_MAX &&
                              address->tries.tokens >= TRIES_MAX;
            if (address->holds == 0 && (at_end || full)) {
                *at = address->hash_next;
                if (address->wide)
                    address->wide->holds--;
                free(address);
            } else {
                at = &address->hash_next;
            }
        }
    }
}

void addresses_expire(struct addresses *all, bool at_end)
{
    expire(all, at_end);
    if (at_end)
        expire(all, true); /* the networks, which addresses held until now */
}

/* Takes a token from the address and its network. */
static bool take(struct address *address, size_t bucket, double rate, double max)
{
    bool good = true;
    for (; address; address = address->wide)
        good &= bucket_take((struct bucket *)((char *)address + bucket), rate * factor_of(address),
                            max * factor_of(address));
    return good;
}

static bool has_storage(const struct addresses *all, struct address *address)
{
    bool good = true;
    for (; address; address = address->wide) {
        const double max = storage_of(all) * factor_of(address);
        bucket_fill(&address->stored, max / DAY_SECONDS, max);
        good &= max == 0 || address->stored.tokens >= 0;
    }
    return good;
}

void address_stored(struct addresses *all, const char *name, size_t bytes)
{
    for (struct address *address = find(all, name); address; address = address->wide)
        address->stored.tokens -= (double)bytes;
}

/* Whether the address has overdrawn its share of the loop by less than what it gets in this many
 * seconds. */
static bool has_time(const struct addresses *all, struct address *address, double seconds)
{
    bool good = true;
    for (; address; address = address->wide) {
        const double rate = all->settings->loop_percent / 100.0 * factor_of(address);
        bucket_fill(&address->work, rate, rate * WORK_BURST);
        good &= rate == 0 || address->work.tokens >= -rate * seconds;
    }
    return good;
}

double address_clock(void)
{
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

double address_worked(const struct addresses *all, struct address *address, double began)
{
    const double seconds = address_clock() - began;
    for (; address; address = address->wide) {
        address->work.tokens -= seconds;
        address->worked += seconds;
        address->turn_worked = seconds + (address->turn == all->turn ? address->turn_worked : 0);
        address->turn = all->turn;
    }
    return seconds;
}

void address_worked_for(struct addresses *all, const char *name, double began)
{
    address_worked(all, find(all, name), began);
}

static bool count_refused(struct address *address, bool good)
{
    address->refused += !good;
    return good;
}

/* Whether it has used up its time in this turn of the loop. A network may use as much as several
 * addresses. */
static bool had_its_turn(const struct addresses *all, const struct address *address)
{
    bool had = false;
    for (; address; address = address->wide)
        had |=
            address->turn == all->turn && address->turn_worked > TURN_SECONDS * factor_of(address);
    return had && all->settings->loop_percent > 0;
}

bool address_may_work(const struct addresses *all, struct address *address)
{
    return has_time(all, address, 0) && !had_its_turn(all, address);
}

bool address_may_play(struct addresses *all, const char *name)
{
    struct address *address = find(all, name);
    return all->settings->messages_per_second == 0 ||
           (has_storage(all, address) && address_may_work(all, address) &&
            take(address, offsetof(struct address, moves), MOVES_RATE, MOVES_BURST));
}

bool address_may_create(struct addresses *all, struct address *address)
{
    return has_storage(all, address) && take(address, offsetof(struct address, creates),
                                             creates_rate(all), all->settings->creates_per_hour);
}

bool address_may_come(const struct addresses *all, struct address *address)
{
    return count_refused(address, has_time(all, address, WORK_PATIENCE));
}

bool address_may_send(struct addresses *all, struct address *address)
{
    const double rate = all->settings->messages_per_second * MESSAGES_FACTOR;
    return count_refused(address, rate == 0 || (take(address, offsetof(struct address, messages),
                                                     rate, rate * BURST_SECONDS) &&
                                                has_time(all, address, WORK_PATIENCE)));
}

bool address_may_sit(struct addresses *all, struct address *address)
{
    return all->settings->messages_per_second == 0 ||
           take(address, offsetof(struct address, seats), SEATS_RATE, SEATS_BURST);
}

int address_created(const struct addresses *all, struct address *address)
{
    bucket_fill(&address->creates, creates_rate(all) * factor_of(address),
                all->settings->creates_per_hour * factor_of(address));
    return (int)(all->settings->creates_per_hour * factor_of(address) - address->creates.tokens +
                 0.999);
}

bool address_may_request(struct addresses *all, struct address *address)
{
    const double rate = all->settings->messages_per_second * REQUESTS_FACTOR;
    return count_refused(address, rate == 0 || (take(address, offsetof(struct address, requests),
                                                     rate, rate * BURST_SECONDS) &&
                                                has_time(all, address, WORK_PATIENCE)));
}

bool address_may_handshake(struct addresses *all, struct address *address)
{
    const double rate = all->settings->messages_per_second, max = all->settings->per_address;
    return rate == 0 ||
           take(address, offsetof(struct address, handshakes), rate, max + MORE_SOCKETS);
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

static bool take_hourly(struct addresses *all, const char *name, size_t bucket, double max,
                        int *wait)
{
    struct address *address = find(all, name);
    const bool limited = all->settings->messages_per_second != 0;
    const bool good = !limited || take(address, bucket, max / HOUR, max);
    const struct bucket *own = (const struct bucket *)((const char *)address + bucket);
    *wait = good ? 0 : (int)((1 - own->tokens) * HOUR / max) + 1;
    return good;
}

bool address_may_name(struct addresses *all, const char *name, int *wait)
{
    return take_hourly(all, name, offsetof(struct address, names), NAMES_MAX, wait);
}

bool address_may_try(struct addresses *all, const char *name, int *wait)
{
    return take_hourly(all, name, offsetof(struct address, tries), TRIES_MAX, wait);
}

void address_forgive_name(struct addresses *all, const char *name)
{
    for (struct address *address = find(all, name); address; address = address->wide)
        address->names.tokens++;
}

void address_forgive_try(struct addresses *all, const char *name)
{
    for (struct address *address = find(all, name); address; address = address->wide)
        address->tries.tokens++;
}
