/* waiters.h: lists of callbacks that wait for data: a table being loaded, a page being computed. A
 * waiter is a member of the waiting object, and in at most one list. */
#ifndef CORNET_SERVER_WAITERS_H
#define CORNET_SERVER_WAITERS_H

struct waiter {
    struct waiter *next, **place; /* `place` points to the pointer to it; NULL: in no list */
    void (*ready)(struct waiter *waiter); /* called after it has been removed from the list */
};

/* Initialise with zeros. */
struct waiters {
    struct waiter *first;
};

void waiters_add(struct waiters *list, struct waiter *waiter);
void waiters_remove(struct waiter *waiter); /* no effect if it is in no list */

/* Calls all waiters in the order in which they were added. Those added during the calls stay. */
void waiters_call(struct waiters *list);

#endif
