/* control.h: commands to a running server, through the socket STORE.control, which only its owner
 * can open.
 *
 * The client sends one line; the server answers and closes the connection. `purge BEFORE PHASE`
 * (milliseconds since 1970, and the lowest phase) is answered by `deleted N` or `failed SENTENCE`;
 * a line that begins with `{` is a request of operator.h. */
#ifndef CORNET_SERVER_CONTROL_H
#define CORNET_SERVER_CONTROL_H

#include "server/operator.h"
#include "server/purge.h"

#define CONTROL_REQUEST_MAX 4096 /* bytes of a request */

struct control;

/* The server's side. If the socket cannot be created, prints the reason and returns NULL. */
struct control *control_open(struct ev_loop *loop, const char *store, struct purge *purge,
                             struct operator* op);
void control_close(struct control *control); /* may be NULL */

enum control_result {
    CONTROL_DONE,
    CONTROL_FAILED, /* with a reason */
    CONTROL_NOBODY, /* no server answers at the store */
};

/* The client's side. control_ask sends a request to the server that uses the store; the caller
 * frees the reply. control_purge asks it to delete old tables. */
enum control_result control_ask(const char *store, const char *request, char **reply,
                                struct text *why);
enum control_result control_purge(const char *store, const struct store_age *age, size_t *tables,
                                  struct text *why);

#endif
