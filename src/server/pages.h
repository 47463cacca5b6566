/* pages.h: pages about finished games: record, steps and odds. The reader's thread builds them from
 * the store; steps and odds are cached, since they no longer change. */
#ifndef CORNET_SERVER_PAGES_H
#define CORNET_SERVER_PAGES_H

#include "server/waiters.h"
#include "server/work/pool.h"

#define PAGES_MAX 128           /* pages cached or being built */
#define PAGES_BYTES (16u << 20) /* limit of the cache */
#define PAGES_PER_ADDRESS 8     /* pages being built for one client address */

enum page_state { PAGE_FREE, PAGE_MAKING, PAGE_READY };

struct page {
    enum page_state state;
    char table[TABLE_ID_LENGTH + 1];
    enum reading_page kind;
    size_t from;
    char address[IP_TEXT_MAX]; /* of the client that asked first */
    struct waiters waiters;    /* called when the page is ready */
    enum reading_result result;
    char *body;
    size_t length;
    bool live;     /* the game goes on: not to be cached */
    uint64_t used; /* value of pages->asked at the last request */
    bool pinned;   /* its waiters are being called */
};

/* Initialise with zeros, and set `reader`. */
struct pages {
    struct pool *reader;
    struct page page[PAGES_MAX];
    size_t bytes;   /* of all bodies */
    uint64_t asked; /* counts calls of pages_get */
};

/* The page, ready or being built from now on. NULL if too many are being built, in total or for
 * this address. */
struct page *pages_get(struct pages *pages, const char *table, enum reading_page kind, size_t from,
                       const char *address);

/* Handles the pool's answer. */
void pages_done(struct pages *pages, struct job *job);

/* Call it when the table was deleted. */
void pages_forget(struct pages *pages, const char *table);
void pages_close(struct pages *pages);

#endif
