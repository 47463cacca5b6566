#include "server/pages.h"
#include "server/work/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void drop(struct pages *pages, struct page *page)
{
    pages->bytes -= page->length;
    free(page->body);
    *page = (struct page){.state = PAGE_FREE};
}

static struct page *find(struct pages *pages, const char *table, enum reading_page kind,
                         size_t from)
{
    for (int i = 0; i < PAGES_MAX; i++) {
        struct page *page = &pages->page[i];
        if (page->state != PAGE_FREE && page->kind == kind && page->from == from &&
            strcmp(page->table, table) == 0)
            return page;
    }
    return NULL;
}

/* The least recently used one that is ready, or a free one; NULL: there is neither. */
static struct page *find_oldest(struct pages *pages, bool free_ones)
{
    struct page *oldest = NULL;
    for (int i = 0; i < PAGES_MAX; i++) {
        struct page *page = &pages->page[i];
        if (page->state == PAGE_FREE && free_ones)
            return page;
        if (page->state == PAGE_READY && !page->pinned && (!oldest || page->used < oldest->used))
            oldest = page;
    }
    return oldest;
}

static bool has_enough(const struct pages *pages, const char *address)
{
    int count = 0;
    for (int i = 0; i < PAGES_MAX; i++)
        count +=
            pages->page[i].state == PAGE_MAKING && strcmp(pages->page[i].address, address) == 0;
    return count >= PAGES_PER_ADDRESS;
}

static struct page *ask(struct pages *pages, const char *table, enum reading_page kind, size_t from,
                        const char *address)
{
    struct page *page = has_enough(pages, address) ? NULL : find_oldest(pages, true);
    if (!page)
        return NULL;
    drop(pages, page);
    page->state = PAGE_MAKING;
    page->kind = kind;
    page->from = from;
    snprintf(page->table, sizeof page->table, "%s", table);
    snprintf(page->address, sizeof page->address, "%s", address);
    struct job *job = job_new(JOB_PAGE, table, address, true);
    job->reading->page = kind;
    job->reading->from = from;
    pool_ask(pages->reader, job);
    return page;
}

struct page *pages_get(struct pages *pages, const char *table, enum reading_page kind, size_t from,
                       const char *address)
{
    struct page *page = find(pages, table, kind, from);
    if (!page)
        page = ask(pages, table, kind, from, address);
    if (page)
        page->used = ++pages->asked;
    return page;
}

void pages_done(struct pages *pages, struct job *job)
{
    struct reading *reading = job->reading;
    struct page *page = find(pages, job->table, reading->page, reading->from);
    if (!page || page->state != PAGE_MAKING)
        return;
    if (reading->result == READING_FAILED)
        report(REPORT_WARNING, "table", "%s cannot be read: %s",
               report_id(job->table, (char[REPORT_ID_MAX]){0}), reading->why);
    page->state = PAGE_READY;
    page->result = reading->result;
    page->body = reading->body;
    page->live = reading->live;
    page->length = reading->body ? reading->length : 0;
    reading->body = NULL;
    pages->bytes += page->length;
    page->pinned = true;
    waiters_call(&page->waiters);
    page->pinned = false;
    if (page->result != READING_DONE || page->kind == PAGE_RECORD || reading->live)
        drop(pages, page);
    for (struct page *oldest; pages->bytes > PAGES_BYTES && (oldest = find_oldest(pages, false));)
        drop(pages, oldest);
}

void pages_forget(struct pages *pages, const char *table)
{
    for (int i = 0; i < PAGES_MAX; i++) {
        struct page *page = &pages->page[i];
        if (page->state == PAGE_READY && strcmp(page->table, table) == 0)
            drop(pages, page);
    }
}

void pages_close(struct pages *pages)
{
    for (int i = 0; i < PAGES_MAX; i++)
        drop(pages, &pages->page[i]);
}
