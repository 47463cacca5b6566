/* prover.h: the part of a player of tools/load that fair dice 3 need: the ledger's hash, a chain,
 * with a key if it signs, and the words before moves. It checks nothing. */
#ifndef CORNET_TOOLS_LOAD_PROVER_H
#define CORNET_TOOLS_LOAD_PROVER_H

#include "match/fair3.h"

#define PROVER_LINKS 4096 /* steps of a game, at most: short chains are made faster */

struct prover {
    char table[FAIR_TABLE_MAX];
    int seat; /* from 1 */
    bool has_head, chained, signs;
    uint32_t said, asks;
    struct fair3_ledger sum;
    struct fair3_chain chain;
    struct fair3_secret secret;
};

/* A new table: reads the head in a message `table`, once. */
void prover_table(struct prover *prover, struct span message);

/* Reads a message `entries`. `out` gets a message to send, if one is due: a chain or a link. */
void prover_entries(struct prover *prover, struct span message, struct text *out);

/* The member `by` for a line. */
void prover_word(struct prover *prover, struct span line, struct text *out);

#endif
