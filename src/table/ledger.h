/* ledger.h: the ledger of a table with fair dice of version 3; private to table/. Its entries
 * follow from events: ledger.c adds them when an event happens and when it is read back. steps.c
 * decides what is added. docs/design/fair-dice.md has the construction. */
#ifndef CORNET_TABLE_LEDGER_H
#define CORNET_TABLE_LEDGER_H

#include "match/fair3.h"
#include "table/table.h"

/* In milliseconds: until a seat that was asked has missed the step; the same after a restart, when
 * clients reconnect; until links that came are stored, if others are missing. */
#define TABLE_LINK_WAIT 5000
#define TABLE_RESTORE_WAIT 15000
#define TABLE_GOT_WAIT 1000

/* A seat that was silent for so long is probed before it is asked; the time for its answer. */
#define TABLE_SILENCE 10000
#define TABLE_PROBE_WAIT 2000

#define LEDGER_WINDOW 50 /* asks; a seat that missed two of them is not asked */

/* A line that not everybody may see. */
struct table_hidden {
    uint32_t entry;
    unsigned viewers; /* bitmask of those who may see it (bit 0: spectators) */
    bool salted;
    unsigned char salt[FAIR_BYTES];
};

/* What the ledger says about a seat. */
struct table_ledger_seat {
    uint8_t who;        /* enum fair3_seat */
    bool chained;       /* has promised a chain */
    bool passed;        /* another person has the seat since: their chain is not there yet */
    uint32_t missed[2]; /* the last two asks that it missed, the later one first; 0: none */
    uint32_t changed;   /* the last entry about the seat or its chain */
    uint32_t said;      /* M of the last word under this chain */
    struct fair3_known known;
    struct fair3_key key;
};

struct table_ledger {
    unsigned char nonce[FAIR_BYTES]; /* from which the server's links and V are derived */
    struct fair3_head head;
    struct lines entry; /* complete, from 1 at index 0 */
    struct fair3_ledger sum;

    /* The hashes since `barrier`, the last entry that no word may be older than (ask, step, miss,
     * undo): hash[i] is that after entry barrier + i. */
    uint32_t barrier;
    unsigned char (*hash)[FAIR_BYTES];
    size_t hash_capacity;

    struct table_hidden *hidden; /* in the order of entries */
    size_t hidden_count, hidden_capacity;
    bool has_salt;
    unsigned char salt[FAIR_BYTES]; /* of the hidden line that follows */

    struct table_ledger_seat *seat; /* of each player */

    /* Steps: */
    uint32_t asks;           /* n of the last ask */
    uint32_t steps;          /* asks that were answered */
    bool open;               /* it is not answered */
    unsigned asked;          /* bitmask of its seats, in this and the next two */
    unsigned linked, stored; /* whose links are there; and are stored */
    uint64_t ask_since;
    unsigned char ask_hash[FAIR_BYTES];
    unsigned char link[GAME_SEATS_MAX][FAIR_BYTES];
    struct fair3_signed sign[GAME_SEATS_MAX];

    unsigned char hidden_seed[FAIR_BYTES]; /* V */
    bool shown;                            /* the game is over, and an event holds V */
    bool lost;                             /* it is: this server cannot draw for the table */

    bool running; /* the rules demand a further draw of the last step's run */
    struct fair3_run run;

    /* Not stored: */
    unsigned char
        next[FAIR_BYTES]; /* the server's link after `next_step` steps, if that is not 0 */
    uint32_t next_step;
    uint32_t told;                  /* entries that were sent to viewers */
    uint64_t heard[GAME_SEATS_MAX]; /* when the seat's client last said anything */
    unsigned probed;      /* bitmask of the seats that were asked whether they are ready */
    uint64_t probe_since; /* 0: no probe is under way */
    uint64_t restored;    /* when the table woke up with an open ask; 0: it did not */
    bool thrown;          /* the owner has thrown, and the ask follows */
};

/* The line `fair3 …` in EVENT_CREATE: the nonce and what the head says of the server. */
#define LEDGER_CREATE "fair3 "
void table_ledger_write_create(const struct table_ledger *ledger, struct lines *out);
bool table_ledger_read_create(struct table *t, struct span value);
/* A new table's: derives V and the server's first link from the nonce. */
struct table_ledger *table_ledger_new(const struct table_env *env, const char *table,
                                      const unsigned char nonce[FAIR_BYTES]);
void table_ledger_free(struct table_ledger *ledger);
/* The settings are known: the head, and h_0. table_ledger_head gives the head's lines. */
void table_ledger_begin(struct table *t);
void table_ledger_head(const struct table *t, struct lines *out);

/* Adds a note, and a line of the game that has just been played. `viewers` as in table_hidden. */
bool table_ledger_note(struct table *t, struct span note, uint64_t at);
void table_ledger_line(struct table *t, struct span line, unsigned viewers);
/* What an event has beside entries: `salt HEX`, `hidden HEX`. */
bool table_ledger_private(struct table_ledger *ledger, struct span line);
bool table_ledger_is_private(struct span line);

/* Who may see the line completely, which is the next of the match. */
unsigned table_ledger_viewers(const struct table *t, struct span line);

/* The server's part of the next step: its link, and the promise of the one after it. */
void table_ledger_own_link(const struct table *t, struct fair3_note *step);

/* The entry of the body's line; an undone line is one too. */
uint32_t table_ledger_entry_of(const struct table *t, size_t line);

/* The entry as the viewer may know it; `out` has room for FAIR3_NOTE_MAX. */
struct span table_ledger_shown(const struct table_ledger *ledger, uint32_t entry, int viewer,
                               struct text *out);

/* The record's header and its body. */
void table_ledger_write_header(const struct table *t, struct lines *out);
void table_ledger_write_body(const struct table *t, const struct lines *body, struct lines *out);

#endif
