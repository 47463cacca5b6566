/* control.h: commands to a running server, through the socket STORE.control, which only its owner
 * can open.
 *
 * One line each way: `purge BEFORE PHASE` (milliseconds since 1970, and the lowest phase), answered
 * by `deleted N` or `failed SENTENCE`. One client at a time. */
#ifndef CORNET_SERVER_CONTROL_H
#define CORNET_SERVER_CONTROL_H

#include "server/purge.h"

struct control;

/* The server's side. If the socket cannot be created, prints the reason and returns NULL. */
struct control *control_open(struct ev_loop *loop, const char *store, struct purge *purge);
void control_close(struct control *control); /* may be NULL */

enum control_result {
    CONTROL_DONE,
    CONTROL_FAILED, /* with a reason */
    CONTROL_NOBODY, /* no server answers at the store */
};

/* The client's side: asks the server that uses the store to delete old tables. */
enum control_result control_purge(const char *store, const struct store_age *age, size_t *tables,
                                  struct text *why);

#endif
