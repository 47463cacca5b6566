/* fair.h: dice that players can verify. docs/fair-dice.md has the whole construction.
 *
 * Draw number n of a table is HMAC-SHA-256, with the server's secret seed as the key, of a text
 * that holds the table's id, the players' own seeds and n. The server publishes the SHA-256 of its
 * seed before the players reveal theirs, so that nobody can choose a seed knowing the others. A
 * draw picks among the outcomes in the order of their lines (as `cornet replay --legal` sorts
 * them), over their common denominator. */
#ifndef CORNET_MATCH_FAIR_H
#define CORNET_MATCH_FAIR_H

#include <stdbool.h>
#include <stdint.h>

#include "match/match.h"

#define FAIR_BYTES 32
#define FAIR_HEX (2 * FAIR_BYTES + 1)
#define FAIR_TABLE_MAX 33 /* bytes of a table's id, the final NUL included */

struct fair {
    unsigned char seed[FAIR_BYTES]; /* the server's */
    char table[FAIR_TABLE_MAX];     /* its id */
    int players;
    unsigned committed,
        revealed; /* bitmasks of the seats that have committed to, revealed a seed */
    unsigned char commit[GAME_SEATS_MAX][FAIR_BYTES]; /* by seat from 0, if committed */
    unsigned char seat[GAME_SEATS_MAX][FAIR_BYTES];   /* the seats' seeds, if revealed */
    uint64_t drawn;                                   /* the number of draws so far */
};

/* A cache of sorted outcome lists, since most draws are from a list that was drawn from before. It
 * is not thread-safe: each thread that draws has its own. */
struct fair_cache *fair_cache_new(void);
void fair_cache_free(struct fair_cache *cache);

void fair_to_hex(const unsigned char bytes[FAIR_BYTES], char hex[FAIR_HEX]);
bool fair_from_hex(struct span hex, unsigned char bytes[FAIR_BYTES]);

/* The commitment to a seed: its SHA-256, published before the seed is revealed. */
void fair_commit(const unsigned char seed[FAIR_BYTES], unsigned char commit[FAIR_BYTES]);

/* Draw number `number`: uniform in 0..denominator-1. */
uint64_t fair_number(const struct fair *fair, uint64_t number, uint64_t denominator);

/* The line of the next draw at a chance state, which has the number `fair->drawn`. The caller plays
 * it and increments `drawn`. */
void fair_draw(const struct fair *fair, struct fair_cache *cache, const struct match *match,
               struct text *line);

/* Adds the header lines of a record. `with_seed`: the server's seed too, which only a finished game
 * may show. */
void fair_write(const struct fair *fair, bool with_seed, struct lines *out);

/* What a check of a record found. */
struct fair_report {
    uint64_t draws;              /* that were checked and are right */
    uint64_t rulings;            /* rulings and ends of the time: not drawn, so not checked */
    unsigned revealed, withheld; /* bitmasks of seats */
};

/* Checks every draw of a finished record, whose text is `bytes`. False at the first error, with a
 * reason and the number of its line (0: no particular line). */
bool fair_verify(struct span bytes, struct fair_report *report, size_t *line, struct text *why);

#endif
