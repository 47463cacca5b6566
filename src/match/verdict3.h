/* verdict3.h: the verdict on a record with fair dice 3: section 10 of docs/design/fair-dice.md.
 * verdict.h is for callers; this is its part for version 3. */
#ifndef CORNET_MATCH_VERDICT3_H
#define CORNET_MATCH_VERDICT3_H

#include "match/ledger.h"
#include "match/verdict.h"

/* Checks the record, and sets all of the verdict. `transcript.at` is NULL if there is none. */
void verdict3_of(struct span record, struct span transcript, ledger_check_sign *check_sign,
                 void *sign_context, struct verdict *out);

#endif
