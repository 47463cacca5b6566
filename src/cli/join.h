/* join.h: the parts of `cornet join`: join.c talks with the server, join_input.c with the person.
 */
#ifndef CORNET_CLI_JOIN_H
#define CORNET_CLI_JOIN_H

#include <ev.h>
#include <jansson.h>

#include "base/lines.h"
#include "base/rng.h"
#include "cli/dial.h"
#include "cli/transcript_file.h"
#include "program/command.h"
#include "tui/guest.h"

#define TYPED_MAX 1024

struct client {
    const struct command *command;
    struct guest guest; /* what is seen */
    char host[256], table[64], seat_file[4200];
    int port, seat; /* seat: the wanted one, then ours; 0: any, or none */
    bool tls, watch, automatic, create, plain;
    uint64_t pace; /* as given: see guest.pace */
    const char *name, *clock;
    char kept_name[256]; /* of the seat that the command comes back to */
    bool named;          /* --name was given */
    json_t *creation;
    char secret[64];
    unsigned char seed[FAIR_BYTES]; /* promised with the request for a seat that is under way */
    bool promised;
    struct ev_loop *loop;
    struct dial *dial; /* NULL: not connected, and not trying */
    ev_io input;
    ev_timer again, pulse, slow, tick;
    ev_timer beat;         /* until the next line is shown */
    bool skipping;         /* no pauses until there is something to decide */
    struct lines words;    /* a line editor's: what Tab completes, */
    char prompt[TEXT_WHY]; /* and its prompt */
    double wait, heard;
    char at[2];         /* the name of the server where the table is; "": not known */
    unsigned vain;      /* attempts to connect in vain */
    double turned_away; /* seconds until the next attempt, if that is not so */
    bool arrived;       /* at the table, by this connection */
    struct transcript_file transcript;
    bool connected, leaving, stopped;
    bool seated;         /* at `seat`, which only a rematch may change */
    bool wants_rematch;  /* the user has proposed one, or agreed */
    size_t failures;     /* broken promises that the user has been told of */
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

/* Shows at once what waits, and what comes until there is something to decide. */
void join_skip(struct client *client);

/* A member that is a text; "" if there is none. */
const char *join_text(const json_t *object, const char *key);

/* ---- join_input.c ---- */

/* Draws the full screen, if there is one. */
void join_draw(struct client *client);

/* What a line editor shows and completes now. */
void join_prepare_editor(struct client *client);

/* Lines with a line editor, until the client leaves. */
void join_edit_lines(struct client *client);

/* libev's: keys or lines have come; some time has passed, on the full screen. */
void join_on_input(struct ev_loop *loop, ev_io *io, int events);
void join_on_tick(struct ev_loop *loop, ev_timer *timer, int events);

#endif
