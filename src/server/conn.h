/* conn.h: one client's WebSocket, with its queue of outgoing messages.
 *
 * A struct outgoing is a message that may be in the queues of many clients; it is built once and
 * reference-counted. Each queued message has the number of the writer's batch that holds its event,
 * and is sent only once that batch is durable (0: immediately). */
#ifndef CORNET_SERVER_CONN_H
#define CORNET_SERVER_CONN_H

#include <sys/queue.h>

#include "net/link.h"
#include "server/addresses.h"
#include "server/loading.h"
#include "server/rules.h"
#include "server/work/writer.h"

#define CONN_WAITING_MAX (256u << 10) /* bytes in a queue; a single message may be longer */

struct conn;
struct held;

/* All connections. Initialise the list with TAILQ_INIT; the counters start with 0. */
struct conns {
    const struct server_settings *settings;
    const struct health *health;
    const struct writer *writer;
    struct addresses *addresses;
    struct loading *loading;
    struct protocol *protocol;
    const struct rules *rules;

    TAILQ_HEAD(conn_list, conn) list; /* all; roughly those first that came first */
    struct conn *gated; /* list of connections with messages that wait for the store */
    size_t count;
    uint64_t opened, received, bytes_out, dropped,
        evicted; /* since the start; `received` messages */
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

/* Owned by its link. Owns the queue. */
struct conn {
    struct client client; /* first member: every client of this server is a struct conn */
    struct conns *all;
    TAILQ_ENTRY(conn) in_all;
    struct link *link;
    struct address *address; /* NULL: refused, since its address has too many connections */

    /* Outgoing messages: a ring buffer. */
    struct conn_queued *out;
    uint16_t out_first, out_count, out_capacity;
    uint32_t waiting; /* bytes of the messages in it */
    uint64_t sent;    /* bytes of messages sent since `opened` */
    double opened;    /* in monotonic seconds */

    /* In the list of connections with messages that wait for the store. */
    bool gated;
    struct conn *gated_next, *gated_before;

    struct held *held; /* messages that wait for a table: see conn.c; NULL: none */

    /* Limits. */
    uint16_t faults, floods; /* malformed messages; messages above the rate limit */
    float tokens;            /* token bucket: messages it may send at the time `tokens_at` */
    double tokens_at;        /* in monotonic seconds */

    bool closing; /* reads nothing more, and ends when the queue is empty */
};

/* In order: a WebSocket was opened; was closed; received a message; received a message that is too
 * long, of whose frame `rest` bytes are still to be received. */
struct conn *conn_new(struct conns *all, struct link *link);
void conn_free(struct conn *conn);
void conn_receive(struct conn *conn, struct span message);
void conn_too_long(struct conn *conn, uint64_t rest);

/* Sends the messages that are ready. */
void conn_flush(struct conn *conn);

/* Queues the message and adds a reference to it. */
void conn_send(struct conn *conn, struct outgoing *message, uint64_t batch);

/* Call it after a batch became durable: sends the messages that waited for it. */
void conns_release_gated(struct conns *all);

/* Call it after a batch was lost: drops the messages that depend on it, of all connections or of
 * one. */
void conns_drop_gated(struct conns *all);
void conn_drop_gated(struct conn *conn);

/* Closes it immediately and discards its queue. */
void conn_drop(struct conn *conn);

/* Sends an error, and closes the connection. conn_send_away: since the server is stopping. */
void conn_dismiss(struct conn *conn, const char *code, const char *sentence);
void conn_send_away(struct conn *conn);

/* Sends the operator's announcement; an empty one ends it. */
void conn_announce(struct conn *conn);

/* Closes a connection without a seat, of the address that has most of them, to make room for
 * another address. False if there is none that may be closed. */
bool conns_make_room(struct conns *all, const struct address *for_address);

#endif
