/* fair3.h: fair dice, version 3: the hashes, texts and draws. docs/design/fair-dice.md has the
 * whole construction; the names here are those of that page.
 *
 * Each seat has a hash chain: it promises the last hash, and opens one link for each step. The
 * server promises each of its links before the step. A step serves the draws that follow it
 * directly. All entries of a game (its lines, and notes that begin with `#3`) form a ledger, in
 * which each hash covers everything before it.
 *
 * These are pure functions over the caller's memory, and none allocates but those that fill `struct
 * lines`. 32-byte values are bytes here, and hexadecimal digits in texts. */
#ifndef CORNET_MATCH_FAIR3_H
#define CORNET_MATCH_FAIR3_H

#include <sodium.h>
#include <stdbool.h>
#include <stdint.h>

#include "match/fair.h"

#define FAIR3_NOTE "#3 "      /* how a note begins */
#define FAIR3_NOTE_MAX 2048   /* bytes of a note, the final NUL included */
#define FAIR3_LINKS 8192      /* L: the links of a chain */
#define FAIR3_SIGNED_BYTES 64 /* of a signature */
#define FAIR3_SIGNED_HEX (2 * FAIR3_SIGNED_BYTES + 1)
#define FAIR3_TEXT_MAX 512 /* room for any text to be signed */

/* ---- hashes ---- */

/* H(part, part, …): SHA-256 of the parts, each followed by LF. */
struct fair3_hash {
    crypto_hash_sha256_state state;
};
void fair3_hash_begin(struct fair3_hash *hash, const char *first);
void fair3_hash_add(struct fair3_hash *hash, struct span part);
void fair3_hash_bytes(struct fair3_hash *hash, const unsigned char part[FAIR_BYTES]); /* as hex */
void fair3_hash_end(struct fair3_hash *hash, unsigned char out[FAIR_BYTES]);

/* HMAC-SHA-256 of the text. */
void fair3_hmac(const unsigned char key[FAIR_BYTES], const struct text *text,
                unsigned char out[FAIR_BYTES]);

/* The promise of V, from which the hidden draws come. */
void fair3_promise(const char *table, const unsigned char hidden[FAIR_BYTES],
                   unsigned char out[FAIR_BYTES]);

/* ---- the server's links ---- */

/* The promise of the server's link of the next step. */
void fair3_server_promise(const char *table, const unsigned char link[FAIR_BYTES],
                          unsigned char out[FAIR_BYTES]);

/* ---- chains ---- */

/* Hashes the link x_from of a seat down to x_to (from >= to). */
void fair3_link_down(const char *table, int seat, uint32_t from, uint32_t to,
                     unsigned char link[FAIR_BYTES]);

/* The owner's chain. It keeps one link in 1,024, one in 32 and 32 of them: links in rising order
 * cost about three hashes each. */
#define FAIR3_ROW 32
struct fair3_chain {
    char table[FAIR_TABLE_MAX];
    int seat;
    uint32_t links;                              /* L; less only in tests */
    unsigned char start[FAIR_BYTES];             /* x_0 */
    unsigned char row[3][FAIR3_ROW][FAIR_BYTES]; /* the links at the ends of its parts */
    uint32_t at[3];                              /* the link before the first part of each row */
};

/* Makes the chain of the secret x_L: L hashes. */
void fair3_chain_make(struct fair3_chain *chain, const char *table, int seat, uint32_t links,
                      const unsigned char secret[FAIR_BYTES]);
/* x_n, for n up to L. */
void fair3_chain_link(struct fair3_chain *chain, uint32_t n, unsigned char link[FAIR_BYTES]);

/* What is known of another seat's chain: its last opened link, or its promise. */
struct fair3_known {
    uint32_t n;
    unsigned char link[FAIR_BYTES];
};
/* Whether the link fits: hashed down it gives the known one, which it then replaces. False, and
 * nothing changes, if it does not, or if n is not above the known link's. */
bool fair3_known_advance(struct fair3_known *known, const char *table, int seat, uint32_t n,
                         const unsigned char link[FAIR_BYTES]);

/* ---- the head ---- */

struct fair3_key {
    bool has; /* without a key, `-` is written */
    unsigned char bytes[FAIR_BYTES];
};
struct fair3_signed {
    bool has;
    unsigned char bytes[FAIR3_SIGNED_BYTES];
};

