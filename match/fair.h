/* fair: dice that nobody has to trust. docs/fair-dice.md is the whole construction.
 *
 * Draw number n of a table is HMAC-SHA-256 under the server's secret seed of a text that names the
 * table, the players' own seeds and n. The server has published SHA-256 of its seed before the
 * players showed theirs, so that nobody could choose last. A draw picks among the outcomes in the
 * order of their lines (as `cornet replay --legal` sorts them), over their common denominator. */
#ifndef CORNET_MATCH_FAIR_H
#define CORNET_MATCH_FAIR_H

#include <stdbool.h>
#include <stdint.h>

#include "match/match.h"

#define FAIR_BYTES 32
#define FAIR_HEX (2 * FAIR_BYTES + 1)
#define FAIR_TABLE_MAX 33 /* bytes of a table's name, the final NUL included */

struct fair {
    unsigned char seed[FAIR_BYTES]; /* the server's */
    char table[FAIR_TABLE_MAX];
    int players;
    unsigned committed, given; /* bitmasks of the seats that committed to a seed, and showed it */
    unsigned char commit[GAME_SEATS_MAX][FAIR_BYTES];
    unsigned char seat[GAME_SEATS_MAX][FAIR_BYTES];
    uint64_t drawn; /* how many draws have been played */
};

/* Orders of outcomes that are remembered, since most draws meet a list that was met before. Whoever
 * draws owns one; two threads never share it. */
struct fair_orders *fair_orders_new(void);
void fair_orders_free(struct fair_orders *orders);

void fair_to_hex(const unsigned char bytes[FAIR_BYTES], char hex[FAIR_HEX]);
bool fair_from_hex(struct span hex, unsigned char bytes[FAIR_BYTES]);

/* SHA-256 of a seed: what is published of it before it is shown. */
void fair_commit(const unsigned char seed[FAIR_BYTES], unsigned char commit[FAIR_BYTES]);

/* Uniform in 0..denominator-1: draw number `number`. */
uint64_t fair_number(const struct fair *fair, uint64_t number, uint64_t denominator);

/* The line of the next draw at a chance state: number `drawn`. Whoever plays it counts it. */
void fair_draw(const struct fair *fair, struct fair_orders *orders, const struct match *match,
               struct text *line);

/* Header lines of a record. The seed is written only where it may be known. */
void fair_write(const struct fair *fair, bool with_seed, struct lines *out);

/* What a check of a record found. */
struct fair_report {
    uint64_t draws;   /* checked, and right */
    uint64_t rulings; /* judgements and clocks: not drawn, so not checked */
    unsigned given, withheld;
};

/* Checks every draw of a finished record. False with the line of the file (0: none in particular)
 * and a reason at the first thing that is wrong. `bytes` is the whole record. */
bool fair_verify(struct span bytes, struct fair_report *report, size_t *line, struct text *why);

#endif
