/* handlers.h: takes a client's message and does what it asks, or says in one sentence why not. */
#ifndef CORNET_SERVER_HANDLERS_H
#define CORNET_SERVER_HANDLERS_H

#include "base/text.h"
#include "server/net/conn.h"

void handle_message(struct conn *conn, struct span bytes);
void send_error(struct conn *conn, long long id, const char *code, const char *text);

#endif
