/* client3.h: the honest client of fair dice 3 for one seat, as a pure state machine.
 *
 * Messages of the server go in; lines of the transcript and messages to send come out. The caller
 * must write the new lines durably before it sends anything that the same call gave. The server
 * never gets a link under a second hash, nor after a contradiction.
 *
 * docs/design/fair-dice.md: sections 4, 6 and 9. `now` is the client's monotonic clock in
 * milliseconds. */
#ifndef CORNET_MATCH_CLIENT3_H
#define CORNET_MATCH_CLIENT3_H

#include "match/ledger.h"
#include "match/transcript3.h"

/* A message to send; several may follow one another. */
struct client3_link {
    bool due;
    uint32_t step;
    unsigned char hash[FAIR_BYTES]; /* h_ask */
    unsigned char link[FAIR_BYTES];
    struct fair3_signed sign;
};
struct client3_word { /* `by` of move, propose, agree, quit, chain */
    uint32_t m, seen;
    unsigned char digest[FAIR_BYTES];
    bool has_salt;
    unsigned char salt[FAIR_BYTES];
    struct fair3_signed sign;
};

/* What a call asks its caller to do. */
struct client3_out {
    struct lines news; /* of the transcript: write them durably first */
    bool contradicted; /* now: tell the user `why` */
    bool left_out;     /* a draw is made without this seat: tell the user `why` */
    struct client3_link link;
};
void client3_out_free(struct client3_out *out);

struct client3; /* one seat at one table */

/* The private part: x_L and, unless `key` is NULL, the seed of the secret key. Both are stored in a
 * private file by the caller before the chain is sent. Seat 0 is a spectator, without secrets. */
struct client3 *client3_new(int seat, const unsigned char secret[FAIR_BYTES],
                            const unsigned char key[FAIR_BYTES]);
void client3_free(struct client3 *client);

/* The head of the table, as the server tells it (`fair3.head`), and the lines of `from`, if there
 * are any (else NULL). The first one is kept; a later one must be the same. False with a reason if
 * that is a contradiction, or if this program does not know the settings: client3_has_head tells.
 */
bool client3_has_head(const struct client3 *client);
bool client3_head(struct client3 *client, const struct lines *head, const struct lines *opening,
                  struct client3_out *out, struct text *why);

/* After a restart: the transcript of this client, which it takes over (`kept` is empty afterwards),
 * then client3_head as usual. It must be of the same seat. False with a reason. */
bool client3_restore(struct client3 *client, struct transcript3 *kept, struct text *why);

/* Entries from the number `from` on. Those that are known already must be the same; a gap is not
 * taken (returns true: ask the server for the entries after client3_have). */
bool client3_entries(struct client3 *client, uint32_t from, const struct lines *entries,
                     struct span seal, uint64_t now, struct client3_out *out, struct text *why);

uint32_t client3_have(const struct client3 *client); /* the last entry */
bool client3_is_contradicted(const struct client3 *client);

/* Whether this seat's chain must be sent now: its seat is a person's (or plain), the ledger has
 * begun, no step is open, and the seat's chain is not ours. Its line of the transcript is in `out`,
 * once for each number of asks. */
struct client3_chain {
    bool due;
    uint32_t asks;
    unsigned char end[FAIR_BYTES];
    struct fair3_key key;
};
void client3_chain(struct client3 *client, struct client3_chain *chain, struct client3_out *out);

/* A word for an act: the line, or `#3 undo 41 own` … `salted`: the line will be hidden. `yes`: it
 * stands as `yes` in the ledger. Its `sent` line is in `out`. */
void client3_say(struct client3 *client, struct span act, bool yes, bool salted, uint64_t now,
                 struct client3_word *word, struct client3_out *out);
/* The server refused the word. */
void client3_refused(struct client3 *client, uint32_t m, struct client3_out *out);
/* Nobody knows what became of the word: the server could not say whether it was stored. */
void client3_lose(struct client3 *client, uint32_t m, struct client3_out *out);

/* M of the last word; 0: none. After a reconnection, once all entries are here: words up to `last`,
 * which were sent before it, are lost unless the ledger has them. `open` is the seat's word about
 * the open proposal, which is not lost; 0: none. */
uint32_t client3_said(const struct client3 *client);
void client3_settle(struct client3 *client, uint32_t last, uint32_t open, struct client3_out *out);

/* Whether the seat's words would be taken for this client's: not while the ledger has the chain of
 * another device, since a seat without a key has nothing else to tell them apart. */
bool client3_may_say(const struct client3 *client);

/* Whether an ask is open: nothing else can be written before its step. */
bool client3_is_asking(const struct client3 *client);

/* Whether another device has the seat's chain, and this client can promise no other one. */
bool client3_is_moved(const struct client3 *client);

/* Whether these are the lines of the game, as far as the ledger is known. `whole`: all of them,
 * with those of another table from which it continues; else the last ones. */
bool client3_has_lines(const struct client3 *client, const struct lines *shown, bool whole);

/* The caller has found that the server contradicts itself, by what it shows beside the ledger. */
void client3_contradict(struct client3 *client, const char *sentence, struct client3_out *out);

/* Whether the seat is a person's in the ledger: then its acts need words. And whether the seat's
 * chain there is this client's. */
bool client3_is_person(const struct client3 *client);
/* Whether a person plays that seat, with a client of any version. */
bool client3_is_played(const struct client3 *client, int seat);
bool client3_is_chained(const struct client3 *client);

/* `got`; and a clock that runs: of a seat, or 0 for the game's, with `left` milliseconds. */
void client3_got(struct client3 *client, uint32_t step, struct span sign, struct client3_out *out);
void client3_clock(struct client3 *client, int seat, uint64_t left, uint64_t now,
                   struct client3_out *out);

#endif
