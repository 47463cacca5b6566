/* message_parts.h: what the messages of a table consist of (message_parts.c). */
#ifndef CORNET_TABLE_MESSAGE_PARTS_H
#define CORNET_TABLE_MESSAGE_PARTS_H

#include "table/internal.h"

/* Begin a message in the table's scratch text, and end it. */
struct text *table_open_message(const struct table *t, const char *type, struct json *json);
struct span table_close_message(struct json *json);

/* Members of a message. They show the table as it is now. */
void table_put_people(const struct table *t, uint64_t now, struct json *json); /* `seats` */
void table_put_timing(const struct table *t, struct json *json);
void table_put_lines(const struct lines *lines, size_t from, struct json *json);
void table_put_fair(const struct table *t, struct json *json);
void table_put_ledger(const struct table *t, bool head, struct json *json); /* head: with it */
void table_put_state(const struct table *t, int viewer, struct json *json);
void table_put_thrower(const struct table *t, struct json *json);
void table_put_legal(const struct table *t, int seat, struct json *json);
void table_put_options(const struct table *t, struct json *json);
void table_put_origin(const struct table *t, struct json *json);
void table_put_chat_log(const struct table *t, struct json *json);

int table_mover(const struct table *t); /* during the game; else GAME_OVER */

#endif
