#include "server/loading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* A table that is being read. */
struct load {
    struct load *next;
    char id[TABLE_ID_LENGTH + 1];
    struct waiters waiters;
    bool done; /* its waiters are being called: */
    enum room_found found;
    char at[STORE_SERVER_MAX];
};

static struct load **find(struct loading *loading, const char *id)
{
    struct load **at = &loading->loads;
    while (*at && strcmp((*at)->id, id) != 0)
        at = &(*at)->next;
    return at;
}

bool loading_is_under_way(struct loading *loading, const char *id)
{
    return *find(loading, id);
}

void loading_await(struct loading *loading, const char *id, const char *address,
                   struct waiter *waiter)
{
    struct load **at = find(loading, id);
    if (!*at) {
        struct job *job = job_new(JOB_TABLE, id, address, address[0] != '\0');
        *at = memory_new(1, sizeof **at);
        snprintf((*at)->id, sizeof(*at)->id, "%s", id);
        job->reading->server = loading->health->number;
        pool_ask(loading->reader, job);
    }
    if (waiter)
        waiters_add(&(*at)->waiters, waiter);
}

void loading_finish(struct loading *loading, const char *id, enum room_found found, const char *at)
{
    struct load *load = *find(loading, id);
    load->found = found;
    snprintf(load->at, sizeof load->at, "%s", at);
    load->done = true;
    waiters_call(&load->waiters);
    *find(loading, id) = load->next;
    free(load);
}

bool loading_outcome(struct loading *loading, const char *id, enum room_found *found, char *at)
{
    const struct load *load = *find(loading, id);
    if (!load || !load->done)
        return false;
    *found = load->found;
    snprintf(at, STORE_SERVER_MAX, "%s", load->at);
    return true;
}

void loading_close(struct loading *loading)
{
    for (struct load *load; (load = loading->loads);) {
        loading->loads = load->next;
        free(load);
    }
}
