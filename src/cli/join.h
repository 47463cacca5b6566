/* join.h: shared by the parts of `cornet join`: join_command.c reads the command line, join.c holds
 * the connection, join_messages.c takes the server's messages, join_input.c the user's input. */
#ifndef CORNET_CLI_JOIN_H
#define CORNET_CLI_JOIN_H

#include <ev.h>
#include <jansson.h>

#include "base/lines.h"
#include "base/rng.h"
#include "cli/account.h"
#include "cli/dial.h"
#include "cli/dice3.h"
#include "cli/transcript_file.h"
#include "program/command.h"
#include "tui/guest.h"

#define TYPED_MAX 1024

struct client {
    const struct command *command;
    struct guest guest; /* the display */
    char host[256], table[64], seat_file[4200];
    int port, seat; /* seat: the requested one, then ours; 0: any, or none */
    bool tls, watch, automatic, create, plain, listed;
    uint64_t pace; /* as given: see guest.pace */
    const char *name, *clock;
    char kept_name[256]; /* the name at the seat to which the command reconnects */
    bool named;          /* --name was given */
    json_t *creation;
    char secret[ACCOUNT_SECRET_MAX];
    bool keyed;                     /* `secret` is a key of the account, valid for some minutes */
    double keyed_until;             /* clock_steady */
    struct account account;         /* of the user at this server; not used by a program */
    unsigned char seed[FAIR_BYTES]; /* committed to in the pending request for a seat */
    bool promised;
    /* the seat was just taken: its first `table` shows whether it takes part in the dice */
    bool fresh;
    int taken; /* the seat that was ours until somebody took it; 0: none */
    struct ev_loop *loop;
    struct dial *dial; /* NULL: not connected, and not trying */
    ev_io input;
    ev_timer again, pulse, slow, tick;
    ev_timer beat;         /* until the next line is shown */
    bool skipping;         /* no pauses until there is something to decide */
    struct lines words;    /* of the line editor: completions for Tab, */
    char prompt[TEXT_WHY]; /* and its prompt */
    double wait, heard;
    char at[17];        /* the name of the server where the table is; "": not known */
    uint64_t announced; /* hash of the operator's announcement without digits; 0: none yet */
    unsigned vain;      /* consecutive failed attempts to connect */
    double turned_away; /* seconds until the next attempt, if the server refused us */
    bool arrived;       /* this connection has joined the table */
    bool met;           /* the server has answered once */
    bool ended;         /* the input has ended */
    struct transcript_file transcript; /* fair dice 2 */
    struct dice3 dice;                 /* fair dice 3 */
    bool returned; /* the seat was taken by an earlier run: its first `table` opens its files */
    int newest;    /* version of the fair dice that the server offers */
    bool connected, leaving, stopped;
    bool seated;         /* we have `seat`, which only a rematch may change */
    bool wants_rematch;  /* the user has proposed one, or agreed */
    size_t failures;     /* broken commitments already reported to the user */
    long long log_count; /* lines of the game so far */
    struct rng rng;
    char typed[TYPED_MAX];
    size_t typed_length;
    int code;
};

/* Ends the program's loop with an exit code. */
void join_stop(struct client *client, int code);

/* Sends a message, and frees it. */
void join_send(struct client *client, json_t *message);

/* Connects, and plays until the end. Returns the exit code. */
int join_serve(struct client *client);

/* Returns to the seat with its secret. */
void join_greet_seat(struct client *client);

/* Finds the account's seat at the table, with a key that is valid for some minutes. */
void join_find_key(struct client *client);

/* Sets the text that a signal prints on the full screen: how to return to the seat. */
void join_set_signal_text(const struct client *client);

/* ---- join_messages.c ---- */

void join_take_message(struct client *client, struct span bytes);

/* Callbacks of fair dice 3. */
void join_send_dice(void *context, json_t *message);
void join_warn_dice(void *context, const char *text, bool grave);

/* libev callback: the pause after a line is over. */
void join_on_beat(struct ev_loop *loop, ev_timer *timer, int events);

/* Shows queued lines immediately, and new ones without pauses until there is something to decide.
 */
void join_skip(struct client *client);

/* ---- join_input.c ---- */

/* Draws the full screen, if there is one. */
void join_draw(struct client *client);

/* Updates the line editor's prompt and completions. */
void join_prepare_editor(struct client *client);

/* Reads lines with a line editor until the client leaves. */
void join_edit_lines(struct client *client);

/* libev callbacks: there is input; a timer tick, on the full screen. */
void join_on_input(struct ev_loop *loop, ev_io *io, int events);
void join_on_tick(struct ev_loop *loop, ev_timer *timer, int events);

#endif
