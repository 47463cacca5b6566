/* study.h: analyses of people's games in the background (people/people.h). A desk's thread takes a
 * game and reads it, the student's thread, which runs only while the machine is idle, analyses it,
 * and a desk's thread stores the numbers. */
#ifndef CORNET_SERVER_WORK_STUDY_H
#define CORNET_SERVER_WORK_STUDY_H

#include "match/analyse.h"
#include "server/work/reader.h"

/* A game from the moment when it is taken until its numbers are stored. */
struct study_job {
    const char *server; /* this server's name among those that share a store; "": it is alone */
    bool restarted;     /* takes back what it left unfinished before */
    uint64_t now;
    struct people_study game; /* `table` 0: none waits */
    struct match *match;      /* NULL: it cannot be read any more */
    struct analysis analysis;
    bool failed;   /* the store did not answer */
    bool finished; /* the analysis is whole, or there can be none */
    bool stored;

    /* The analysis waits while somebody plays, which any thread may ask, and ends at shutdown. */
    bool (*is_play_busy)(const void *context);
    const void *context;
    const stop_flag *halt;
};

void study_free(struct study_job *study);

/* JOB_TAKE, JOB_STUDY and JOB_KEEP. */
void study_take(struct reader *reader, struct job *job);
void study_analyse(struct job *job, const atomic_bool *stop);
void study_keep(struct reader *reader, struct job *job);

#endif
