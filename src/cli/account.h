/* account.h: the user's account at a server, for `cornet name` and `cornet join`: its requests, and
 * the file that keeps its words and its session. */
#ifndef CORNET_CLI_ACCOUNT_H
#define CORNET_CLI_ACCOUNT_H

#include <jansson.h>

#include "net/fetch.h"

enum { ACCOUNT_WORDS = 6, ACCOUNT_SECRET_MAX = 200 }; /* of a seat's key and of a ticket */

struct account {
    struct fetch_url server;
    char path[4200];                 /* of the file; "": there is no folder for it */
    char name[256];                  /* "": nobody is signed in */
    char words[256];                 /* six words; "": not known here */
    char token[128];                 /* of the session; "": none */
    char ticket[ACCOUNT_SECRET_MAX]; /* for the WebSocket; "": none */
    double ticket_until;             /* clock_steady */
    bool known;                      /* the file existed */
};

/* Reads the file of the server's account, if there is one. False with a reason if others can read
 * the file, or it is damaged. */
bool account_open(struct account *account, const char *url, struct text *why);

/* Writes the file, readable by the user only. False with a reason. */
bool account_keep(const struct account *account, struct text *why);

/* Deletes the file. */
void account_forget(struct account *account);

/* One request with the session; `body` is freed, and NULL is a GET. The answer, which the caller
 * frees, or NULL with the server's sentence. A session that is over begins anew with the words. */
json_t *account_ask(struct account *account, const char *path, json_t *body, struct text *why);

/* Signs in with `{"words":…}` or `{"code":…}`, which is freed. False with a reason. */
bool account_enter(struct account *account, json_t *proof, struct text *why);

/* Makes an account with this name, and keeps its words in the file. False with a reason. */
bool account_make(struct account *account, const char *name, struct text *why);

/* The ticket for the WebSocket; "" if there is none. */
const char *account_ticket(struct account *account);

/* The account's seat at this table and its key. False: there is none. */
bool account_key(struct account *account, const char *table, int *seat, char *key, size_t capacity);

#endif
