/* players.h: people with an account at tables: who a client is, and the changes of their games'
 * rows, which the writer stores together with the events. */
#ifndef CORNET_SERVER_PLAYERS_H
#define CORNET_SERVER_PLAYERS_H

#include "protocol/room.h"
#include "server/work/writer.h"

/* Sets the client's person by the ticket of its `hello`; none if it is not valid. */
void players_know(struct client *client, const unsigned char *key, uint64_t now,
                  const char *ticket);

/* Whether the secret is a key that opens the seat. */
bool players_opens(const struct table *table, const unsigned char *key, uint64_t now, int seat,
                   const char *secret);

/* The table with this row: a client has taken its seat; an event was added; `ended`: the game is
 * over by it; a seat has asked for a hint. */
void players_sat(struct writer *writer, int64_t row, const struct table *table,
                 const struct client *client, uint64_t now);
void players_event(struct writer *writer, int64_t row, const struct table *table,
                   const struct table_event *event, bool ended);
void players_hinted(struct writer *writer, int64_t row, int seat);

#endif
