/* study.h: analyses of people's games in the background (people/people.h). A desk's thread takes a
 * game and reads it, the student's thread, which runs only while the machine is idle, analyses it,
 * and a desk's thread stores the numbers. */
#ifndef CORNET_SERVER_WORK_STUDY_H
#define CORNET_SERVER_WORK_STUDY_H

#include "server/work/reader.h"

/* JOB_TAKE, JOB_STUDY and JOB_KEEP. */
void study_take(struct reader *reader, struct job *job);
void study_analyse(struct job *job, const atomic_bool *stop);
void study_keep(struct reader *reader, struct job *job);

#endif
