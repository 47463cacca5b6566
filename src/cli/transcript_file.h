/* transcript_file.h: the transcript of the fair dice that `cornet join` keeps in a file of the
 * user, and its part in the exchange of seeds. Only one program at a time keeps a seat's: it holds
 * a lock. */
#ifndef CORNET_CLI_TRANSCRIPT_FILE_H
#define CORNET_CLI_TRANSCRIPT_FILE_H

#include <jansson.h>

#include "match/transcript.h"

struct transcript_file {
    struct transcript content;
    char path[4200];
    int file;                          /* open and locked; -1: this seat takes no part */
    enum transcript_step warned;       /* what the user has been told */
    bool has_earlier;                  /* somebody here had a seat at the table before ... */
    unsigned char earlier[FAIR_BYTES]; /* ... and saw this commitment of the server */
};

/* Whether a transcript could be kept: otherwise no seed is to be promised. */
bool transcript_file_is_possible(void);

/* At a seat: starts a transcript, or reads that of an earlier run. `seed` is what was promised
 * when the seat was taken, NULL: nothing. False with a reason if this seat takes no part. */
bool transcript_file_open(struct transcript_file *t, const char *table, int seat, bool resumed,
                          const unsigned char *seed, struct text *why);
void transcript_file_close(struct transcript_file *t);

/* Takes the member `fair` of a message. Returns what is to be sent, which the caller owns, or NULL.
 * `why` gets a sentence if there is something to tell the user. */
json_t *transcript_file_answer(struct transcript_file *t, const json_t *fair, struct text *why);

/* Lines that are shown, the first of them with this index in the log; `whole`: the last of them is
 * the last of the game so far. False with a reason if the server has changed one, or if they could
 * not be kept. */
bool transcript_file_saw(struct transcript_file *t, long long from, const json_t *lines, bool whole,
                         struct text *why);

#endif
