#include "server/waiters.h"

#include <stddef.h>

void waiters_add(struct waiters *list, struct waiter *waiter)
{
    waiter->next = list->first;
    waiter->place = &list->first;
    if (waiter->next)
        waiter->next->place = &waiter->next;
    list->first = waiter;
}

void waiters_remove(struct waiter *waiter)
{
    if (!waiter->place)
        return;
    *waiter->place = waiter->next;
    if (waiter->next)
        waiter->next->place = waiter->place;
    waiter->place = NULL;
}

void waiters_call(struct waiters *list)
{
    struct waiters called = {NULL};
    for (struct waiter *waiter; (waiter = list->first);) { /* the last one is the first */
        waiters_remove(waiter);
        waiters_add(&called, waiter);
    }
    for (struct waiter *waiter; (waiter = called.first);) {
        waiters_remove(waiter);
        waiter->ready(waiter);
    }
}
