/* people.h: people with a name of their own: accounts, devices, their games.
 *
 * As pure as table/: no sockets, threads, files or clock. A request, the time, random bytes and a
 * database come in; rows and an answer go out, through `struct people_env`. Functions that take a
 * `struct people_env` may wait for the database, so call them on a thread that may.
 *
 * Secrets: six words of 13 bits each are 78 bits, of which 70 are random and 8 are a check. The
 * database has keyed hashes (BLAKE2b) of the words, of session tokens and of codes, never the
 * values. docs/develop/people.md describes the requests and answers. */
#ifndef CORNET_PEOPLE_PEOPLE_H
#define CORNET_PEOPLE_PEOPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "base/text.h"
#include "game/game.h"
#include "match/match.h"

#define PEOPLE_KEY_BYTES 32
#define PEOPLE_HASH_BYTES 32
#define PEOPLE_TOKEN_BYTES 32
#define PEOPLE_TOKEN_HEX (2 * PEOPLE_TOKEN_BYTES + 1)
#define PEOPLE_NAME_MIN 2         /* characters */
#define PEOPLE_NAME_CHARACTERS 24 /* at most; and MATCH_NAME_MAX bytes */
#define PEOPLE_FOLD_MAX 256       /* bytes of a folded name, the final NUL included */
#define PEOPLE_DEVICE_MAX 161     /* bytes of a device's label: 40 characters */
#define PEOPLE_TICKET_MAX 192     /* characters of a ticket or a seat's key, with the NUL */
#define PEOPLE_TABLE_MAX 24       /* of a table's public id, or the number of an imported game */

#define PEOPLE_TICKET_MS 600000                      /* tickets, seats' keys, codes */
#define PEOPLE_CHALLENGE_MS 300000                   /* challenges of passkeys */
#define PEOPLE_SESSION_MS (INT64_C(400) * 86400000)  /* without use */
#define PEOPLE_RESERVED_MS (INT64_C(90) * 86400000)  /* an old name */
#define PEOPLE_DEVICES_MAX 20
#define PEOPLE_PASSKEYS_MAX 10
#define PEOPLE_IMPORTS_MAX 10000

/* ---- the database ---- */

enum people_type { PEOPLE_NULL, PEOPLE_NUMBER, PEOPLE_TEXT, PEOPLE_BYTES };

/* A parameter of a statement, or a column of a row. */
struct people_value {
    enum people_type type;
    int64_t number;
    struct span bytes; /* of a text or of bytes */
};

/* Called for each row; false ends the iteration. */
typedef bool people_on_row(void *context, const struct people_value column[], int columns);

/* Runs one statement in the SQL that SQLite and PostgreSQL have in common, with parameters $1, $2,
 * … Returns false with a reason if it fails. */
struct people_db {
    void *context;
    bool (*run)(void *context, const char *statement, const struct people_value value[], int values,
                people_on_row *on_row, void *row_context, struct text *why);
};

/* ---- a game of a person, as it is counted ---- */

/* These numbers are stored: new ones are added at the end only. */
enum people_result { PEOPLE_RUNNING, PEOPLE_WON, PEOPLE_DRAWN, PEOPLE_LOST, PEOPLE_LEFT };

/* A finished game: what the rows of its people are made of. */
struct people_game {
    const char *game; /* its id, a constant */
    int players;
    uint32_t lines;
    char name[GAME_SEATS_MAX][MATCH_NAME_MAX]; /* `bot:AGENT…` of a bot */
    uint8_t share[GAME_SEATS_MAX];             /* in sixtieths */
    bool left[GAME_SEATS_MAX];                 /* somebody else or a bot has ended it at this seat */
};

/* A change of rows that belongs to events of a table and is written in the same batch. */
struct people_change {
    enum people_change_kind {
        PEOPLE_SIT,  /* a person takes the seat, from whoever had it */
        PEOPLE_TAKE, /* a guest takes the seat: its person has left */
        PEOPLE_HINT, /* the seat has asked for a hint */
        PEOPLE_OVER, /* the game is over: `played` */
    } kind;
    int64_t table;               /* the id of the table's row */
    char name[PEOPLE_TABLE_MAX]; /* its public id */
    int seat;
    int64_t person; /* of PEOPLE_SIT */
    uint64_t at;
    struct people_game played; /* of PEOPLE_OVER; of PEOPLE_SIT only `game` and `players` */
};

/* Writes the change. It runs inside the transaction of the batch; running it again has no effect.
 */
bool people_write_change(const struct people_db *db, const struct people_change *change,
                         struct text *why);

#endif
