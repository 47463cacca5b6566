/* fair3_record.h: records with fair dice 3: section 9 of docs/design/fair-dice.md. The body has the
 * lines that the game continues from, then the entries of the ledger. */
#ifndef CORNET_MATCH_FAIR3_RECORD_H
#define CORNET_MATCH_FAIR3_RECORD_H

#include "match/fair3.h"

/* The salt of a hidden player's line, which is the entry of this number. */
struct fair3_salt {
    uint32_t entry;
    unsigned char bytes[FAIR_BYTES];
};

/* What a record has beside the match's header. */
struct fair3_record {
    struct fair3_head head;
    struct lines opening; /* the lines of the other table, if head.from */
    struct lines entries; /* with complete lines */
    bool has_hidden;      /* the game is over, and V is shown */
    unsigned char hidden[FAIR_BYTES];
    struct fair3_salt *salt; /* ascending */
    size_t salts, salt_capacity;

    /* Only of a record that was read: */
    struct match *match; /* its header: settings and names, no lines */
    size_t *line;        /* of each entry, the line of the file; with its top bit: undone */
    size_t line_capacity;
    bool in_body; /* reading failed after the header */
};
#define FAIR3_RECORD_UNDONE ((size_t)1 << (sizeof(size_t) * 8 - 1))

/* Whether the header has `fair-version 3`. */
bool fair3_record_is(struct span bytes);

/* Reads a record; checks its form and not its ledger. False with a reason and the line. Free it in
 * any case. */
bool fair3_record_read(struct fair3_record *record, struct span bytes, size_t *line,
                       struct text *why);
void fair3_record_free(struct fair3_record *record);

/* The salt of an entry; NULL: none. */
const unsigned char *fair3_record_salt(const struct fair3_record *record, uint32_t entry);
void fair3_record_add_salt(struct fair3_record *record, uint32_t entry,
                           const unsigned char salt[FAIR_BYTES]);

#endif
