/* kept.h: the transcript of the fair dice that `cornet join` keeps in a file of the user, and its
 * part in the exchange of seeds. */
#ifndef CORNET_COMMANDS_KEPT_H
#define CORNET_COMMANDS_KEPT_H

#include <jansson.h>

#include "match/transcript.h"

struct kept {
    struct transcript transcript;
    char path[4200];             /* empty: kept in memory only */
    enum transcript_step warned; /* what the user has been told */
};

/* At a seat, with the seed that was promised when it was taken: begins a transcript, or reads back
 * that of an earlier run. False with a reason if that one cannot be read: then it is left alone,
 * and what follows is not written. */
bool kept_begin(struct kept *kept, const char *table, int seat, bool resumed,
                const unsigned char seed[FAIR_BYTES], struct text *why);
void kept_free(struct kept *kept);

/* Takes the member `fair` of a message. Returns what is to be sent, which the caller owns, or NULL.
 * `why` gets a sentence if there is something to tell the user. */
json_t *kept_answer(struct kept *kept, const json_t *fair, struct text *why);

/* Lines that were played, of a message `moves` or of the first `table`. */
void kept_saw(struct kept *kept, const json_t *lines);

#endif
