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

#define PEOPLE_TICKET_MS 600000                     /* tickets, seats' keys, codes */
#define PEOPLE_CHALLENGE_MS 300000                  /* challenges of passkeys */
#define PEOPLE_SESSION_MS (INT64_C(400) * 86400000) /* without use */
#define PEOPLE_RESERVED_MS (INT64_C(90) * 86400000) /* an old name */
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
 * … Returns false with a reason if it fails. begin and end enclose a transaction; `end` rolls it
 * back unless `commit`. */
struct people_db {
    void *context;
    bool (*run)(void *context, const char *statement, const struct people_value value[], int values,
                people_on_row *on_row, void *row_context, struct text *why);
    bool (*begin)(void *context, struct text *why);
    bool (*end)(void *context, bool commit, struct text *why);

    /* The first statement of a transaction that changes counts, where several servers share the
     * database: they would wait for each other in circles. NULL: transactions do not overlap. */
    const char *lock;
};

bool people_lock(const struct people_db *db, struct text *why);

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
    bool left[GAME_SEATS_MAX]; /* somebody else or a bot has ended it at this seat */
};

/* A change of rows that belongs to events of a table and is written in the same batch. */
struct people_change {
    enum people_change_kind {
        PEOPLE_SIT,  /* a person takes the seat, from whoever had it */
        PEOPLE_TAKE, /* a guest takes the seat: its person has left */
        PEOPLE_DROP, /* the seat is given up before the game has started */
        PEOPLE_HINT, /* the seat has asked for a hint */
        PEOPLE_OVER, /* the game is over: `played` */
    } kind;
    int64_t table;               /* the id of the table's row */
    char name[PEOPLE_TABLE_MAX]; /* its public id */
    int seat;
    int64_t person; /* of PEOPLE_SIT */
    uint64_t at;
    struct people_game played; /* not of PEOPLE_DROP and PEOPLE_HINT */
};

/* Writes the change. It runs inside the transaction of the batch; running it again has no effect.
 */
bool people_write_change(const struct people_db *db, const struct people_change *change,
                         struct text *why);

/* ---- requests ---- */

enum people_verb {
    PEOPLE_ME,
    PEOPLE_CREATE,
    PEOPLE_SIGN_IN,
    PEOPLE_SIGN_OUT,
    PEOPLE_ALTER,
    PEOPLE_NEW_WORDS,
    PEOPLE_LINK,
    PEOPLE_CHALLENGE,
    PEOPLE_PASSKEYS,
    PEOPLE_DELETE,
    PEOPLE_GAMES,
    PEOPLE_RECORD,
    PEOPLE_CLAIM,
    PEOPLE_IMPORT,
    PEOPLE_EXPORT,
    PEOPLE_STATISTICS,
    PEOPLE_PROFILE,
    PEOPLE_RENAME, /* of the operator: `name` becomes `to` */
    PEOPLE_VERBS,
};

#define PEOPLE_CLAIMS_MAX 60
struct people_claim {
    const char *table, *secret;
    long long seat;
};

/* A request. Absent texts are NULL, absent numbers -1. The caller owns the texts. */
struct people_request {
    enum people_verb verb;
    const char *token;  /* of the session, in hexadecimal digits */
    bool program;       /* the answer has the new token, and sets no cookie */
    const char *url;    /* of this server, with a slash at its end */
    const char *rp;     /* the domain of passkeys; NULL: they are not possible */
    const char *origin; /* of its pages */

    const char *name, *to, *device, *words, *code, *visible, *check;
    const char *id, *challenge, *client, *attestation, *authenticator, *signature, *remove;
    const char *record, *table, *game, *opponent, *result, *cursor;
    long long seat, ended, from, until, hints, limit, running;
    struct people_claim claim[PEOPLE_CLAIMS_MAX];
    int claims;
};

/* The answer to a request, or a refusal: `status` is HTTP's. */
struct people_answer {
    int status;
    const char *code; /* of a refusal */
    char text[TEXT_WHY];
    int word; /* of a refusal: the wrong word, from 1; 0: none */
    char nearest[3][16];
    bool is_miss;                 /* a secret was wrong: counts against the address's tries */
    bool is_plain;                /* the body is a text and not JSON */
    char token[PEOPLE_TOKEN_HEX]; /* a new session, for the cookie; empty: none */
    bool forget;                  /* the session has ended: deletes the cookie */
    struct text body;             /* people_answer_free frees it */
};

struct table;

/* What requests need. `table` restores a table from the store, for the caller to free; `row` gets
 * its row's id. NULL: there is no such table, or it cannot be read. */
struct people_env {
    struct people_db db;
    const unsigned char *key; /* PEOPLE_KEY_BYTES */
    uint64_t now;
    void (*random)(void *bytes, size_t length);
    struct table *(*table)(void *context, const char *id, int64_t *row);
    void *context;
};

void people_handle(const struct people_env *env, const struct people_request *request,
                   struct people_answer *answer);
void people_answer_free(struct people_answer *answer);

/* A finished or running table as it is counted. */
void people_game_of(const struct table *table, struct people_game *game);

/* Removes what deleted accounts have left, a few rows at a time. `rewrite` replaces the name of a
 * seat's person, whose name folded to `fold`, in the events of a finished table, and returns
 * whether that is done. `done`: nothing is left. */
typedef bool people_rewrite(void *context, const char *table, int seat, const char *fold);
bool people_erase(const struct people_env *env, people_rewrite *rewrite, void *context, bool *done,
                  struct text *why);

/* ---- analyses in the background ---- */

#define PEOPLE_STUDY_MS 600000 /* how long a server may take for a game */
#define PEOPLE_STUDY_TRIES 3   /* then the game is given up */
#define PEOPLE_STUDY_DAILY 100 /* games of a person that are taken on a day */

/* A game that waits for its analysis. `record` is that of an imported game; else NULL. */
struct people_study {
    int64_t table; /* 0: none waits */
    char name[PEOPLE_TABLE_MAX];
    char *record; /* people_study_free frees it */
};

/* Takes the latest game that waits, for this server (its name; "" if it is alone). No other server
 * takes it meanwhile. `restarted`: first takes back what this server has left unfinished. */
bool people_study_take(const struct people_env *env, const char *server, bool restarted,
                       struct people_study *study, struct text *why);
void people_study_free(struct people_study *study);

/* Stores the analysis in the rows of all people of the game, once, and adds it to their sums.
 * `analysis` without a judge: the game cannot be analysed, and is never taken again. */
struct analysis;
bool people_study_keep(const struct people_env *env, int64_t table, const struct match *match,
                       const struct analysis *analysis, struct text *why);

/* Not finished: the game may be taken again in a minute. */
bool people_study_drop(const struct people_env *env, int64_t table, struct text *why);

/* The name that stands for a person whose account was deleted. */
#define PEOPLE_NOBODY "someone"

#endif
