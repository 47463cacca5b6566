/* conn.h: one client's WebSocket, with its queue of outgoing messages.
 *
 * A struct outgoing is a message that may be in the queues of many clients; it is built once and
 * reference-counted. Each queued message has the number of the writer's batch with the event that
 * it tells of, and is not sent before that batch is durable (0: at once). */
#ifndef CORNET_SERVER_CONN_H
#define CORNET_SERVER_CONN_H

#include "net/link.h"
#include "server/addresses.h"
#include "server/loading.h"
#include "server/work/writer.h"

#define CONN_WAITING_MAX (256u << 10) /* bytes in a queue; a single message may be longer */

struct conn;
struct held;

/* All connections. The counters start with 0. */
struct conns {
    const struct server_settings *settings;
    const struct health *health;
    const struct writer *writer;
    struct addresses *addresses;
    struct loading *loading;
    struct protocol *protocol;

    struct conn *gated; /* list of those with messages that wait for the store */
    size_t count;
    uint64_t opened, received, bytes_out, dropped; /* since the start; `received` messages */
};

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

/* Belongs to its link. Owned: the queue. */
struct conn {
    struct client client; /* first: a client of this server is one of these */
    struct conns *all;
    struct link *link;
    struct address *address; /* NULL: refused, since the address has too many connections */

    /* Outgoing messages: a ring buffer. */
    struct conn_queued *out;
    uint16_t out_first, out_count, out_capacity;
    uint32_t waiting; /* bytes of the messages in it */
    uint64_t sent;    /* bytes of messages, since ... */
    double opened;    /* ... then, in monotonic seconds */

    /* In the list of connections with messages that wait for the store. */
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
struct conn *conn_new(struct conns *all, struct link *link);
void conn_free(struct conn *conn);
void conn_receive(struct conn *conn, struct span message);
void conn_too_long(struct conn *conn, uint64_t rest);

/* Sends what may be sent. */
void conn_flush(struct conn *conn);

/* Queues the message, which gets a reference. */
void conn_send(struct conn *conn, struct outgoing *message, uint64_t batch);

/* After a batch became durable: sends what waited for it. */
void conns_release_gated(struct conns *all);

/* After a batch was lost: drops the messages that tell of it, of all or of one connection. */
void conns_drop_gated(struct conns *all);
void conn_drop_gated(struct conn *conn);

/* Ends it at once, with all that it was to be told. */
void conn_drop(struct conn *conn);

/* Tells the client that the server is stopping, and closes the connection. */
void conn_send_away(struct conn *conn);

#endif
