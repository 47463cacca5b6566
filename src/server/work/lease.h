/* lease.h: the thread that keeps this server's lease, if servers share a store. It renews the lease
 * every second on a separate connection, and joins as a new server when the lease is lost. */
#ifndef CORNET_SERVER_WORK_LEASE_H
#define CORNET_SERVER_WORK_LEASE_H

#include "store/store.h"

struct lease;

/* Becomes a server of this name. Waits for one that had the name and died. NULL with a reason. */
struct lease *lease_open(const char *store, const char *name, struct text *why);

/* The number of this server while its lease lasts for certain, by this machine's steady clock;
 * 0: it has none. The number differs after the lease was lost. */
int64_t lease_number(struct lease *lease);

/* Gives the lease up, and ends the thread; lease_number is 0 from then on. */
void lease_leave(struct lease *lease);

void lease_close(struct lease *lease); /* may be NULL */

#endif
