/* transcript_file.h: the transcript of the fair dice that `cornet join` stores in a file of the
 * user, and the client's side of the seed exchange. A lock ensures that only one program writes a
 * seat's transcript. */
#ifndef CORNET_CLI_TRANSCRIPT_FILE_H
#define CORNET_CLI_TRANSCRIPT_FILE_H

#include <jansson.h>

#include "cli/kept_file.h"
#include "match/transcript.h"

struct transcript_file {
    struct transcript content;
    struct kept_file kept;             /* no file: this seat does not take part */
    enum transcript_step warned;       /* the last warning shown to the user */
    bool has_earlier;                  /* this user had a seat at the table before */
    unsigned char earlier[FAIR_BYTES]; /* the server's commitment that was seen then */
};

/* Whether a transcript can be stored; otherwise do not commit to a seed. */
bool transcript_file_is_possible(void);

/* Starts a seat's transcript, or reads that of an earlier run. `seed` is the seed committed to when
 * the seat was taken; NULL: none. False with a reason if this seat does not take part. */
bool transcript_file_open(struct transcript_file *t, const char *table, int seat, bool resumed,
                          const unsigned char *seed, struct text *why);
void transcript_file_close(struct transcript_file *t);

/* Processes the member `fair` of a message. Returns the message to send, which the caller owns, or
 * NULL. Sets `why` if there is something to show the user. */
json_t *transcript_file_answer(struct transcript_file *t, const json_t *fair, struct text *why);

/* Records the lines shown, from this index in the log; `whole`: they reach the end of the game so
 * far. False with a reason if the server has changed a line, or if they could not be stored. */
bool transcript_file_saw(struct transcript_file *t, long long from, const json_t *lines, bool whole,
                         struct text *why);

#endif
