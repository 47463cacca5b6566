/* room.h: clients and the tables that they are at: what a client's message does, who is told what,
 * hints and rematches.
 *
 * No sockets, threads, files or clock: the server and a browser's Worker run it alike, through the
 * functions in `struct protocol`. What happens at a table is decided in table/.
 *
 * A `struct client` and a `struct room` are parts of whatever the environment has for a
 * connection and for a table; it owns both. */
#ifndef CORNET_PROTOCOL_ROOM_H
#define CORNET_PROTOCOL_ROOM_H

#include "base/stop.h"
#include "protocol/message.h"
#include "table/table.h"

#define PROTOCOL_VERSION 1

struct protocol;
struct room;

/* Whoever sends and gets messages: one connection. All zero but `protocol`: it has just come. */
struct client {
    struct protocol *protocol;
    struct room *at;              /* NULL: at no table */
    struct client *next, *before; /* its neighbours in the table's list */
    int8_t seat;                  /* 0: a spectator */
    uint32_t hint;                /* the ticket of the hint that it waits for; 0: none */
    bool greeted;                 /* has sent `hello` */
    bool french;
    bool states; /* wants the state after each line */

    /* Lines of a game that it has brought, for its next `create`: */
    struct lines brought;
    size_t brought_bytes;
};

/* A table in memory with the clients at it. The table's `owner` is this. */
struct room {
    struct protocol *protocol;
    struct table *table; /* NULL while it is being created */
    struct client *clients;
    uint32_t hint;  /* the ticket of the hint that is being computed; 0: none */
    bool hint_told; /* it has been answered, and a better answer is being computed */
    bool set_aside; /* its last events were lost: nothing is done with it until it is read again */
};

/* A hint that is asked for, with all that is needed to compute it elsewhere. One that grows is
 * computed again and again, deeper each time, until HINTS_MS are spent. */
struct room_hint {
    struct table_asker asker; /* without `who`: the client may leave */
    uint32_t ticket, event_count;
    bool grows;
    int depth;             /* of the judge; 0: the usual one */
    uint64_t began, asked; /* when the hint, and this depth of it, was asked for */
    struct match *view;    /* what the seat sees */
    size_t lines;          /* of the record */
    const stop_flag *stop; /* as in struct table_env: once it is set, no answer is wanted */
    struct hints *hints;   /* the answer; NULL: no judge is ready, or it was stopped */
};

enum room_found {
    ROOM_HERE,      /* in memory */
    ROOM_NONE,      /* there is no such table */
    ROOM_AWAY,      /* it is not known: it must be read first */
    ROOM_ELSEWHERE, /* at another server: protocol->elsewhere */
    ROOM_FAILED,    /* it cannot be read now */
};

/* The environment that the protocol runs in, which sets all members but the counters. */
struct protocol {
    const struct table_env *table_env;
    const char *server; /* the program and its version, as `hello` says it */
    uint32_t hints_asked;
    uint64_t refused; /* counts requests */
    char elsewhere;   /* the name of the server where a table is that was looked for last */

    /* Milliseconds since 1970, never going back. */
    uint64_t (*now)(const struct protocol *protocol);

    /* Sends a message to a client; `of_table`: after what happened at its table is stored. */
    void (*send)(struct client *client, struct span message, bool of_table);

    enum room_found (*find)(struct protocol *protocol, const char *id, struct room **out);

    /* Whether the client may have a new table now; and the new table. */
    bool (*may_create)(struct client *client, struct table_refusal *refusal);
    struct room *(*create)(struct protocol *protocol, const struct table_setup *setup);

    /* A client has come to its table; the last one has left. */
    void (*came)(struct client *client);
    void (*emptied)(struct room *room);

    /* After every request: sees to it that table_run is called when the table says so. */
    void (*schedule)(struct room *room);

    /* Computes a hint (room_hint_make) and calls room_hint_answered. It owns the hint's parts. */
    void (*ask_hint)(struct room *room, const struct room_hint *hint);
};

/* Handles a message that has been read: `good` is what message_finish returned, with its refusal.
 * False: nothing is done yet, since the table `away` must be read first. */
bool protocol_handle(struct client *client, const struct message *message, bool good,
                     struct table_refusal *refusal, char away[TABLE_ID_LENGTH + 1]);

/* Whether the message is one that costs much to handle. */
bool protocol_is_expensive(const struct message *message);

/* `id` is the request's; -1: none. */
void protocol_send_error(struct client *client, long long id, const char *code, const char *text);

/* Who is at a table. Coming to one, a client must be at none. */
void room_enter(struct room *room, struct client *client, int seat);
void room_leave(struct client *client);
void room_detach(struct client *client); /* leaves without telling the table */

/* Frees what the client has brought; before the client itself is gone. */
void protocol_drop_brought(struct client *client);

/* Asks for a hint for the client's seat; `id` is the request's. `grows`: better ones follow. */
void room_ask_hint(struct client *client, long long id, bool grows);

/* Computes a hint, on any thread; and takes its answer: then the environment frees the hint. */
void room_hint_make(struct room_hint *hint);
void room_hint_answered(struct room *room, struct room_hint *hint);
void room_hint_free(struct room_hint *hint);

/* Members of a struct table_env. */
bool room_wants_states(const struct table *table);
void room_rematch(struct table *table);

/* New ones: the id of a table, with `first` as its first character (0: any), the secret of a seat.
 */
void protocol_make_id(char id[TABLE_ID_LENGTH + 1], char first);
void protocol_make_secret(char secret[TABLE_SECRET_HEX]);

#endif
