/* room.h: clients and their tables: handles a client's messages, sends messages to viewers,
 * computes hints and starts rematches.
 *
 * No sockets, threads, files or clock: both the server and a browser's Worker run it, through the
 * functions in `struct protocol`. table/ decides what happens at a table.
 *
 * A `struct client` and a `struct room` are embedded in the environment's own structures for a
 * connection and a table; the environment owns both. */
#ifndef CORNET_PROTOCOL_ROOM_H
#define CORNET_PROTOCOL_ROOM_H

#include "base/stop.h"
#include "protocol/message.h"
#include "table/table.h"

#define PROTOCOL_VERSION 1

struct protocol;
struct room;

/* One connection that sends and receives messages. Initially all zero except `protocol`. */
struct client {
    struct protocol *protocol;
    struct room *at;              /* NULL: at no table */
    struct client *next, *before; /* its neighbours in the table's list */
    int8_t seat;                  /* 0: a spectator */
    uint32_t hint;                /* the ticket of the pending hint; 0: none */
    bool greeted;                 /* has sent `hello` */
    bool french;
    bool states; /* wants the state after each line */
    bool throws; /* throws its seat's dice itself */
    bool proves; /* speaks version 3 of the fair dice */

    /* Who it is, if it has an account: its number (0: a guest) and its name. */
    int64_t person;
    char person_name[MATCH_NAME_MAX];

    /* Lines of an imported game, for its next `create`: */
    struct lines imported;
    size_t imported_bytes;
};

/* A table in memory with the clients at it. The table's `owner` is this. */
struct room {
    struct protocol *protocol;
    struct table *table; /* NULL while it is being created */
    struct client *clients;
    uint32_t hint;      /* the ticket of the hint being computed; 0: none */
    bool hint_answered; /* it has been answered; a better answer is being computed */
    bool suspended;     /* its last events were lost: unused until it is reloaded */
};

/* A requested hint, with all data needed to compute it on another thread. A growing hint is
 * recomputed, deeper each time, until HINTS_MS are used up. */
struct room_hint {
    struct table_asker asker; /* without `who`: the client may leave */
    uint32_t ticket, event_count;
    bool grows;
    int depth;             /* of the judge; 0: the default */
    uint64_t began, asked; /* when the hint, and this depth of it, were requested */
    struct match *view;    /* the seat's view */
    size_t lines;          /* of the record */
    const stop_flag *stop; /* as in struct table_env; once set, the answer is discarded */
    struct hints *hints;   /* the answer; NULL: no judge is ready, or it was stopped */
};

enum room_found {
    ROOM_HERE,      /* in memory */
    ROOM_NONE,      /* there is no such table */
    ROOM_AWAY,      /* not in memory: must be loaded first */
    ROOM_ELSEWHERE, /* at another server: protocol->elsewhere */
    ROOM_FAILED,    /* it cannot be read now */
};

enum { PROTOCOL_SERVER_MAX = 17 }; /* bytes of a server's name */
enum { PROTOCOL_CODES = 32 };      /* more than there are error codes */

/* The environment of the protocol. It sets all members except the counters. */
struct protocol {
    const struct table_env *table_env;
    const char *server; /* the program and its version, sent in `hello` */
    uint32_t hints_asked;
    struct {
        const char *code; /* NULL: this entry and those after it are free */
        uint64_t count;
    } errors[PROTOCOL_CODES];            /* refused requests, by the code of the error */
    char elsewhere[PROTOCOL_SERVER_MAX]; /* after ROOM_ELSEWHERE: the name of that server */

    /* Milliseconds since 1970, never decreasing. */
    uint64_t (*now)(const struct protocol *protocol);

    /* Sends a message to a client; `of_table`: only after the events of its table are stored. */
    void (*send)(struct client *client, struct span message, bool of_table);

    enum room_found (*find)(struct protocol *protocol, const char *id, struct room **out);

    /* may_create: whether the client may create a table now. may_sit: whether it may take a seat at
     * this table. create: creates a table. */
    bool (*may_create)(struct client *client, struct table_refusal *refusal);
    bool (*may_sit)(struct client *client, struct room *room, struct table_refusal *refusal);
    struct room *(*create)(struct protocol *protocol, const struct table_setup *setup);

    /* Accounts; all NULL: there are none. know: finds out who the client is by the ticket of its
     * `hello`. opens: whether the secret is a key that opens the seat for its person. on_sit: a
     * person or a guest has taken the client's seat. */
    void (*know)(struct client *client, const char *ticket);
    bool (*opens)(struct client *client, struct room *room, int seat, const char *secret);
    void (*on_sit)(struct client *client);

    /* on_join: a client has entered its table. on_removed: the host has removed the client's seat;
     * the client watches. on_empty: the last client has left the table. */
    void (*on_join)(struct client *client);
    void (*on_removed)(struct client *client);
    void (*on_empty)(struct room *room);

    /* Called after every request: schedules table_run for the table's due time. */
    void (*schedule)(struct room *room);

    /* Computes a hint (room_hint_make) and calls room_hint_answered. The environment owns the
     * hint's members. */
    void (*ask_hint)(struct room *room, const struct room_hint *hint);
};

/* Handles a parsed message: `good` and `refusal` are the results of message_finish. Returns false
 * if the table `away` must be loaded first; then nothing has been done. */
bool protocol_handle(struct client *client, const struct message *message, bool good,
                     struct table_refusal *refusal, char away[TABLE_ID_LENGTH + 1]);

/* Whether the message is expensive to handle. */
bool protocol_is_expensive(const struct message *message);

/* `id` is the request's; -1: none. */
void protocol_send_error(struct client *client, long long id, const char *code, const char *text);

/* Entering and leaving a table. A client that enters must not be at another table. */
void room_enter(struct room *room, struct client *client, int seat);
void room_leave(struct client *client);
void room_detach(struct client *client); /* leaves without notifying the table */

/* Frees the client's imported lines. Call it before the client itself is freed. */
void protocol_drop_imported(struct client *client);

/* Requests a hint for the client's seat; `id` is the request's. `grows`: better hints follow. */
void room_ask_hint(struct client *client, long long id, bool grows);

/* room_hint_make computes a hint, on any thread. room_hint_answered processes the answer; the
 * environment then frees the hint. */
void room_hint_make(struct room_hint *hint);
void room_hint_answered(struct room *room, struct room_hint *hint);
void room_hint_free(struct room_hint *hint);

/* Whether the client is one of the viewers of table_env.tell. */
bool room_is_viewer(const struct client *client, unsigned viewers);

/* Members of a struct table_env. */
unsigned room_audience(const struct table *table);
bool room_throws(const struct table *table, int seat);
bool room_proves(const struct table *table, int seat);
bool room_is_person(const struct table *table, int seat);
void room_rematch(struct table *table);

/* Generates a table's id, with `first` as its first character (0: any), and a seat's secret. */
void protocol_make_id(char id[TABLE_ID_LENGTH + 1], char first);
void protocol_make_secret(char secret[TABLE_SECRET_HEX]);

#endif
