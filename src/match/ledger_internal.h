/* ledger_internal.h: shared by ledger.c (notes about steps and seats) and ledger_act.c (words,
 * lines and undo). */
#ifndef CORNET_MATCH_LEDGER_INTERNAL_H
#define CORNET_MATCH_LEDGER_INTERNAL_H

#include "match/ledger.h"

/* The number of the entry that is being added. */
static inline uint32_t ledger_now(const struct ledger *ledger)
{
    return ledger->sum.count + 1;
}

/* With the rules: whether a draw is due. */
bool ledger_draw_is_due(const struct ledger *ledger);

/* The first entry that is not `seat` or `chain`: every seat must have its kind. Starts the game. */
bool ledger_start(struct ledger *ledger, struct text *why);

/* Who must or may say a word before an act. */
struct ledger_need {
    int by;         /* whose `by` is needed; 0: nobody's */
    unsigned may;   /* bitmask of the seats whose `by` is accepted without being needed */
    unsigned yes;   /* those who must say `yes` */
    unsigned agree; /* those whose `yes` is accepted without being needed */
    int about;      /* `seat N`, `chain N`: other entries may stand before it; 0: a move or undo */
};

/* Checks the words of the group against an act. `salt`: see ledger_add; `hidden`: the act is a
 * hidden line. */
bool ledger_check_words(struct ledger *ledger, const struct ledger_need *need, struct span act,
                        bool hidden, const unsigned char salt[FAIR_BYTES], struct text *why);

/* A word's note, a line, an undo. `entry` gets what is kept. */
bool ledger_add_word(struct ledger *ledger, const struct fair3_note *note,
                     struct ledger_entry *entry, struct text *why);
bool ledger_add_line(struct ledger *ledger, struct span line, const unsigned char salt[FAIR_BYTES],
                     struct ledger_entry *entry, struct text *why);
bool ledger_add_undo(struct ledger *ledger, const struct fair3_note *note, struct span text,
                     struct ledger_entry *entry, struct text *why);

#define LEDGER_WHO (MATCH_NAME_MAX + 32)

/* Writes who has the seat, for a reason: `Anne`, or `seat 2` if no name is known. Returns `name`.
 */
const char *ledger_who(const struct ledger *ledger, int seat, char name[LEDGER_WHO]);

/* Checks a signature of a seat; counts those that cannot be checked. */
bool ledger_check_seat_sign(struct ledger *ledger, int seat, const struct text *text,
                            const struct fair3_signed *sign, struct text *why);

#endif
