/* ledger.h: checks the ledger of a game with fair dice 3, entry by entry: sections 2 to 6 of
 * docs/design/fair-dice.md. The verifier, the client and the tests use it.
 *
 * With the rules it replays the game and checks every draw. Without them (a client that sees only
 * part of a game with secrets) it checks everything else. */
#ifndef CORNET_MATCH_LEDGER_H
#define CORNET_MATCH_LEDGER_H

#include "match/fair3.h"

#define LEDGER_WINDOW 50 /* asks; a seat that missed two of them is not asked */

/* Whose act a line is. */
enum ledger_how {
    LEDGER_NOTE,   /* it is not a line */
    LEDGER_DRAW,   /* of a step */
    LEDGER_RULING, /* the server's */
    LEDGER_TIME,   /* after `late 0` */
    LEDGER_SAID,   /* the seat's word precedes it */
    LEDGER_LATE,   /* the server's, since the seat's time was out */
    LEDGER_UNSAID, /* of a bot, a stand-in, a seat that left, or a plain client */
};

/* The kept data of an entry. */
struct ledger_entry {
    unsigned char hash[FAIR_BYTES]; /* after it */
    uint8_t kind;                   /* enum fair3_kind */
    uint8_t seat;                   /* of the note or the line; 0: chance */
    uint8_t how;                    /* enum ledger_how */
    uint8_t who;                    /* enum fair3_seat: who played the seat then */
    bool hidden, undone;
    bool vouched;                     /* a word: under a vouched key */
    bool changed;                     /* a chain: the seat changed hands */
    uint32_t number;                  /* n of ask, step, miss; M of a word; I of an undo */
    uint32_t line;                    /* a line's index in the match's body */
    uint64_t ms;                      /* of `late` */
    unsigned char digest[FAIR_BYTES]; /* of a word */
};

/* A step by its number. */
struct ledger_step {
    uint32_t ask;          /* the entry; its hash is h_ask */
    uint8_t asked, missed; /* bitmasks of seats */
    bool done;             /* it has its links: neither void nor open */
    bool drew;             /* and a draw */
};

struct ledger_seat {
    enum fair3_seat kind;
    bool has_chain, vouched; /* vouched: its chain's key */
    bool taken;              /* a person was taken from the seat without a word under such a key */
    struct fair3_known known;
    struct fair3_key key;
    uint32_t word;      /* M of the last word of this chain */
    uint32_t misses[2]; /* the last two asks that it missed, the later one first; 0: none */
};

/* Whether a signature is right. SIGN_UNKNOWN: cannot be checked here (yet). */
enum ledger_sign { SIGN_BAD, SIGN_GOOD, SIGN_UNKNOWN };
typedef enum ledger_sign ledger_check_sign(void *context, const struct fair3_key *key,
                                           struct span text, const struct fair3_signed *sign);
ledger_check_sign ledger_sodium; /* with libsodium (fair3_sign.c); the context is not used */

/* What the caller gives; it outlives the ledger. */
struct ledger_given {
    const struct fair3_head *head;
    struct match *match;         /* at its start, owned by the ledger; NULL: without the rules */
    const struct lines *opening; /* with the rules: the `from` lines of another table */
    struct fair_cache *cache;    /* with the rules */
    const unsigned char *hidden; /* V; NULL: not known, hidden draws are not checked */
    ledger_check_sign *check_sign;
    void *sign_context;
};

/* Whether the signature is right, as `check_sign` says; but keys and signatures of which libraries
 * say different things are never right. */
enum ledger_sign ledger_judge_sign(const struct ledger_given *given, const struct fair3_key *key,
                                   struct span text, const struct fair3_signed *sign);

/* The words before an act, until it comes. */
struct ledger_group {
    struct fair3_note by, late, hide; /* of kind FAIR3_LINE: none */
    struct fair3_note yes[GAME_SEATS_MAX];
    unsigned said;  /* bitmask of the seats with `yes` */
    uint32_t first; /* the entry of the first word; 0: none */
};

struct ledger {
    struct ledger_given given;
    struct fair3_ledger sum;    /* the count and the hash of the entries */
    struct ledger_entry *entry; /* by number; 0 stands for the head */
    size_t entry_capacity;
    struct ledger_step *step; /* by number from 0: step n is step[n - 1] */
    size_t step_capacity;
    uint32_t asks;
    bool asking;        /* the last ask is open */
    unsigned again;     /* after a miss: the seats that must be asked now; 0: any */
    unsigned leaving;   /* after a miss of all: these must leave or be replaced first */
    bool started;       /* every seat has its kind, and the opening was played */
    bool running, drew; /* a run is on; it has a draw */
    struct fair3_run run;
    unsigned char promise[FAIR_BYTES]; /* of the server's next link */
    struct ledger_seat seat[GAME_SEATS_MAX];
    struct ledger_group group;
    uint32_t unchecked_draws; /* hidden, and V is not known */
    uint32_t unchecked_signs;
    uint32_t rulings, other_rulings;         /* all; and those that differ from this program's */
    uint32_t unsigned_lines[GAME_SEATS_MAX]; /* said without a signature */
};

/* `head` is h_0. */
void ledger_begin(struct ledger *ledger, const struct ledger_given *given,
                  const unsigned char head[FAIR_BYTES]);
void ledger_free(struct ledger *ledger);

/* Adds an entry. `salt`: of a hidden player's line, if it is known, else NULL. False with a reason
 * if it breaks a rule; the ledger can then only be freed. */
bool ledger_add(struct ledger *ledger, struct span entry, const unsigned char salt[FAIR_BYTES],
                struct text *why);

/* The next entry as the viewer (a seat, or 0) may see it. With the rules only. */
void ledger_view(const struct ledger *ledger, struct span entry, int viewer, struct text *out);

/* Whether the seat (from 1) must not be asked in the next step, because of its misses. */
bool ledger_is_barred(const struct ledger *ledger, int seat);

/* With the rules: whether the game is over. */
bool ledger_is_over(const struct ledger *ledger);

/* Bitmask of the seats of a kind. */
unsigned ledger_seats(const struct ledger *ledger, enum fair3_seat kind);

/* The hash after an entry; 0: h_0. */
const unsigned char *ledger_hash(const struct ledger *ledger, uint32_t entry);

#endif
