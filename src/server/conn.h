/* conn.h: one client's WebSocket, with its queue of outgoing messages.
 *
 * A struct outgoing is a message that may be in the queues of many clients; it is built once and
 * reference-counted. Each queued message has the number of the writer's batch with the event that
 * it tells of, and is not sent before that batch is durable (0: at once). */
#ifndef CORNET_SERVER_CONN_H
#define CORNET_SERVER_CONN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "protocol/lobby.h"

#define CONN_WAITING_MAX (256u << 10) /* bytes in a queue; a single message may be longer */

struct server;
struct address;
struct held;
struct link;

struct outgoing {
    unsigned references;
    uint32_t length;       /* of the message */
    uint32_t frame_length; /* with the frame's head */
    unsigned char frame[];
};

struct outgoing *outgoing_new(struct span message); /* with no references yet */
void outgoing_release(struct outgoing *message); /* drops a reference; frees it if none is left */

struct conn_queued {
    struct outgoing *message;
    uint64_t batch;
};

/* Belongs to its link. Owned: the queue. The server owns the address and the table. */
struct conn {
    struct client client; /* first: a client of this server is one of these */
    struct server *server;
    struct link *link;
    struct address *address; /* NULL: refused, since the address has too many connections */

    /* Outgoing messages: a ring buffer. */
    struct conn_queued *out;
    uint16_t out_first, out_count, out_capacity;
    uint32_t waiting; /* bytes of the messages in it */
    uint64_t sent;    /* bytes of messages, since ... */
    double opened;    /* ... then, in monotonic seconds */

    /* In the server's list of connections with messages that wait for the store. */
    bool gated;
    struct conn *gated_next, *gated_before;

    struct held *held; /* messages that wait for a table: see conn.c; NULL: none */

    /* Limits. */
    uint16_t faults, floods; /* malformed messages; messages above the rate */
    float tokens;            /* token bucket: messages it may send now ... */
    double tokens_at;        /* ... as of this time, in monotonic seconds */

    bool closing; /* reads nothing more, and ends when the queue is empty */
};

/* A WebSocket has been opened; it is closed; a message has come, or one that is too long and of
 * whose frame so many bytes are still to come. */
struct conn *conn_new(struct server *server, struct link *link);
void conn_free(struct conn *conn);
void conn_receive(struct conn *conn, struct span message);
void conn_too_long(struct conn *conn, uint64_t rest);

/* Sends what may be sent. */
void conn_flush(struct conn *conn);

/* Queues the message, which gets a reference. */
void conn_send(struct conn *conn, struct outgoing *message, uint64_t batch);

/* After a batch became durable: sends what waited for it. After a batch was lost: drops the
 * messages of the connection that tell of it. */
void conn_release_gated(struct server *server);
void conn_drop_gated(struct conn *conn);

/* Ends it at once, with all that it was to be told. */
void conn_drop(struct conn *conn);

/* Ignores what the client still sends, and closes the connection when its queue has been sent. */
void conn_close(struct conn *conn);

/* Tells the client that the server is stopping, and closes the connection. */
void conn_send_away(struct conn *conn);

#endif
