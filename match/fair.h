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
    unsigned given; /* the seats that gave a seed, a bit each */
    unsigned char seat[GAME_SEATS_MAX][FAIR_BYTES];
    uint64_t drawn; /* how many draws there have been */
};

void fair_to_hex(const unsigned char bytes[FAIR_BYTES], char hex[FAIR_HEX]);
bool fair_from_hex(struct span hex, unsigned char bytes[FAIR_BYTES]);

/* SHA-256 of a seed: what is published of it before it is shown. */
void fair_commit(const unsigned char seed[FAIR_BYTES], unsigned char commit[FAIR_BYTES]);

/* Uniform in 0..denominator-1: draw number `number`. */
uint64_t fair_number(const struct fair *fair, uint64_t number, uint64_t denominator);

/* The line of the next draw at a chance state. Does not play it; counts it. Two threads may not
 * draw at once: the orders of outcomes are remembered. */
void fair_draw(struct fair *fair, const struct match *match, struct text *line);

/* Header lines of a record. The seed is written only where it may be known. `commits`, where there
 * are any, are of seats that committed and did not reveal (all zero: none). */
void fair_write(const struct fair *fair, const unsigned char commits[][FAIR_BYTES], bool with_seed,
                struct lines *out);

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
