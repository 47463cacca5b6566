/* my_games.h: the games of the user's account at a server: running ones, to continue here, and
 * finished ones, to look at. */
#ifndef CORNET_CLI_MY_GAMES_H
#define CORNET_CLI_MY_GAMES_H

#include "cli/join.h"
#include "tui/choosing.h"

/* Prints the running games with their addresses, then the last finished ones. False with a reason.
 */
bool my_games_print(struct account *account, struct screen *screen, const char *server,
                    struct text *why);

/* Lets the user choose until one is to be continued: client->table, client->seat and its key, and
 * true; or until they go back. */
bool my_games_choose(struct client *client, struct choosing *choosing);

/* "2 running, your turn", as the label of an item. */
void my_games_label(struct account *account, struct text *out);

#endif