/* A person's clock: none, `move S` (seconds for each move), or `bank S ADD` (seconds for the game,
 * and seconds more after each move). */
enum fair3_clock_kind { FAIR3_CLOCK_NONE, FAIR3_CLOCK_MOVE, FAIR3_CLOCK_BANK };
struct fair3_clock {
    enum fair3_clock_kind kind;
    uint32_t seconds, add;
};
void fair3_write_clock(const struct fair3_clock *clock, struct text *out);
bool fair3_read_clock(struct span text, struct fair3_clock *clock);

struct fair3_head {
    char table[FAIR_TABLE_MAX];
    struct fair3_clock clock;
    unsigned char server[FAIR_BYTES];  /* the promise of the server's first link */
    unsigned char hidden[FAIR_BYTES];  /* the promise of V */
    struct fair3_key key;              /* the server's */
    uint32_t from;                     /* lines of another table's game that this one continues */
    char source[FAIR_TABLE_MAX];       /* that table */
    unsigned char opening[FAIR_BYTES]; /* H of these lines */
};

/* The game continues from these lines, the first ones of the table `source`. */
void fair3_head_continue(struct fair3_head *head, struct span source, const struct lines *opening);

/* The lines of the head; the settings are the match's. And h_0. */
void fair3_write_head(const struct fair3_head *head, const struct match *match, struct lines *out);
void fair3_head_hash(const struct lines *head, unsigned char hash[FAIR_BYTES]);

/* Reads the lines of a head, which must be exactly as fair3_write_head writes them. Makes a match
 * with its settings, without names and lines; the caller frees it. NULL with a reason. */
struct match *fair3_read_head(const struct lines *lines, struct fair3_head *head, struct text *why);

/* ---- the ledger ---- */

enum fair3_kind {
    FAIR3_LINE, /* not a note: a line of the game */
    FAIR3_SEAT,
    FAIR3_CHAIN,
    FAIR3_ASK,
    FAIR3_STEP,
    FAIR3_MISS,
    FAIR3_BY,
    FAIR3_YES,
    FAIR3_LATE,
    FAIR3_HIDE,
    FAIR3_UNDO,
};

/* Who plays a seat; the words in `#3 seat`. */
enum fair3_seat {
    FAIR3_NOBODY, /* not known yet */
    FAIR3_PERSON,
    FAIR3_PLAIN,
    FAIR3_BOT,
    FAIR3_STAND_IN,
    FAIR3_LEFT,
};
extern const char *const fair3_seat_words[];

struct fair3_note {
    enum fair3_kind kind;
    int seat;                        /* seat, chain, by, yes; late (0: the game's own time) */
    uint32_t number;                 /* chain: B; ask, step, miss: n; by, yes: M; undo: I */
    uint32_t seen;                   /* by, yes */
    uint64_t ms;                     /* late */
    enum fair3_seat who;             /* seat */
    unsigned seats;                  /* ask, step, miss: bitmask, bit 0 is seat 1 */
    bool own;                        /* undo: `own`, else `all` */
    bool has_bytes;                  /* hide: false is `-` */
    unsigned char bytes[FAIR_BYTES]; /* chain: END; step: server's link; D */
    unsigned char next[FAIR_BYTES];  /* step: the promise of the server's next link */
    struct fair3_key key;            /* chain */
    struct fair3_signed sign;        /* by, yes */
    unsigned char link[GAME_SEATS_MAX][FAIR_BYTES]; /* step, by seat from 0 */
    struct fair3_signed open[GAME_SEATS_MAX];       /* step: the signatures of the links */
    unsigned char fresh[FAIR_BYTES];                /* step, if `seats` is empty: R */
};

/* Writes a note; `out` has room for FAIR3_NOTE_MAX. */
void fair3_write_note(const struct fair3_note *note, struct text *out);

/* Reads an entry; a line of the game is of the kind FAIR3_LINE, and nothing else is read of it.
 * False if it begins like a note, and is none in its one spelling, or is too long. */
bool fair3_read_note(struct span entry, struct fair3_note *note);

/* The public form of a hidden line: its first two words, and `?`. */
void fair3_hidden_line(struct span line, struct text *out);

