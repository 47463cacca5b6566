/* conn: one client's WebSocket, as the tables see it: somewhere to put messages.
 *
 * A note is a message that may wait for many clients at once; it is built once and counted. A note
 * that tells of a stored event leaves only when its batch is durable. */
#ifndef CORNET_SERVER_CONN_H
#define CORNET_SERVER_CONN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

#define CONN_WAITING_MAX (256u << 10) /* bytes that may wait for a slow reader, beside one note */

struct server_table;
struct server;
struct address;
struct lws;

struct note {
    unsigned uses;
    uint32_t length;
    unsigned char bytes[]; /* room for a frame's head, then the message */
};

struct note *note_new(struct span message); /* with no uses yet */
void note_drop(struct note *note);          /* one use less, or one that was never used */

struct conn_out {
    struct note *note;
    uint64_t batch;
};

struct conn {
    struct server *server;
    struct lws *wsi;
    struct address *address;
    struct server_table *table; /* NULL: at no table */
    struct conn *table_next, *table_before;
    struct conn *gated_next, *gated_before; /* of those with notes that wait for the store */
    struct conn_out *out;                   /* a ring */
    char *part;                             /* the beginning of a message in pieces */
    uint32_t waiting;                       /* bytes of notes in it */
    uint16_t out_first, out_count, out_capacity;
    uint16_t part_length;
    uint16_t faults, floods; /* messages that were not ours; messages too many */
    uint32_t hint;           /* the hint that it waits for; 0: none */
    int8_t seat;             /* 0: watches */
    bool greeted, french, gated, closing, too_long;
    float tokens; /* messages it may send now */
    double tokens_at;
};

void conn_send(struct conn *conn, struct note *note, uint64_t batch);

/* The store has moved on: sends what may be sent, or throws away what never happened. */
void conn_release_gated(struct server *server);
void conn_drop_gated(struct conn *conn);

/* Takes nothing more from it and closes it when what waits has been sent. */
void conn_close(struct conn *conn);

#endif
