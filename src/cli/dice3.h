/* dice3.h: the seat's part in fair dice 3, for `cornet join`: the honest client of match/client3.h
 * with its two files in the user's data folder, the transcript and the private secrets, and the
 * messages of docs/develop/protocol.md. */
#ifndef CORNET_CLI_DICE3_H
#define CORNET_CLI_DICE3_H

#include <jansson.h>

#include "cli/kept_file.h"
#include "match/client3.h"

struct dice3 {
    struct client3 *client; /* NULL: this seat takes no part */
    struct kept_file kept;  /* the transcript */
    char secrets[4200];     /* the private file beside it */
    char table[FAIR_TABLE_MAX];
    int seat;
    bool unstored;     /* a line could not be stored: the user was warned */
    bool chain_sent;   /* by this connection */
    bool opening;      /* the seat was taken, and its first `table` is awaited */
    json_t *held;      /* messages that wait for the seat's chain, or for the step; NULL: none */
    json_t *giving_up; /* the last message, if the user gives up by it; NULL: not */
    bool synced;       /* every entry that the server has is here */
    uint32_t last;     /* entries, according to the server */
    uint32_t said;     /* the last word before this connection */
    struct lines due;  /* lines of the game in entries that `moves` has not shown yet */
    bool salted;       /* our next line will be hidden from others */
    char undo[64];     /* what an undo of ours would be; "": nothing */
    char act[512];     /* of the open proposal; "": none */
    uint32_t word;     /* M of our word about it; 0: none */
    bool compares;     /* the log of a `table` awaits its entries */
    bool whole;        /* it is complete */
    struct lines log;
    bool playing;   /* the game has begun and is not over */
    int clock_seat; /* the seat of the last clock message since the last line; -1: none */
    uint64_t clock_left, clock_at;
    void (*send)(void *context, json_t *message); /* takes the message */
    void (*warn)(void *context, const char *text, bool grave);
    void *context;
};

/* Takes part at the table with a new chain, or with that of an earlier run (`resumed`). The message
 * is the first `table`. `send`, `warn` and `context` are set, and a closed one is at -1. */
bool dice3_open(struct dice3 *dice, const char *table, int seat, bool resumed, struct text *why);
void dice3_close(struct dice3 *dice);

/* Process a message of the server, of any type. */
void dice3_take(struct dice3 *dice, const char *type, const json_t *message);

/* A new connection. dice3_have: the last entry, for `resume`. */
void dice3_reconnect(struct dice3 *dice);
uint32_t dice3_have(const struct dice3 *dice);
bool dice3_is_contradicted(const struct dice3 *dice);

/* Adds the seat's word to a message that needs one, after it was written down. False: the message
 * is held, and sent later, because the seat's chain is on its way. */
bool dice3_add_word(struct dice3 *dice, json_t *message);

#endif
