/* accounts.h: HTTP requests about people's accounts (docs/develop/people.md). A request is read
 * here, handled on a thread (people/people.h), and answered when the thread has finished. */
#ifndef CORNET_SERVER_ACCOUNTS_H
#define CORNET_SERVER_ACCOUNTS_H

#include "net/http_head.h"
#include "net/link.h"
#include "server/addresses.h"
#include "server/health.h"
#include "server/waiters.h"
#include "server/work/pool.h"

struct clock;

/* Initialise with zeros, and set the pointers. */
struct accounts {
    const struct server_settings *settings;
    const struct health *health;
    const struct clock *clock;
    struct addresses *addresses;
    struct pool *pool;
    const unsigned char *key; /* see accounts_key */

    struct accounts_call *calls;          /* list of those under way */
    const struct accounts_call *answered; /* whose waiter is being called */
    uint64_t asked;
    double erase_at; /* monotonic seconds: when deleted accounts are next cleared up */
    bool erasing;
    uint64_t limited[2]; /* requests refused since an address made too many accounts, or tries */
    double told[2];      /* when that was last reported, in monotonic seconds */
};

/* A request under way. */
struct accounts_call {
    struct accounts_call *next;
    uint64_t number;
    struct waiters waiters; /* of its link; empty: the client has left */
    char address[IP_TEXT_MAX];
    enum people_verb verb;
    bool program;
    bool secure, page; /* `page`: a profile's page, not JSON */
    const struct people_answer *answer;
};

/* A request that cannot be handed on. */
struct accounts_refusal {
    int status;
    const char *code;
    char text[TEXT_WHY];
    int wait; /* seconds; 0: not known */
};

/* Whether the path is one of ours. */
bool accounts_has(const char *path);

/* Hands the request to a thread. The caller adds a waiter, whose function finds the answer in
 * accounts->answered. NULL with a refusal. `page`: a profile's page is wanted. */
struct accounts_call *accounts_ask(struct accounts *accounts, const struct link *link,
                                   const struct http_request *http, bool page,
                                   struct accounts_refusal *refusal);

/* The cookie to set or delete, for the response's head; empty: none. */
#define ACCOUNTS_COOKIE_MAX 256
void accounts_cookie(const struct accounts *accounts, const struct accounts_call *call,
                     char out[ACCOUNTS_COOKIE_MAX]);

/* Handles the pool's answer. */
void accounts_done(struct accounts *accounts, struct job *job);

/* Now and then: clears up after deleted accounts. */
void accounts_tick(struct accounts *accounts);
void accounts_close(struct accounts *accounts);

/* Reads or makes the key of all hashes: beside a store's file, or in the database. */
bool accounts_key(struct store *store, const char *path, unsigned char key[PEOPLE_KEY_BYTES],
                  struct text *why);

/* Copies that key to the copy of a store: a file, beside which it is written, or (if `target` is
 * not NULL) an opened store. False with a reason, also if the other store has a different one. */
bool accounts_copy_key(struct store *from, const char *from_path, struct store *target,
                       const char *to, struct text *why);

/* The server's URL for this client, with a slash at its end. */
void accounts_url(const struct accounts *accounts, const struct link *link,
                  const struct http_request *http, char *out, size_t capacity);

#endif
