/* fair.h: dice that players can verify. docs/design/fair-dice-2.md has the whole construction.
 *
 * The server and each seat commit to a seed. When no more commitments are taken, they are listed;
 * the seats acknowledge the list, and only then reveal their seeds. If a seat does not reveal its
 * seed, the exchange is repeated without it: the next attempt. The record names the seat. The seeds
 * and the list give a key, and draw number n is HMAC-SHA-256 of n under it. A draw picks among the
 * outcomes in the order of their lines (as `cornet replay --legal` sorts them), over their common
 * denominator.
 *
 * Old tables and records use version 1: no list, and the draws come from the server's seed and a
 * text with the seats' seeds. */
#ifndef CORNET_MATCH_FAIR_H
#define CORNET_MATCH_FAIR_H

#include <sodium.h>
#include <stdbool.h>
#include <stdint.h>

#include "match/match.h"

#define FAIR_BYTES 32
/* Header line: people rolled real dice, so the dice cannot be verified. */
#define FAIR_OWN_DICE "dice own"
#define FAIR_HEX (2 * FAIR_BYTES + 1)
#define FAIR_TABLE_MAX 33                      /* bytes of a table's id, the final NUL included */
#define FAIR_ATTEMPTS_MAX (GAME_SEATS_MAX + 1) /* each failed attempt excludes a seat */

struct fair {
    unsigned char seed[FAIR_BYTES]; /* the server's */
    char table[FAIR_TABLE_MAX];     /* its id */
    uint8_t players;
    uint8_t version; /* 1 or 2; below 2 until the list is closed */
    uint8_t attempt; /* from 1 */

    /* Bitmasks of seats. In this attempt: */
    uint8_t committed, acknowledged, revealed;
    /* `failed`: in an earlier attempt; `opened`: those of them that had acknowledged the list. */
    uint8_t failed, opened;

    uint8_t failed_at[GAME_SEATS_MAX];                /* the attempt, if failed */
    unsigned char commit[GAME_SEATS_MAX][FAIR_BYTES]; /* by seat from 0, if committed or failed */
    unsigned char seat[GAME_SEATS_MAX][FAIR_BYTES];   /* the seats' seeds, if revealed */
    unsigned char list[FAIR_BYTES];                   /* digest of the list, once it is closed */
    unsigned char key[FAIR_BYTES];                    /* of the draws, once all seeds are in */
    crypto_auth_hmacsha256_state keyed; /* HMAC state; draws copy it to halve the work */
    uint64_t drawn;                     /* the number of draws so far */

    /* If the game continues from a position of another table's game: the number of lines taken from
     * that game, its table, and their digest. Draws are counted from there. 0: a new game. */
    uint32_t from;
    char source[FAIR_TABLE_MAX];
    unsigned char opening[FAIR_BYTES];
};

/* A cache of sorted outcome lists, since most draws are from a list that was drawn from before. It
 * is not thread-safe: each thread that draws has its own. */
struct fair_cache *fair_cache_new(void);
void fair_cache_free(struct fair_cache *cache);

void fair_to_hex(const unsigned char bytes[FAIR_BYTES], char hex[FAIR_HEX]);
bool fair_from_hex(struct span hex, unsigned char bytes[FAIR_BYTES]);

/* The commitment to a seed: its SHA-256, published before the seed is revealed. */
void fair_commit(const unsigned char seed[FAIR_BYTES], unsigned char commit[FAIR_BYTES]);

/* The game continues from these lines, the first ones of the table `source`. */
void fair_set_opening(struct fair *fair, struct span source, const struct lines *opening);

/* The lines of the settings that the list binds: those of match_settings and, if the game continues
 * another table's, `from LINES TABLE DIGEST`. */
void fair_settings(const struct fair *fair, const struct match *match, struct lines *out);

/* Closes the list of commitments, and computes its digest. `commit` is the server's commitment and
 * `settings` what fair_settings gives; it is sorted. */
void fair_close(struct fair *fair, const unsigned char commit[FAIR_BYTES], struct lines *settings);

/* The seats in the bitmask have not acknowledged, or not revealed in time: a new attempt begins
 * without them. */
void fair_fail(struct fair *fair, unsigned seats);

/* The seats that failed in earlier attempts, in the order of attempts and seats: the one after
 * `seat` (from 0; -1: the first), or -1. Lists and records contain it as `ATTEMPT SEAT STEP
 * COMMIT`. */
#define FAIR_FAILED_MAX 96
int fair_next_failed(const struct fair *fair, int seat);
void fair_write_failed(const struct fair *fair, int seat, char line[FAIR_FAILED_MAX]);

/* All seeds are in: computes the key of the draws. */
void fair_make_key(struct fair *fair);

/* Draw number `number`: uniform in 0..denominator-1. */
uint64_t fair_number(const struct fair *fair, uint64_t number, uint64_t denominator);

/* The line of the next draw at a chance state, which has the number `fair->drawn`. The caller plays
 * it and increments `drawn`. */
void fair_draw(const struct fair *fair, struct fair_cache *cache, const struct match *match,
               struct text *line);

/* What all versions share: the digests that draws are made of differ. Block `block` of draw
 * `number` is 32 bytes, read as four 64-bit numbers. `in_lowest`: the weights are divided by their
 * greatest common divisor first, as from version 2 on. */
typedef void fair_digest(const void *source, uint64_t number, unsigned block,
                         unsigned char digest[FAIR_BYTES]);
uint64_t fair_number_from(fair_digest *digest_at, const void *source, uint64_t number,
                          uint64_t denominator);
void fair_draw_from(fair_digest *digest_at, const void *source, uint64_t number, bool in_lowest,
                    struct fair_cache *cache, const struct match *match, struct text *line);

/* Adds the header lines of a record. `with_seed`: the server's seed too, which only a finished game
 * may show. */
void fair_write(const struct fair *fair, bool with_seed, struct lines *out);

/* The result of checking a record. */
struct fair_report {
    struct fair fair;  /* as the header claims it; checked */
    uint64_t draws;    /* that were checked and are right */
    uint64_t rulings;  /* rulings and ends of the time: not drawn, so not checked */
    unsigned withheld; /* version 1: bitmask of the seats that did not reveal */
};

/* Checks every draw of a finished record, whose text is `bytes`; those in lines of another table
 * (fair.from) are not of these seeds, and are not checked. False at the first error, with a
 * reason and the number of its line (0: no particular line). */
bool fair_verify(struct span bytes, struct fair_report *report, size_t *line, struct text *why);

#endif