struct fair3_ledger {
    uint32_t count;                 /* of the entries */
    unsigned char hash[FAIR_BYTES]; /* h_count */
    bool hidden;                    /* the last entry is `#3 hide`: the next line is hidden */
};
void fair3_ledger_begin(struct fair3_ledger *ledger, const unsigned char head[FAIR_BYTES]);
/* Adds an entry, complete or as it was shown to anybody: the hash is the same. */
void fair3_ledger_add(struct fair3_ledger *ledger, struct span entry);

/* ---- draws ---- */

/* K of a step; `asked` is the hash after its ask. */
void fair3_step_key(const char *table, const struct fair3_note *step,
                    const unsigned char asked[FAIR_BYTES], unsigned char key[FAIR_BYTES]);

/* The draws of the run that follows a step, in their order. */
struct fair3_run {
    crypto_auth_hmacsha256_state open, hidden; /* keyed; draws copy them */
    bool has_hidden;                           /* V is known */
    uint64_t drawn;                            /* b of the next draw */
};
/* `hidden` is V; NULL: not known, and hidden draws cannot be made. */
void fair3_run_begin(struct fair3_run *run, const unsigned char key[FAIR_BYTES],
                     const unsigned char hidden[FAIR_BYTES]);

/* The key of hidden draws under K. */
void fair3_hidden_key(const unsigned char key[FAIR_BYTES], const unsigned char hidden[FAIR_BYTES],
                      unsigned char out[FAIR_BYTES]);

/* Draw number `run->drawn`: uniform in 0..denominator-1. */
uint64_t fair3_number(const struct fair3_run *run, bool hidden, uint64_t denominator);

/* The line of the next draw at a chance state. The caller plays it and increments `drawn`. */
void fair3_draw(const struct fair3_run *run, bool hidden, struct fair_cache *cache,
                const struct match *match, struct text *line);

/* Whether the rules hide part of this legal line, the next one of the match, from spectators. */
bool fair3_is_hidden(const struct match *match, struct span line);

/* Whether they hide the draws at this chance state. */
bool fair3_hides_draw(const struct match *match);

/* ---- words of seats, and signatures ---- */

/* D of an act; `salt` is NULL for `-`. */
void fair3_act(const unsigned char salt[FAIR_BYTES], struct span act,
               unsigned char digest[FAIR_BYTES]);

/* The texts that are signed: by a seat that opens a link (`asked`: the hash after the ask); by the
 * server that has stored it; by a seat with `by` or `yes` (the note; `seen`: h_SEEN); by the server
 * with entries up to I. `out` has room for FAIR3_TEXT_MAX. */
void fair3_text_open(const char *table, int seat, uint32_t n, const unsigned char asked[FAIR_BYTES],
                     const unsigned char link[FAIR_BYTES], struct text *out);
void fair3_text_got(const char *table, int seat, uint32_t n, const unsigned char link[FAIR_BYTES],
                    struct text *out);
void fair3_text_word(const char *table, const struct fair3_note *word,
                     const unsigned char seen[FAIR_BYTES], struct text *out);
void fair3_text_seal(const char *table, uint32_t count, const unsigned char hash[FAIR_BYTES],
                     struct text *out);

/* Ed25519 (fair3_sign.c; not in the browser's module). The secret key is stored as its 32-byte
 * seed; without a key nothing is signed. fair3_check: whether it is the key's signature of the
 * text. */
struct fair3_secret {
    struct fair3_key key;   /* the public key */
    unsigned char pair[64]; /* libsodium's form of the secret key */
};
void fair3_secret_make(struct fair3_secret *secret, const unsigned char seed[FAIR_BYTES]);
struct fair3_signed fair3_sign(const struct fair3_secret *secret, const struct text *text);
bool fair3_check(const struct fair3_key *key, struct span text, const struct fair3_signed *sign);

/* `-` or hexadecimal digits, as in notes. */
void fair3_write_key(const struct fair3_key *key, struct text *out);
void fair3_write_signed(const struct fair3_signed *sign, struct text *out);
bool fair3_read_key(struct span text, struct fair3_key *key);
bool fair3_read_signed(struct span text, struct fair3_signed *sign);

#endif
