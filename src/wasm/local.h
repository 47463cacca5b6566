/* local.h: the interface between the Worker with the tables and its JavaScript host.
 *
 * Texts from the host end with a NUL. The host frees its allocations by local_allocate. After each
 * call the host reads local_due, the time at which it must call local_run. */
#ifndef CORNET_WASM_LOCAL_H
#define CORNET_WASM_LOCAL_H

#include "protocol/room.h"
#include "wasm/host.h"

/* ---- of the host ---- */

/* Milliseconds since 1970, never going back. */
HOST_IMPORT(now) double host_now(void);

/* host_send sends a message to a client; host_store stores an event of a table. A message that
 * follows an event may not be sent before the event is stored. */
HOST_IMPORT(send) void host_send(struct client *client, const char *bytes, size_t length);
HOST_IMPORT(store)
void host_store(const char *table, uint32_t number, int kind, int seat, double at, double left,
                const char *text, size_t length);

/* Passes a job (job.h) to a Worker that thinks, and its answer to local_answer. `best`: it needs
 * all data of the game, and not only what most players need. */
HOST_IMPORT(think)
void host_think(uint32_t number, bool analysis, const char *game, bool best, const void *bytes,
                size_t length);

/* ---- for the host ---- */

HOST_EXPORT(local_open) void local_open(void);
HOST_EXPORT(local_allocate) void *local_allocate(size_t size);
HOST_EXPORT(local_free) void local_free(void *memory);

HOST_EXPORT(local_connect) struct client *local_connect(void);
HOST_EXPORT(local_disconnect) void local_disconnect(struct client *client);

/* A client's message, as a list of members: see read_message. Returns the id of a table that the
 * host must restore before it repeats the call; or NULL. */
HOST_EXPORT(local_receive)
const char *local_receive(struct client *client, const char *members, size_t length);

/* The message is refused because a file that it needs could not be fetched. */
HOST_EXPORT(local_failed)
void local_failed(struct client *client, const char *members, size_t length);

/* The game whose data the message needs; "" if none. If it needs the data of the best agent too,
 * `+` precedes the game, and the players and options follow it: `+easycome/4/hold=3`. */
HOST_EXPORT(local_needs)
const char *local_needs(const struct client *client, const char *members, size_t length);

/* Restores a table from its events, one by one; false if one is invalid. No events: there is no
 * such table. */
HOST_EXPORT(local_restore) void local_restore(const char *id);
HOST_EXPORT(local_restore_event)
bool local_restore_event(int kind, int seat, double at, double left, const char *text,
                         size_t length);
HOST_EXPORT(local_restored) void local_restored(const char *id);

/* When something is due, in milliseconds since 1970, -1 for never; and doing it. */
HOST_EXPORT(local_due) double local_due(void);
HOST_EXPORT(local_run) void local_run(void);

HOST_EXPORT(local_answer) void local_answer(uint32_t number, const void *answer, size_t size);
HOST_EXPORT(local_progress) void local_progress(uint32_t number, uint32_t done, uint32_t whole);

/* A look-up: a path of docs/develop/protocol.md after /api/, or `open`. `file` is the record, for
 * lessons and for `open`, which makes a table of a finished game. Returns the status
 * of HTTP, or 0 if the table must be restored first; the body is then its id. */
HOST_EXPORT(local_look)
int local_look(const char *path, bool french, const char *file, size_t length);
HOST_EXPORT(local_body) const char *local_body(void);
HOST_EXPORT(local_body_length) size_t local_body_length(void);

/* ---- local.c for look.c ---- */

struct table *local_find(const char *id);
bool local_is_away(const char *id);

/* The id of the table of an imported record, a hash of its bytes; and making that table. */
void local_record_id(struct span record, char id[TABLE_ID_LENGTH + 1]);
bool local_add_record(const char *id, struct span record, struct text *why);

/* Starts an analysis at a depth of the judge; its number. */
uint32_t local_analyse(const struct table *table, int depth);

/* The record of a table; the caller frees it. */
char *local_record(const struct table *table, size_t *length);

/* ---- look.c for local.c ---- */

/* The answer to an analysis. */
void local_reviewed(uint32_t number, const void *answer, size_t size);

#endif
