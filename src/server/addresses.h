/* addresses.h: rate limits for each client address. */
#ifndef CORNET_SERVER_ADDRESSES_H
#define CORNET_SERVER_ADDRESSES_H

#include <stdbool.h>

#include "net/ip.h"
#include "server/settings.h"

#define ADDRESSES_HASH 16384 /* buckets */

/* A token bucket. */
struct bucket {
    double tokens;  /* at the time `updated` */
    double updated; /* monotonic seconds */
};

/* A client address; for IPv6 its network, see address_name. */
struct address {
    struct address *hash_next;
    struct address
        *wide; /* the /48 network of an IPv6 address, with limits of its own; else NULL */
    char name[IP_TEXT_MAX];
    unsigned connections; /* WebSockets */
    unsigned sockets;     /* its direct TCP connections, not those of a proxy for it */
    unsigned holds;       /* reference count */
    struct bucket creates, messages, requests;
    struct bucket handshakes; /* of TLS, with this server */
    struct bucket seats;      /* open seats of public tables */
    struct bucket moves;      /* of bots at tables without people */
    struct bucket names;      /* new accounts */
    struct bucket tries;      /* of secrets: words, codes, passkeys */
    struct bucket stored;     /* bytes in the store; negative: overdrawn */
    struct bucket work;       /* seconds of the loop's time; negative: overdrawn */
    double worked;            /* seconds of it, since the address is known */
    double turn_worked;       /* seconds of it, in the turn `turn` */
    uint32_t turn;
    uint64_t refused; /* messages and requests beyond the limits, since then */
};

/* Initialise with zeros, and set the settings. */
struct addresses {
    const struct server_settings *settings;
    uint32_t turn; /* of the loop: counts them */
    struct address *hash[ADDRESSES_HASH];
};

/* The name under which a client's address is counted. */
void address_name(const struct in6_addr *ip, char name[IP_TEXT_MAX]);

/* Finds or adds an address, and holds it until it is released. */
struct address *address_hold(struct addresses *all, const char *name);
void address_release(struct address *address);

/* Counts a TCP connection; false if there are too many (it is counted all the same). */
bool address_come(const struct addresses *all, struct address *address);
void address_gone(struct address *address);

/* Counts a WebSocket; NULL if the address has too many. */
struct address *address_connect(struct addresses *all, struct address *address);
void address_disconnect(struct address *address);

/* Frees addresses that are not held and whose bucket for new tables is full again; `at_end`: all
 * that are not held. */
void addresses_expire(struct addresses *all, bool at_end);

/* Whether the loop may work for the address now, or must first let others go ahead; whether it may
 * open a connection. */
bool address_may_work(const struct addresses *all, struct address *address);
bool address_may_come(const struct addresses *all, struct address *address);

/* Take a token for a new table, a message, an HTTP request, a TLS handshake; false if there is
 * none. Messages and requests are also refused while the address owes much of the loop's time. */
bool address_may_create(struct addresses *all, struct address *address);
bool address_may_send(struct addresses *all, struct address *address);
bool address_may_request(struct addresses *all, struct address *address);
bool address_may_handshake(struct addresses *all, struct address *address);

/* Takes a token for an open seat at a public table. */
bool address_may_sit(struct addresses *all, struct address *address);

/* The address of a client that made a table: takes a token for a bot's move at a table without
 * people; charges bytes in the store. Nobody may make tables, or let such bots play, who has used
 * up the bytes of a day. */
bool address_may_play(struct addresses *all, const char *name);
void address_stored(struct addresses *all, const char *name, size_t bytes);

/* The number of tables that count against its limit now. */
int address_created(const struct addresses *all, struct address *address);

/* Charges the loop's work since `began`, which is an earlier address_clock. It counts the loop's
 * processor time, in seconds: other programs of a busy machine cost nobody anything. */
double address_clock(void);
double address_worked(const struct addresses *all, struct address *address,
                      double began); /* returns the seconds */
void address_worked_for(struct addresses *all, const char *name, double began);

/* Takes a token for a new account, or for trying a secret; false if there is none, then `wait` is
 * how many seconds until there is one. The forgiving functions give it back: the name was refused,
 * the secret was right. */
bool address_may_name(struct addresses *all, const char *name, int *wait);
bool address_may_try(struct addresses *all, const char *name, int *wait);
void address_forgive_name(struct addresses *all, const char *name);
void address_forgive_try(struct addresses *all, const char *name);

/* Takes this many HTTP tokens, for an expensive request; the bucket may then be overdrawn. False if
 * the bucket is empty; then none are taken. */
bool address_may_request_more(struct addresses *all, const char *name, int tokens);

#endif
