/* review.h: the analysis of a finished game, on a thread. */
#ifndef CORNET_SERVER_WORK_REVIEW_H
#define CORNET_SERVER_WORK_REVIEW_H

#include "server/work/reader.h"

/* `stop` is set when the server is stopping. */
void review_analyse(struct job *job, struct reader *reader, const atomic_bool *stop);

#endif
