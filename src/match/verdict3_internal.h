/* verdict3_internal.h: shared by verdict3.c, which checks, and verdict3_say.c, which says it. */
#ifndef CORNET_MATCH_VERDICT3_INTERNAL_H
#define CORNET_MATCH_VERDICT3_INTERNAL_H

#include <stdarg.h>
#include <stdio.h>

#include "match/fair3_record.h"
#include "match/ledger.h"
#include "match/transcript3.h"
#include "match/verdict.h"

struct check3 {
    struct verdict *out;
    struct fair3_record record;
    struct ledger ledger;
    struct transcript3 transcript;
    bool kept;    /* there is a transcript */
    unsigned bit; /* of its seat; 0: a spectator's */

    /* Between these entries the transcript's chain is the seat's: after the first, before the
     * second. */
    uint32_t from, to;
    bool replaced; /* by another chain */

    uint32_t steps, with_link; /* with links; with this seat's */
    uint32_t voided;           /* m */
    unsigned voiders;          /* bitmask of the seats that missed them */
    bool stopped;              /* the last ask is open, and this seat opened its link */
    size_t later;              /* entries of the transcript after the record's last one */
    size_t unseen, unsalted, dropped, made, untimed, early;
    unsigned given_up; /* bitmask of the seats whose giving up is only the server's word */
    bool convinces;    /* a contradiction that the server signed */
};

/* Sets the verdict; returns false. Entry 0: no particular one. */
__attribute__((format(printf, 3, 4))) bool verdict3_contradict(struct check3 *check, uint32_t entry,
                                                               const char *format, ...);

/* The grade and the sentences. */
void verdict3_say(struct check3 *check);
void verdict3_say_contradicted(struct check3 *check);

#endif
