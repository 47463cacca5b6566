/* handlers.h: handles a client's message: carries the request out, or answers with an error. */
#ifndef CORNET_SERVER_HANDLERS_H
#define CORNET_SERVER_HANDLERS_H

#include "base/text.h"
#include "server/net/conn.h"
#include "table/table.h"

/* False: nothing is done yet, since the table `away` must be read from the store first. */
bool handle_message(struct conn *conn, struct span bytes, char away[TABLE_ID_LENGTH + 1]);

/* `id` is the request's; -1: none. */
void send_error(struct conn *conn, long long id, const char *code, const char *text);

#endif
