/* verdict.h: what a record proves, alone or with a player's transcript. The one verifier: `cornet
 * verify` and the page /check show the same grades and sentences. */
#ifndef CORNET_MATCH_VERDICT_H
#define CORNET_MATCH_VERDICT_H

#include "match/ledger.h"

enum verdict_grade {
    VERDICT_PROVED,
    VERDICT_IN_PART,
    VERDICT_NOT_PROVED,
    VERDICT_CONTRADICTED, /* the record is not of the game in the transcript */
    VERDICT_REFUSED,      /* a file cannot be read or is forged: there is nothing to prove */
};

struct verdict {
    enum verdict_grade grade;
    int version;            /* of the fair dice; 0: not known */
    int status;             /* the exit status of `cornet verify` */
    struct lines sentences; /* the first one is the result */
    struct lines experts;   /* from version 3 on: those for experts */
    char why[TEXT_WHY];     /* contradicted or refused: the reason */
    size_t line;            /* of the record or the transcript where the reason is; 0: none */
    bool in_transcript;
};

/* Checks a record against a transcript, or against a seed of 64 digits alone; `transcript.at` is
 * NULL if there is none. Signatures are checked by `check_sign`. The caller frees the verdict. */
void verdict_of(struct span record, struct span transcript, ledger_check_sign *check_sign,
                void *sign_context, struct verdict *out);
void verdict_free(struct verdict *verdict);

/* The grade as one word: `proved`, `in-part`, `not-proved`, `contradicted`, `refused`. */
const char *verdict_word(enum verdict_grade grade);

#endif
