/* waiters.h: those who wait for something that is not there yet: a table that is read from the
 * store, a page that is computed. A waiter is a member of the waiting thing, and in one list at
 * most. */
#ifndef CORNET_SERVER_WAITERS_H
#define CORNET_SERVER_WAITERS_H

struct waiter {
    struct waiter *next, **place; /* `place` points to the pointer to it; NULL: in no list */
    void (*ready)(struct waiter *waiter); /* called when it is in no list any more */
};

/* All zero: empty. */
struct waiters {
    struct waiter *first;
};

void waiters_add(struct waiters *list, struct waiter *waiter);
void waiters_remove(struct waiter *waiter); /* does nothing if it is in no list */

/* Calls all of them, in the order in which they came. Those that are added meanwhile stay. */
void waiters_call(struct waiters *list);

#endif
