/* pages.h: pages about finished games: their record, steps and odds. The reader's thread makes them
 * from what is stored; steps and odds are cached, since they cannot change any more. */
#ifndef CORNET_SERVER_PAGES_H
#define CORNET_SERVER_PAGES_H

#include "server/waiters.h"
#include "server/work/pool.h"

#define PAGES_MAX 128           /* that are cached or being made */
#define PAGES_BYTES (16u << 20) /* of those that are cached */
#define PAGES_PER_ADDRESS 8     /* that are being made for one client address */

enum page_state { PAGE_FREE, PAGE_MAKING, PAGE_READY };

struct page {
    enum page_state state;
    char table[TABLE_ID_LENGTH + 1];
    enum reading_page kind;
    size_t from;
    char address[IP_TEXT_MAX]; /* of the client who asked first */
    struct waiters waiters;    /* while it is being made: they are called when it is ready */
    enum reading_result result;
    char *body;
    size_t length;
    uint64_t used; /* pages->asked when it was last asked for */
    bool pinned;   /* its waiters are being called */
};

/* The rest is all zero: there are none yet. */
struct pages {
    struct pool *reader;
    struct page page[PAGES_MAX];
    size_t bytes;   /* of all bodies */
    uint64_t asked; /* counts calls of pages_get */
};

/* The page: ready, or being made from now on. NULL if too many are, in all or for this address. */
struct page *pages_get(struct pages *pages, const char *table, enum reading_page kind, size_t from,
                       const char *address);

/* Takes the answer of the pool. */
void pages_done(struct pages *pages, struct job *job);

/* The table is no more. */
void pages_forget(struct pages *pages, const char *table);
void pages_close(struct pages *pages);

#endif
