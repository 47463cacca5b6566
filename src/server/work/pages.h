/* pages.h: pages about finished games: their record, steps and odds. The reader's thread makes them
 * from what is stored; steps and odds are cached, since they cannot change any more. */
#ifndef CORNET_SERVER_WORK_PAGES_H
#define CORNET_SERVER_WORK_PAGES_H

#include "server/addresses.h"
#include "server/waiters.h"
#include "server/work/reader.h"

#define PAGES_MAX 128           /* that are cached or being made */
#define PAGES_BYTES (16u << 20) /* of those that are cached */
#define PAGES_PER_ADDRESS 8     /* that are being made for one client address */

struct pool_job;
struct server;

enum page_state { PAGE_FREE, PAGE_MAKING, PAGE_READY };

struct page {
    enum page_state state;
    char table[TABLE_ID_LENGTH + 1];
    enum reading_page kind;
    size_t from;
    char address[ADDRESS_NAME_MAX]; /* of the client who asked first */
    struct waiters waiters;         /* while it is being made */
    enum reading_result result;
    char *body;
    size_t length;
    uint64_t used; /* server->reviews_asked when it was last asked for */
    bool pinned;   /* its waiters are being called */
};

struct pages {
    struct page page[PAGES_MAX];
    size_t bytes; /* of all bodies */
};

/* The page: ready, or being made from now on. NULL if too many are, in all or for this address. */
struct page *pages_get(struct server *server, const char *table, enum reading_page kind,
                       size_t from, const char *address);

/* Calls the waiter when the page, which is being made, is ready. */
void pages_await(struct page *page, struct waiter *waiter);

/* Takes the answer of the pool. */
void pages_done(struct server *server, struct pool_job *job);

/* The table is no more. */
void pages_forget(struct server *server, const char *table);
void pages_close(struct server *server);

#endif
