/* join_tables.h: the open tables of a server, for `cornet join URL` without a table. */
#ifndef CORNET_CLI_JOIN_TABLES_H
#define CORNET_CLI_JOIN_TABLES_H

#include "cli/join.h"
#include "tui/start.h"

/* Lets the user choose a table (client->table, and client->watch if it has no free seat) or set up
 * a new one (start->game, its settings, and client->listed). Without a terminal it only prints the
 * tables. False: the command ends with `code`. */
bool join_choose_table(struct client *client, const char *url, struct start *start, int *code);

/* On the full screen: fetches the record of the finished game, and replays and analyses it. */
void join_review(struct client *client);

#endif
